// What the command line names, looked at once before anything else is done.

import Glibc
import Wire

/// The inputs of a run.
enum InputResolution {
    /// Folders as roots, all files together as one list, and the list that `--files-from` names.
    ///
    /// - Throws: `UsageError` for what is missing, is neither folder nor file, or is there twice by name;
    ///   `StopSignals.Stopped` where a signal comes while a list is read.
    static func resolve(_ settings: RenderSettings, signals: StopSignals) throws -> [InputSource] {
        var inputs: [InputSource] = []
        var files: [RawPath] = []
        for path in settings.paths {
            let status: stat
            do throws(SystemError) { status = try stat(path) } catch {
                throw UsageError("can't read (\(path)): \(error); check the path")
            }
            switch status.kind {
            case .folder:
                let real = RealPath.resolve(path) ?? path
                let name = real.lastComponent.isEmpty ? RawPath("root") : real.lastComponent
                inputs.append(.folder(path: path, name: name, real: real))
            case .file: files.append(path)
            default:
                throw UsageError("can't use (\(path)): it is neither a folder nor a regular file")
            }
        }
        if let list = settings.list {
            files = try read(list, isNullSeparated: settings.listIsNullSeparated, signals: signals)
            inputs.append(.files(files))
        } else if !files.isEmpty {
            inputs.append(.files(files))
        }
        if inputs.isEmpty { throw UsageError("no photos were named; give a folder, or see `collage --help`") }
        try checkNames(of: inputs)
        return inputs
    }

    /// The paths in a list: one a line, or NUL-separated; empty ones are passed over.
    private static func read(
        _ list: RawPath, isNullSeparated: Bool, signals: StopSignals
    ) throws -> [RawPath] {
        let bytes: [UInt8]
        do {
            bytes =
                try list == "-" ? FileBytes.read(0, unless: signals) : FileBytes.read(list, unless: signals)
        } catch let error as SystemError {
            throw UsageError("can't read the list (\(list)): \(error); check --files-from")
        }
        let separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
        let paths = bytes.split(separator: separator).map { RawPath(bytes: $0) }
        if paths.contains(where: { $0.bytes.contains(0) }) {
            throw UsageError("the list (\(list)) is NUL-separated; add --null")
        }
        return paths
    }

    private static func checkNames(of inputs: [InputSource]) throws(UsageError) {
        var seen: [RawPath: RawPath] = [:]
        for input in inputs {
            let (name, path): (RawPath, RawPath)
            switch input {
            case .folder(let given, let own, _): (name, path) = (own, given)
            case .files: (name, path) = (OutputName.anonymous, "the files")
            }
            if let other = seen.updateValue(path, forKey: name) {
                throw UsageError(
                    "\(other) and \(path) have the same name, \(name), and so would their collages;"
                        + " use two runs with an --output each")
            }
        }
    }
}
