// The metrics as a file, which is always a whole one.

import Glibc
import Wire

/// Where the metrics of a run go; without a path nowhere.
struct MetricsFile {
    var path: RawPath?
    var started: Timestamp

    /// Replaces the file with one rename; `*.prom` is what is collected, and the temporary name is none.
    func write(_ summary: SummaryLine) throws(RunFault) {
        guard let path else { return }
        let files = TemporaryFiles(
            runID: TemporaryFiles.makeRunID(), protected: ProtectedPlaces(inputs: []))
        defer { files.discardAll() }
        do throws(SystemError) {
            guard let file = try files.make(for: path, number: 0) else { return }
            let text = Metrics(summary: summary, started: started).text
            try DescriptorOutput.write(Array(text.utf8)[...], to: file.descriptor.number)
            try files.publish(file, as: path)
        } catch {
            throw RunFault("can't write the metrics (\(path)): \(error); check --metrics")
        }
    }
}
