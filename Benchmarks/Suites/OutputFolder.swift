// Where measured commands write to: a temporary folder, new for every run.
import BenchmarkKit
import FoundationEssentials
import Glibc

struct OutputFolder {
    let path: String

    /// Makes it in TMPDIR, or in `/tmp`.
    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/collage-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw FileFailure("no temporary folder can be made in \(parent)", errno: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes what is in it.
    func empty() throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: path) {
            try files.removeItem(atPath: "\(path)/\(name)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Throws where the command should have made a sheet of that many tiles, and made less.
    func check(_ command: BenchmarkCommand, tiles: Int) throws {
        guard let benchmark = WholeCommand(rawValue: command.name), benchmark.writesOutput else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        let pixels = names.compactMap { JPEGSize.pixels(ofFile: "\(path)/\($0)") }.reduce(0, +)
        let least = tiles * WholeCommand.tilePixels
        guard pixels >= least else {
            let reason = "it made JPEGs of \(pixels) pixels, less than \(tiles) tiles have (\(least))"
            throw BenchmarkError.wrongResult(command: command.name, reason: reason)
        }
    }
}
