// What the scan finds: photos, what was left out and why, and what could not be looked at.

import Wire

/// A photo that was found or named.
struct FoundPhoto: Hashable, Sendable {
    /// Relative to its root for photos of a folder; as given for photos that were named.
    var path: RawPath
    /// Nil where the file could not be looked at; opening it will say why.
    var identity: FileIdentity?
}

/// Why something in a folder is not on the collage; the cases are the report's words.
enum SkipReason: String, Sendable {
    case hidden
    case notAPhotoName = "not-a-photo-name"
    case excluded
    case notAFile = "not-a-file"
    case loop
    case ownOutput = "own-output"
    case notChosen = "not-chosen"
    case paired
    case raw
}

struct SkippedFile: Hashable, Sendable {
    /// Relative to its root.
    var path: RawPath
    var reason: SkipReason
}

/// Where photos come from: a folder that was named, or a list of files.
enum InputSource: Hashable, Sendable {
    /// A folder by its path as given; `name` is the last part of its real path.
    case folder(path: RawPath, name: RawPath, real: RawPath = "")
    /// Files by their paths as given.
    case files([RawPath])

    /// What paths in the report are relative to.
    var root: RawPath {
        switch self {
        case .folder(let path, _, _): path
        case .files: RawPath(bytes: [])
        }
    }

    /// A folder of it, for people.
    func place(_ folder: RawPath) -> RawPath {
        if case .files = self { "the list" } else { root.appending(folder) }
    }

    /// The root without links, which tells it from others of its name; empty for lists.
    var realRoot: RawPath {
        switch self {
        case .folder(_, _, let real): real
        case .files: RawPath(bytes: [])
        }
    }
}

/// What belongs on one collage, pages included.
struct FoundCollage: Sendable {
    var source: InputSource
    /// Relative to the root; empty for the root itself and for lists.
    var folder: RawPath
    var photos: [FoundPhoto]
    var skipped: [SkippedFile]
    /// Whether the photos were named one by one: their order then means something.
    var isList = false
    var settings = CollageSettings()
    /// Why it can't be made, if that is known already.
    var fault: CollageFault?
    /// Folders beside this one whose names a page of this collage could take, or its output.
    var rivals: [RawPath] = []
    /// The key of its photos, where choosing among them takes their headers.
    var candidates: Digest?
}

/// What the scan has to say besides collages; it passes the other stages by, and is reported.
indirect enum Aside: Sendable {
    /// A folder without photos of its own, that has something left out.
    case passedOver(source: InputSource, folder: RawPath, skipped: [SkippedFile])
    /// A folder that could not be listed.
    case unreadable(source: InputSource, folder: RawPath, SystemError)
    /// No photo in all of a named input.
    case nothing(in: InputSource)
    /// An output that can stay as it is.
    case unchanged(UnchangedPage)
    /// An output that is not made yet, since a photo of it may not be complete.
    case deferred(DeferredPage)
    /// Pages that a collage once had: only the pruner hears of them.
    case superseded(SupersededPages)
    /// An output that was removed, since its folder or its page is gone.
    case pruned(output: RawPath)
    /// Outputs that `--prune` leaves, since what is gone may be a disk.
    case spared(folder: RawPath, why: String)
}

/// One thing that the scan finds.
indirect enum Found: Sendable {
    case collage(FoundCollage)
    case aside(Aside)
}
