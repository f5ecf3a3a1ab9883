// What people see: one-line errors, a bar on a terminal, one last line; or lines for the journal. All on standard error.

import CSystem
import Glibc
import Wire

/// Writes to standard error.
public struct Console: Sendable {
    let isTerminal: Bool
    let isQuiet: Bool
    let isVerbose: Bool
    /// Whether each line has its priority; then there is no terminal.
    let isLog: Bool

    public init(isQuiet: Bool = false, isVerbose: Bool = false, isLog: Bool = false) {
        isTerminal = !isLog && isatty(2) == 1
        self.isLog = isLog
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    /// An error that people have to know of, as one line: `collage: …`.
    public func error(_ message: String) {
        line("\(isLog ? LogPriority.error.prefix : "")collage: \(message)")
    }

    func line(_ text: String) {
        let oneLine = text.map { $0.isNewline ? " " : String($0) }.joined()
        write(isTerminal ? "\r\u{1b}[K\(oneLine)\n" : "\(oneLine)\n")
    }

    /// Replaces the last line of a terminal.
    func show(_ text: String) {
        let columns = Int(csystem_terminal_columns(2))
        write("\r\u{1b}[K\(text.prefix((columns > 0 ? columns : 80) - 1))")
    }

    func clear() {
        write("\r\u{1b}[K")
    }

    private func write(_ text: String) {
        // Nobody is left to be told if this fails.
        try? DescriptorOutput.write(Array(text.utf8)[...], to: 2)
    }
}
