// Folders beside each other that wait to be listed, and which of them are listed next.

import Wire

/// The sub-folders of one folder in their order, a few of them listed ahead; of the event loop's thread alone.
final class SiblingFolders {
    /// What all of them share.
    struct Place: Sendable {
        var source: InputSource
        var realRoot: RawPath
        /// Relative to the root.
        var parent: RawPath
        var ancestors: [FolderIdentity]
        /// Settings of the root, where they cover all that is in it.
        var settings: CollageSettings?
    }

    /// One folder on its way.
    ///
    /// `@unchecked Sendable`: a call on another thread reads what does not change, and sets nothing.
    final class Folder: @unchecked Sendable {
        let place: Place
        /// Relative to the root.
        let path: RawPath
        let rivals: [RawPath]
        /// What it holds, once it is known.
        var listing: Result<FolderListing, SystemError>?

        fileprivate init(place: Place, name: RawPath, rivals: [RawPath]) {
            self.place = place
            path = place.parent.appending(name)
            self.rivals = rivals
        }

        /// The same, not listed.
        fileprivate init(again folder: Folder) {
            (place, path, rivals) = (folder.place, folder.path, folder.rivals)
        }
    }

    /// How many are listed at the same time, or wait listed: as many as keep the stages behind busy.
    private static let most = 3

    private let place: Place
    private let rivals: [RawPath: [RawPath]]
    private var names: NameQueue
    /// Those that are being listed or are listed already.
    private var begun: [Folder] = []
    /// Those that are next, and not begun.
    private var postponed: [Folder] = []
    private var looksAhead = true

    /// A root alone.
    init(root: InputSource, realPath: RawPath, rivals: [RawPath]) {
        place = Place(source: root, realRoot: realPath, parent: "", ancestors: [])
        names = NameQueue([""])
        self.rivals = ["": rivals]
    }

    /// - Parameter settings: those of the root, where they cover all that is in it.
    init(in folder: Folder, _ listing: FolderListing, settings: CollageSettings?) {
        place = Place(
            source: folder.place.source, realRoot: folder.place.realRoot, parent: folder.path,
            ancestors: folder.place.ancestors + (listing.identity.map { [$0] } ?? []), settings: settings)
        names = listing.subfolders
        rivals = listing.rivals
    }

    /// Whether all of them were given.
    var isOver: Bool { begun.isEmpty && postponed.isEmpty && names.isEmpty }

    /// The folders whose listing is to begin now.
    func next() -> [Folder] {
        var next: [Folder] = []
        while begun.count < (looksAhead ? Self.most : 1), let folder = popWaiting() {
            begun.append(folder)
            next.append(folder)
        }
        return next
    }

    private func popWaiting() -> Folder? {
        if !postponed.isEmpty { return postponed.removeFirst() }
        return names.popFirst().map { Folder(place: place, name: $0, rivals: rivals[$0, default: []]) }
    }

    /// The first one, if it is listed.
    func popListed() -> (Folder, Result<FolderListing, SystemError>)? {
        guard let first = begun.first, let listing = first.listing else { return nil }
        begun.removeFirst()
        return (first, listing)
    }

    /// One of them has sub-folders, which come before the others: those would have to be kept, for how long
    /// nobody knows, and so would theirs. What was listed of them is forgotten.
    func lookAheadNoMore() {
        looksAhead = false
        postponed = begun.map { Folder(again: $0) } + postponed
        begun = []
    }
}
