// The report as a file: JSON Lines, one object a line, written as things happen.

import FoundationEssentials
import Glibc
import Wire

/// Writes the report; without a path it writes nothing.
final class ReportFile {
    private let path: RawPath
    private let signals: StopSignals
    private let encoder = JSONEncoder()
    /// Nil without a path, and after a line could not be written whole.
    private var descriptor: FileDescriptor?

    /// Starts the file anew; `-` is standard output.
    init(path: RawPath?, signals: StopSignals) throws(RunFault) {
        self.path = path ?? ""
        self.signals = signals
        // In a fixed order, so that two reports can be compared.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let path else { return }
        // Without waiting for the reader of a FIFO.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let number = path == "-" ? fcntl(1, F_DUPFD_CLOEXEC, 3) : path.withCString { open($0, flags, 0o666) }
        guard number >= 0 else { throw Self.fault(path, SystemError("open")) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Writes one line; once that has failed, nothing more.
    ///
    /// A reader that does not read is waited for, until a signal stops the run.
    func write(_ line: @autoclosure () -> any Encodable) throws(RunFault) {
        guard let descriptor else { return }
        guard let data = try? encoder.encode(line()) else {
            preconditionFailure("a line of the report can't be encoded")
        }
        do {
            let bytes = (Array(data) + [UInt8(ascii: "\n")])[...]
            try DescriptorOutput.write(bytes, to: descriptor.number, unless: signals)
        } catch {
            self.descriptor = nil
            // A signal is not the report's fault; it waits to be taken.
            if let error = error as? SystemError { throw Self.fault(path, error) }
        }
    }

    private static func fault(_ path: RawPath, _ error: SystemError) -> RunFault {
        RunFault("can't write the report (\(path)): \(error); check --report")
    }
}
