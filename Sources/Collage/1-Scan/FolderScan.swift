// The first stage: walks the inputs, one folder at a time and only as far as is asked for.

import Glibc
import Streams
import Wire

/// A publisher of what the inputs hold, depth first, in natural order.
///
/// Folders are listed only while there is demand for what is in them, and a few ahead of it; what waits to be
/// listed is no more than the names of the folders beside those on the way down.
struct FolderScan: Publisher {
    typealias Output = Found
    typealias Failure = Never

    var inputs: [InputSource]
    var rules: ScanRules
    /// Told where photos are.
    var protected: ProtectedPlaces
    var io: IOPool

    func receive<S: Subscriber>(subscriber: S) where S.Input == Found, S.Failure == Never {
        subscriber.receive(subscription: Walk(self, subscriber: subscriber))
    }
}

extension FolderScan {
    /// Runs on the event loop alone.
    private final class Walk<Downstream: Subscriber>: Subscription, CustomStringConvertible
    where Downstream.Input == Found, Downstream.Failure == Never {
        private enum Step {
            case walk(SiblingFolders)
            case look(at: [RawPath], of: InputSource)
            case give(Found)
            /// All of an input was walked.
            case end(of: InputSource)
        }

        private let rules: ScanRules
        private let protected: ProtectedPlaces
        private let io: IOPool
        private var subscriber: Downstream?
        /// What to do next is last.
        private var steps: [Step] = []
        private var demand = Subscribers.Demand.none
        private var isBusy = false
        private var looking: AnyCancellable?
        private var photosInInput = 0
        /// Then it is not known whether there are photos, and that it can't be read is said already.
        private var isRootUnreadable = false

        var description: String { "FolderScan" }

        init(_ scan: FolderScan, subscriber: Downstream) {
            rules = scan.rules
            protected = scan.protected
            io = scan.io
            self.subscriber = subscriber
            let roots = scan.inputs.compactMap { input -> RawPath? in
                if case .folder(_, let name, _) = input { name } else { nil }
            }
            let rivals = OutputName.rivals(among: roots, isThere: roots.contains)
            for input in scan.inputs.reversed() {
                steps.append(.end(of: input))
                switch input {
                case .folder(_, let name, let real):
                    steps.append(
                        .walk(
                            SiblingFolders(root: input, realPath: real, rivals: rivals[name, default: []])))
                case .files(let paths):
                    if !paths.isEmpty { steps.append(.look(at: paths, of: input)) }
                }
            }
        }

        func request(_ more: Subscribers.Demand) {
            demand += more
            advance()
        }

        func cancel() {
            subscriber = nil
            looking = nil
            steps = []
        }

        /// Takes steps while there is demand; a step may ask for more from inside, hence the flag.
        private func advance() {
            guard !isBusy else { return }
            isBusy = true
            steps: while demand > 0, let subscriber {
                guard let step = steps.popLast() else {
                    cancel()
                    subscriber.receive(completion: .finished)
                    break
                }
                switch step {
                case .give(let found): give(found, to: subscriber)
                case .end(let input):
                    if photosInInput == 0, !isRootUnreadable {
                        give(.aside(.nothing(in: input)), to: subscriber)
                    }
                    photosInInput = 0
                    isRootUnreadable = false
                case .walk(let siblings):
                    guard !siblings.isOver else { continue }
                    steps.append(step)
                    list(siblings.next())
                    // What comes of it goes on with `advance`.
                    guard let (folder, result) = siblings.popListed() else { break steps }
                    receive(result, of: folder, among: siblings)
                // Still busy with it: it goes on with `advance`.
                case .look(let paths, let input): return look(at: paths, of: input)
                }
            }
            isBusy = false
        }

        private func give(_ found: Found, to subscriber: Downstream) {
            if case .collage(let collage) = found { photosInInput += collage.photos.count }
            demand -= 1
            demand += subscriber.receive(found)
        }

        private func list(_ folders: [SiblingFolders.Folder]) {
            for folder in folders {
                let (place, rules) = (folder.place, rules)
                io.run { () throws(SystemError) in
                    try FolderListing(
                        root: place.source.root, realRoot: place.realRoot, folder: folder.path,
                        ancestors: place.ancestors, rules: rules)
                } then: { [weak self] result in
                    folder.listing = result
                    self?.advance()
                }
            }
        }

        /// Looks at files that were named; one that can't be looked at says why when it is opened.
        private func look(at paths: [RawPath], of input: InputSource) {
            looking = io.run { () throws(SystemError) in
                paths.map { path -> (photo: FoundPhoto, folder: RawPath?) in
                    guard let own = try? stat(path, followingLinks: false), let status = try? stat(path)
                    else {
                        return (FoundPhoto(path: path, identity: nil), nil)
                    }
                    let folder = own.kind == .link ? RealPath.resolve(path)?.parent : nil
                    return (FoundPhoto(path: path, identity: FileIdentity(status)), folder)
                }
            }
            .sink { [weak self] result in
                guard let self else { return }
                let found = (try? result.get()) ?? paths.map { (FoundPhoto(path: $0, identity: nil), nil) }
                protected.add(Set(found.compactMap(\.folder)))
                steps.append(
                    .give(
                        .collage(
                            FoundCollage(
                                source: input, folder: "", photos: found.map(\.photo), skipped: [],
                                isList: true, settings: rules.collage.settings()))))
                isBusy = false
                advance()
            }
        }

        private func receive(
            _ result: Result<FolderListing, SystemError>, of folder: SiblingFolders.Folder,
            among siblings: SiblingFolders
        ) {
            let source = folder.place.source
            switch result {
            case .failure(let error):
                if folder.path.isEmpty { isRootUnreadable = true }
                steps.append(.give(.aside(.unreadable(source: source, folder: folder.path, error))))
            case .success(let listing):
                protected.add(listing.linkedFolders)
                let (settings, fault) = settings(of: listing, folder)
                if !listing.subfolders.isEmpty {
                    siblings.lookAheadNoMore()
                    steps.append(
                        .walk(
                            SiblingFolders(
                                in: folder, listing, settings: rules.rootSettingsCoverAll ? settings : nil)))
                }
                if !listing.photos.isEmpty || fault != nil {
                    steps.append(
                        .give(
                            .collage(
                                FoundCollage(
                                    source: source, folder: folder.path, photos: listing.photos,
                                    skipped: listing.skipped, settings: settings, fault: fault,
                                    rivals: folder.rivals))))
                } else if !listing.skipped.isEmpty {
                    steps.append(
                        .give(
                            .aside(
                                .passedOver(source: source, folder: folder.path, skipped: listing.skipped))))
                }
            }
        }

        private func settings(
            of listing: FolderListing, _ folder: SiblingFolders.Folder
        ) -> (CollageSettings, CollageFault?) {
            switch listing.settings {
            case .success(let own): (folder.place.settings ?? rules.collage.settings(for: own), nil)
            case .failure(let fault): (folder.place.settings ?? rules.collage.settings(), fault)
            }
        }
    }
}
