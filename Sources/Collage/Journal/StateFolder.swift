// Where a run keeps its journal and its lock: in a hidden folder beside its outputs.

import Wire

/// The names of what belongs to an output directory, or to a single output file.
///
/// Several can share a folder, one a file, and later one a shard of an output directory.
struct StateFolder: Hashable, Sendable {
    /// The directory that the outputs' names are relative to.
    let outputs: RawPath
    /// Put before the names; empty for a whole directory.
    private let prefix: RawPath

    /// Nil for standard output, of which nothing can be remembered.
    init?(_ target: OutputTarget) {
        switch target {
        case .standardOutput: return nil
        case .directory(let path): (outputs, prefix) = (path, "")
        case .file(let path):
            outputs = path.parent.isEmpty ? "." : path.parent
            prefix = Self.short(path.lastComponent).suffixed(".")
        }
    }

    static let name: RawPath = ".collage"

    var path: RawPath { outputs.appending(Self.name) }
    var journal: RawPath { path.appending(RawPath(bytes: prefix.bytes + Array("journal".utf8))) }
    var lock: RawPath { path.appending(RawPath(bytes: prefix.bytes + Array("lock".utf8))) }

    /// An output's path relative to the directory.
    func relative(_ output: RawPath) -> RawPath {
        let folder = outputs.bytes + (outputs.bytes.last == RawPath.slash ? [] : [RawPath.slash])
        return output.bytes.starts(with: folder)
            ? RawPath(bytes: output.bytes.dropFirst(folder.count)) : output
    }

    /// So short that something can be put behind it (NAME_MAX is 255).
    private static func short(_ name: RawPath) -> RawPath {
        guard name.bytes.count > 200 else { return name }
        let digest = JournalText.hex(ShortDigest.of(name.bytes))
        return RawPath(bytes: name.bytes.prefix(180) + [UInt8(ascii: "-")] + digest)
    }
}
