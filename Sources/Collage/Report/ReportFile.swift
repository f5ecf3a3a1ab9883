// The report as a file: JSON Lines, one object a line, written as things happen.

import FoundationEssentials
import Glibc
import Wire

/// Writes the report; without a path it writes nothing.
final class ReportFile {
    private let descriptor: FileDescriptor?
    private let encoder = JSONEncoder()
    private let path: RawPath

    /// Starts the file anew; `-` is standard output.
    init(path: RawPath?) throws(RunFault) {
        self.path = path ?? ""
        // In a fixed order, so that two reports can be compared.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let path else {
            descriptor = nil
            return
        }
        let number =
            path == "-"
            ? fcntl(1, F_DUPFD_CLOEXEC, 3)
            : path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666) }
        guard number >= 0 else {
            throw RunFault("can't write the report (\(path)): \(SystemError("open")); check --report")
        }
        descriptor = FileDescriptor(owning: number)
    }

    func write(_ line: @autoclosure () -> any Encodable) throws(RunFault) {
        guard let descriptor else { return }
        guard let data = try? encoder.encode(line()) else {
            preconditionFailure("a line of the report can't be encoded")
        }
        do throws(SystemError) {
            try DescriptorOutput.write((Array(data) + [UInt8(ascii: "\n")])[...], to: descriptor.number)
        } catch {
            throw RunFault("can't write the report (\(path)): \(error); check --report")
        }
    }
}
