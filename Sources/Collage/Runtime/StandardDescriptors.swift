// Standard input, output and error as they must be before anything is opened.

import Glibc
import Wire

public enum StandardDescriptors {
    /// Whether standard output was closed when the program began; set once, before there are threads.
    nonisolated(unsafe) private static var outputWasClosed = false

    /// Opens those that are closed on `/dev/null`, so that no photo ever gets their numbers.
    ///
    /// A reader that has gone, and a file that may not grow, are errors of write(2) and no signals.
    public static func prepare() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
            if number == 1 { outputWasClosed = true }
            _ = open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
        }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// - Throws: `RunFault` where there is no standard output to write to.
    static func requireOutput() throws(RunFault) {
        if outputWasClosed { throw .output("standard output", SystemError("write", code: EBADF)) }
    }

    /// Writes a text for people to standard output.
    ///
    /// - Returns: false where it could not be written.
    public static func print(_ text: String) -> Bool {
        if outputWasClosed { return false }
        return (try? DescriptorOutput.write(Array("\(text)\n".utf8)[...], to: 1)) != nil
    }
}
