// One folder's entries, sorted out by name and kind. Blocks: runs on the I/O pool.

import Glibc
import Wire

/// The rules by which a folder's entries are chosen.
struct ScanRules: Sendable {
    var isRecursive = true
    var followsLinks = false
    var exclude = ExcludePatterns()
    var collage = CollageDefaults()
    /// Whether a root's settings are those of all that is found in it.
    var rootSettingsCoverAll = false
    /// The output directory's real path, which is never scanned.
    var outputDirectory: RawPath?
    /// An output file's real path, which is no photo, and neither are its pages.
    var outputFile: RawPath?
}

/// What one folder holds.
struct FolderListing: Sendable {
    var photos: [FoundPhoto] = []
    var subfolders: [RawPath] = []
    var skipped: [SkippedFile] = []
    /// The folder's own settings, or what is wrong with them.
    var settings = Result<FolderSettings, CollageFault>.success(FolderSettings())
    var identity: FolderIdentity?
    /// Real paths of folders outside of this one's real place, to which links to photos lead.
    var linkedFolders: Set<RawPath> = []

    /// Lists the folder.
    ///
    /// - Parameters:
    ///   - root: the path of the input, and its real path, without links.
    ///   - folder: relative to the root.
    ///   - ancestors: the folders above; one that comes again is a loop.
    init(
        root: RawPath, realRoot: RawPath, folder: RawPath, ancestors: [FolderIdentity], rules: ScanRules
    ) throws(SystemError) {
        let path = root.appending(folder)
        let names: [(name: RawPath, type: UInt8)]
        (names, identity) = try Self.entries(of: path)
        if let identity, ancestors.contains(identity) {
            skipped = [SkippedFile(path: folder, reason: .loop)]
            return
        }
        let real = realRoot.appending(folder)
        if isOutput(real, rules: rules) {
            skipped = [SkippedFile(path: folder, reason: .ownOutput)]
            return
        }
        if names.contains(where: { $0.name == PhotoNaming.noMedia }) { return }
        if names.contains(where: { $0.name == FolderSettings.fileName }) {
            settings = Result { () throws(CollageFault) in try FolderSettings.read(in: path) }
        }
        let own = (try? settings.get())?.exclude ?? ExcludePatterns()
        let outputFile = rules.outputFile?.parent == real ? rules.outputFile?.lastComponent : nil
        for entry in names.sorted(by: { NaturalOrder.precedes($0.name, $1.name) }) {
            add(
                entry.name, type: entry.type, of: folder, at: path, rules: rules, own: own,
                outputFile: outputFile)
        }
        pairRaws()
        // Reached by a link, it may lie anywhere.
        if rules.followsLinks, !photos.isEmpty, let place = RealPath.resolve(path) {
            linkedFolders.insert(place)
        }
    }

    /// Whether this is the output directory, by its path, or where links are followed by what it is.
    private func isOutput(_ real: RawPath, rules: ScanRules) -> Bool {
        guard let output = rules.outputDirectory else { return false }
        if real == output { return true }
        guard rules.followsLinks, let identity, let status = try? stat(output) else { return false }
        return identity == FolderIdentity(status)
    }

    private mutating func add(
        _ name: RawPath, type: UInt8, of folder: RawPath, at path: RawPath, rules: ScanRules,
        own: ExcludePatterns, outputFile: RawPath?
    ) {
        if name == FolderSettings.fileName { return }
        let relative = folder.appending(name)
        func isExcluded(isFolder: Bool) -> Bool {
            rules.exclude.excludes(relative, isFolder: isFolder) || own.excludes(name, isFolder: isFolder)
        }
        func skip(_ reason: SkipReason) { skipped.append(SkippedFile(path: relative, reason: reason)) }

        let status = Self.status(of: path.appending(name), name: name, type: type)
        if status.kind == .folder {
            if status.isLink, !rules.followsLinks { return skip(.notAFile) }
            guard rules.isRecursive else { return }
            if PhotoNaming.isPassedOver(folder: name) { return skip(.hidden) }
            if isExcluded(isFolder: true) { return skip(.excluded) }
            return subfolders.append(name)
        }
        let kind = PhotoNaming.kind(of: name)
        if kind == .hidden { return skip(.hidden) }
        if kind == .other { return skip(.notAPhotoName) }
        if isExcluded(isFolder: false) { return skip(.excluded) }
        if status.kind == .other { return skip(.notAFile) }
        if let outputFile, OutputName.isPage(name, of: outputFile), OwnOutput.isOurs(path.appending(name)) {
            return skip(.ownOutput)
        }
        if kind == .raw { return skip(.raw) }
        photos.append(FoundPhoto(path: relative, identity: status.identity))
        if status.isLink, let real = RealPath.resolve(path.appending(name)) {
            linkedFolders.insert(real.parent)
        }
    }

    /// A raw file beside a rendered photo of the same stem is that photo.
    private mutating func pairRaws() {
        guard skipped.contains(where: { $0.reason == .raw }) else { return }
        let stems = Set(photos.map(\.path.stem))
        for index in skipped.indices
        where skipped[index].reason == .raw && stems.contains(skipped[index].path.stem) {
            skipped[index].reason = .paired
        }
    }

    /// What an entry is; a photo's identity besides. A file that can't be looked at counts as a file.
    private static func status(
        of path: RawPath, name: RawPath, type: UInt8
    ) -> (kind: stat.Kind, isLink: Bool, identity: FileIdentity?) {
        let isPhoto = PhotoNaming.kind(of: name) == .photo
        if type == UInt8(DT_DIR) { return (.folder, false, nil) }
        if type == UInt8(DT_REG), !isPhoto { return (.file, false, nil) }
        guard let own = try? stat(path, followingLinks: false) else { return (.file, false, nil) }
        guard own.kind == .link else { return (own.kind, false, FileIdentity(own)) }
        guard let target = try? stat(path) else { return (.file, true, nil) }
        return (target.kind, true, FileIdentity(target))
    }

    /// `opendir(3)`, `readdir(3)`: names and types, but for `.` and `..`.
    private static func entries(
        of path: RawPath
    ) throws(SystemError) -> (names: [(name: RawPath, type: UInt8)], identity: FolderIdentity?) {
        guard let directory = path.withCString({ opendir($0) }) else { throw SystemError("opendir") }
        defer { closedir(directory) }
        var status = stat()
        let identity = fstat(dirfd(directory), &status) == 0 ? FolderIdentity(status) : nil
        var names: [(name: RawPath, type: UInt8)] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw SystemError("readdir") }
                return (names, identity)
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { RawPath(cString: $0) }
            }
            if name != "." && name != ".." { names.append((name, entry.pointee.d_type)) }
        }
    }
}
