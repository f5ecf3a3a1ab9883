// What every refusal has in common: one clear line, the right status, nothing left behind.

import Foundation
import Testing

extension Sandbox {
    /// Runs, and expects a status, a single line with a text in it, and no trace of a temporary file.
    func expectOneLine(
        _ status: Int32, _ text: String, _ arguments: [String], prefix: [String] = [], input: [UInt8] = [],
        location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try CommandRun(arguments, in: self, input: input, prefix: prefix)
        #expect(run.status == status, "\(run.error)", sourceLocation: location)
        #expect(run.errorLines.count == 1, "\(run.error)", sourceLocation: location)
        #expect(run.error.hasPrefix("collage: "), sourceLocation: location)
        #expect(run.error.contains(text), "\(run.error)", sourceLocation: location)
        #expect(run.output.isEmpty, sourceLocation: location)
        let left = files(in: "").filter { $0.hasSuffix(".tmp") }
        #expect(left.isEmpty, sourceLocation: location)
    }
}
