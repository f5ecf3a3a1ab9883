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
    var subfolders = NameQueue()
    /// For sub-folders that have any: the others whose names their pages or outputs could take.
    var rivals: [RawPath: [RawPath]] = [:]
    var skipped: [SkippedFile] = []
    /// The folder's own settings, or what is wrong with them.
    var settings = Result<FolderSettings, CollageFault>.success(FolderSettings())
    var identity: FolderIdentity?
    /// Real paths of folders outside of this one's real place, to which links to photos lead.
    var linkedFolders: Set<RawPath> = []

    /// Lists the folder (`opendir(3)`).
    ///
    /// - Parameters:
    ///   - root: the path of the input, and its real path, without links.
    ///   - folder: relative to the root.
    ///   - ancestors: the folders above; one that comes again is a loop.
    init(
        root: RawPath, realRoot: RawPath, folder: RawPath, ancestors: [FolderIdentity], rules: ScanRules
    ) throws(SystemError) {
        let path = root.appending(folder)
        FaultPoint.hit(.listed)
        guard let directory = path.withCString({ opendir($0) }) else { throw SystemError("opendir") }
        defer { closedir(directory) }
        identity = (try? stat(open: dirfd(directory))).map(FolderIdentity.init)
        if let identity, ancestors.contains(identity) {
            skipped = [SkippedFile(path: folder, reason: .loop)]
            return
        }
        let real = realRoot.appending(folder)
        if isOutput(real, rules: rules) {
            skipped = [SkippedFile(path: folder, reason: .ownOutput)]
            return
        }
        let entries = try FolderEntries(of: directory)
        if entries.contains(PhotoNaming.noMedia) { return }
        if entries.contains(FolderSettings.fileName) {
            settings = Result { () throws(CollageFault) in try FolderSettings.read(in: path) }
        }
        let outputFile = rules.outputFile?.parent == real ? rules.outputFile?.lastComponent : nil
        let place = Place(
            folder: folder, path: path, descriptor: dirfd(directory), rules: rules,
            own: (try? settings.get())?.exclude ?? ExcludePatterns(), outputFile: outputFile)
        entries.forEach { add($0, in: place) }
        var names = subfolders
        rivals = OutputName.rivals(
            among: IteratorSequence(AnyIterator { names.popFirst() }), isThere: entries.contains)
        pairRaws()
        // Reached by a link, it may lie anywhere.
        if rules.followsLinks, !photos.isEmpty, let place = RealPath.resolve(path) {
            linkedFolders.insert(place)
        }
    }

    /// The folder that is being listed.
    private struct Place {
        /// Relative to the root.
        var folder: RawPath
        var path: RawPath
        var descriptor: Int32
        var rules: ScanRules
        /// What the folder itself leaves out of it.
        var own: ExcludePatterns
        /// The name of the output file, where it lies here.
        var outputFile: RawPath?
    }

    /// Whether this is the output directory, by its path, or where links are followed by what it is.
    private func isOutput(_ real: RawPath, rules: ScanRules) -> Bool {
        guard let output = rules.outputDirectory else { return false }
        if real == output { return true }
        guard rules.followsLinks, let identity, let status = try? stat(output) else { return false }
        return identity == FolderIdentity(status)
    }

    private mutating func add(_ entry: FolderEntries.Entry, in place: Place) {
        if entry.name.elementsEqual(FolderSettings.fileName.bytes) { return }
        let rules = place.rules
        func relative() -> RawPath { place.folder.appending(entry.name) }
        func path() -> RawPath { place.path.appending(entry.name) }
        func isExcluded(isFolder: Bool) -> Bool {
            (!rules.exclude.isEmpty && rules.exclude.excludes(relative(), isFolder: isFolder))
                || (!place.own.isEmpty && place.own.excludes(RawPath(bytes: entry.name), isFolder: isFolder))
        }
        func skip(_ reason: SkipReason) { skipped.append(SkippedFile(path: relative(), reason: reason)) }

        let kind = PhotoNaming.kind(of: entry.name)
        let status = Self.status(of: entry, in: place, isPhoto: kind == .photo)
        if status.kind == .folder {
            if status.isLink, !rules.followsLinks { return skip(.notAFile) }
            guard rules.isRecursive else { return }
            if PhotoNaming.isPassedOver(folder: entry.name) { return skip(.hidden) }
            if isExcluded(isFolder: true) { return skip(.excluded) }
            return subfolders.append(entry.name)
        }
        if kind == .hidden { return skip(.hidden) }
        if kind == .other { return skip(.notAPhotoName) }
        if isExcluded(isFolder: false) { return skip(.excluded) }
        if status.kind == .other { return skip(.notAFile) }
        if let output = place.outputFile, OutputName.isPage(RawPath(bytes: entry.name), of: output),
            OwnOutput.isOurs(path())
        {
            return skip(.ownOutput)
        }
        if kind == .raw { return skip(.raw) }
        photos.append(FoundPhoto(path: relative(), identity: status.identity))
        if status.isLink, let real = RealPath.resolve(path()) {
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
        of entry: FolderEntries.Entry, in place: Place, isPhoto: Bool
    ) -> (kind: stat.Kind, isLink: Bool, identity: FileIdentity?) {
        if entry.type == UInt8(DT_DIR) { return (.folder, false, nil) }
        if entry.type == UInt8(DT_REG), !isPhoto { return (.file, false, nil) }
        return entry.withCString { name in
            guard let own = try? stat(name, in: place.descriptor, followingLinks: false) else {
                return (.file, false, nil)
            }
            guard own.kind == .link else { return (own.kind, false, FileIdentity(own)) }
            guard let target = try? stat(name, in: place.descriptor) else { return (.file, true, nil) }
            return (target.kind, true, FileIdentity(target))
        }
    }
}
