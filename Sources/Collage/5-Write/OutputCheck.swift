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
            guard let status = try? stat(path) else { return }
            let identity = FolderIdentity(status)
            for case .files(let files) in inputs {
                for file in files {
                    guard let photo = try? stat(file), FolderIdentity(photo) == identity else { continue }
                    throw UsageError("--output (\(path)) is one of the photos; choose another name")
                }
            }
            for case .folder(let root, _) in inputs {
                guard status.kind == .file, let real = RealPath.resolve(path),
                    let folder = RealPath.resolve(root)
                else { continue }
                if real.bytes.starts(with: folder.bytes + [RawPath.slash]), !OwnOutput.isOurs(path) {
                    throw UsageError(
                        "--output (\(path)) is there already, among the photos, and not a collage;"
                            + " choose another name")
                }
            }
        case .directory(let path):
            let output = RealPath.resolveNew(path)
            for case .folder(let root, let name) in inputs {
                guard let real = RealPath.resolve(root) else { continue }
                if output == real {
                    throw UsageError("--output (\(path)) is the folder of photos itself; choose another")
                }
                if output.appending(name) == real {
                    throw UsageError(
                        "--output (\(path)) would put collages among the photos of \(root); choose another")
                }
            }
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

/// Telling our own outputs from photos.
enum OwnOutput {
    /// What every output says of itself, in its XMP packet: `xmp:CreatorTool` (XMP specification, part 1, 8.4).
    private static let mark = Array("xmp:CreatorTool=\"collage\"".utf8)

    static func isOurs(_ path: RawPath) -> Bool {
        guard let bytes = try? FileBytes.read(path) else { return false }
        return csystem_contains(bytes, bytes.count, mark, mark.count) != 0
    }
}
