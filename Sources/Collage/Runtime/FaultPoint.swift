// Places where a test makes the coordinator slow or fail on purpose; in release builds there is nothing of it.

import Glibc
import Streams
import Wire

/// Faults that a test asks for with `COLLAGE_FAULT=<action>@<place>[:<number>]`, several with commas between.
///
/// Actions: `kill` at the number's visit of the place (1 where there is none), `full` (from that visit on the disk is
/// full), `delay` (so many milliseconds each time). Those of workers are in their own `FaultPoint`.
enum FaultPoint {
    enum Place: String, CaseIterable, Sendable {
        /// Before a photo is opened.
        case open
        /// The output directory is locked, and nothing else done.
        case locked
        case listed
        /// Memory for a canvas is asked for.
        case canvas
        /// A temporary file is there, and empty.
        case temporary
        case encoded
        case synced
        case renamed
        /// A line of the journal is half written.
        case line
        case recorded
        /// The journal is half written anew, and then whole.
        case compacting, compacted
        /// An output is removed, and the journal does not say so.
        case removed
        case concluded
    }

    static func hit(_ place: Place) {
        #if DEBUG
            for fault in faults where fault.place == place {
                switch fault.action {
                case .delay: usleep(UInt32(fault.number) * 1000)
                case .kill: if visit(place) == max(1, fault.number) { raise(SIGKILL) }
                case .full: break
                }
            }
        #endif
    }

    /// The same where there may be no space left.
    static func check(_ place: Place) throws(SystemError) {
        hit(place)
        #if DEBUG
            for fault in faults where fault.place == place && fault.action == .full {
                if visit(place) >= max(1, fault.number) { throw SystemError("write", code: ENOSPC) }
            }
        #endif
    }

    /// Does something with all of the bytes; where a fault lies there, with one half after the other.
    static func split(
        _ bytes: ArraySlice<UInt8>, at place: Place,
        _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
    ) throws(SystemError) {
        #if DEBUG
            if faults.contains(where: { $0.place == place }) {
                let middle = (bytes.startIndex + bytes.endIndex) / 2
                try body(bytes[..<middle])
                try check(place)
                return try body(bytes[middle...])
            }
        #endif
        try body(bytes)
    }

    #if DEBUG
        private enum Action: String { case delay, kill, full }

        private struct Fault {
            var action: Action
            var place: Place
            var number: Int

            /// Nil for a fault of others.
            init?(_ text: Substring) {
                let parts = text.split(separator: "@")
                let target = parts.last?.split(separator: ":") ?? []
                guard parts.count == 2, let action = Action(rawValue: String(parts[0])),
                    let place = target.first.flatMap({ Place(rawValue: String($0)) })
                else { return nil }
                self.action = action
                self.place = place
                number = target.count > 1 ? Int(target[1]) ?? 0 : 0
            }
        }

        private static let faults: [Fault] =
            getenv("COLLAGE_FAULT").map { String(cString: $0).split(separator: ",").compactMap(Fault.init) }
            ?? []

        private static let lock = Lock()
        /// Under the lock.
        nonisolated(unsafe) private static var visits: [Place: Int] = [:]

        private static func visit(_ place: Place) -> Int {
            lock.withLock {
                visits[place, default: 0] += 1
                return visits[place]!
            }
        }
    #endif
}
