// History: what happened, in order, as lines that tests compare whole.
import Streams

/// Lines noted from any thread.
final class History: @unchecked Sendable {  // The lines are behind the lock.
    private let lock = Lock()
    private var noted: [String] = []

    func note(_ line: String) { lock.withLock { noted.append(line) } }

    var lines: [String] { lock.withLock { noted } }

    /// The lines since the last call.
    func take() -> [String] {
        lock.withLock {
            defer { noted = [] }
            return noted
        }
    }
}

/// An error to fail with.
enum Boom: Error, Equatable, CustomStringConvertible {
    case first
    case second

    var description: String { self == .first ? "first" : "second" }
}

/// An object whose release can be watched.
final class Token {}
