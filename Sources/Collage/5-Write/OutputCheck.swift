// Whether outputs can be written where they should go, and would not take an original's place.

import CSystem
import Glibc
import Wire

enum OutputCheck {
    /// Refuses outputs that would land on or among the photos.
    ///
    /// - Throws: `UsageError`: nothing was touched.
    static func checkPlace(of target: OutputTarget, inputs: [InputSource]) throws(UsageError) {
        switch target {
        case .standardOutput:
            if isatty(1) == 1 {
                throw UsageError("--output - would write a picture to the terminal; use a pipe")
            }
        case .file(let path):
            if ProtectedPlaces(inputs: inputs).forbid(path) {
                throw UsageError(
                    "--output (\(path)) is there already, among the photos, and not a collage;"
                        + " choose another name")
            }
        case .directory(let path):
            let output = RealPath.resolveNew(path)
            for case .folder(let root, let name, _) in inputs {
                guard let real = RealPath.resolve(root) else { continue }
                if output == real {
                    throw UsageError("--output (\(path)) is the folder of photos itself; choose another")
                }
                if RealPath.resolveNew(output.appending(name)) == real {
                    throw UsageError(
                        "--output (\(path)) would put collages among the photos of \(root); choose another")
                }
            }
        }
    }

    /// Refuses a report in the place of something that is not one.
    static func checkReport(_ report: RawPath?, target: OutputTarget) throws(UsageError) {
        guard let report, report != "-" else { return }
        if case .file(let output) = target, RealPath.resolveNew(output) == RealPath.resolveNew(report) {
            throw UsageError("--report and --output (\(report)) are one file; choose another for one of them")
        }
        guard let status = try? stat(report), status.kind == .file, status.st_size > 0 else { return }
        let start = FileBytes.read(report, from: 0, count: 1024).prefix { $0 != UInt8(ascii: "\n") }
        if !String(decoding: start, as: UTF8.self).contains("\"collage-report/") {
            throw UsageError("--report (\(report)) is there already, and not a report; choose another name")
        }
    }

    /// Looks whether the output's folder is there or can be made, and may be written to.
    static func checkWritable(_ target: OutputTarget) throws(RunFault) {
        switch target {
        case .standardOutput: return
        case .directory(let path): try checkFolder(path, for: path)
        case .file(let path):
            if let status = try? stat(path), status.kind == .folder {
                throw .output(path, SystemError("open", code: EISDIR))
            }
            try checkFolder(path.parent, for: path)
        }
    }

    private static func checkFolder(_ folder: RawPath, for output: RawPath) throws(RunFault) {
        let folder = folder.isEmpty ? RawPath(".") : folder
        do throws(SystemError) {
            guard try stat(folder).kind == .folder else { throw SystemError("open", code: ENOTDIR) }
            guard folder.withCString({ access($0, W_OK | X_OK) }) == 0 else { throw SystemError("access") }
        } catch {
            if error.code == ENOENT, folder != folder.parent {
                return try checkFolder(folder.parent, for: output)
            }
            throw .output(output, error)
        }
    }
}
