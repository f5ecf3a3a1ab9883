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
        try checkState(report, "--report", target)
        if case .file(let output) = target, RealPath.resolveNew(output) == RealPath.resolveNew(report) {
            throw UsageError("--report and --output (\(report)) are one file; choose another for one of them")
        }
        guard let status = try? stat(report), status.kind == .file, status.st_size > 0 else { return }
        let start = FileBytes.read(report, from: 0, count: 1024).prefix { $0 != UInt8(ascii: "\n") }
        if !String(decoding: start, as: UTF8.self).contains("\"collage-report/") {
            throw UsageError("--report (\(report)) is there already, and not a report; choose another name")
        }
    }

    /// Refuses metrics in the place of something else, or where they can't be.
    static func checkMetrics(_ settings: RenderSettings) throws(UsageError) {
        guard let metrics = settings.metrics else { return }
        try checkState(metrics, "--metrics", settings.target)
        if metrics.isEmpty || metrics == "-" {
            throw UsageError("--metrics (\(metrics)) is no file; name one")
        }
        var others: [RawPath] = []
        if let report = settings.report, report != "-" { others.append(report) }
        if case .file(let output) = settings.target { others.append(output) }
        let real = RealPath.resolveNew(metrics)
        if others.contains(where: { RealPath.resolveNew($0) == real }) {
            throw UsageError("--metrics (\(metrics)) is another output's file, too; choose another name")
        }
        let folder = metrics.parent.isEmpty ? RawPath(".") : metrics.parent
        guard let place = try? stat(folder), place.kind == .folder else {
            throw UsageError(
                "--metrics (\(metrics)): there is no folder \(folder); make it, or choose another")
        }
        guard let status = try? stat(metrics) else { return }
        let start = Metrics.beginning.utf8
        let isOurs =
            status.st_size == 0
            || FileBytes.read(metrics, from: 0, count: start.count).elementsEqual(start)
        if status.kind != .file || !isOurs {
            throw UsageError(
                "--metrics (\(metrics)) is there already, and has no metrics; choose another name")
        }
    }

    /// Refuses a file in the place of what the run itself keeps.
    private static func checkState(
        _ path: RawPath, _ option: String, _ target: OutputTarget
    ) throws(UsageError) {
        guard let state = StateFolder(target) else { return }
        if RealPath.resolveNew(path).parent == RealPath.resolveNew(state.path) {
            throw UsageError("\(option) (\(path)) lies where the journal is; choose another place")
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
