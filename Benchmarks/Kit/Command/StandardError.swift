// Standard error, unbuffered.
import Glibc

enum StandardError {
    static var isTerminal: Bool { isatty(2) == 1 }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
    }
}
