// The first stage: walks the inputs, one folder at a time and only as far as is asked for.

import Glibc
import Streams
import Wire

/// A publisher of what the inputs hold, depth first, in natural order.
///
/// A folder is listed only when there is demand for what is in it; what waits to be listed is no more than
/// the names of the folders beside those on the way down.
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

/// A folder that waits to be listed.
private struct PendingFolder: Sendable {
    var source: InputSource
    var root: RawPath
    var realRoot: RawPath
    var folder: RawPath
    var ancestors: [FolderIdentity]
    var rivals: [RawPath]
    /// Settings of the root, where they cover all that is in it.
    var settings: CollageSettings?
}

extension FolderScan {
    /// Runs on the event loop alone.
    private final class Walk<Downstream: Subscriber>: Subscription, CustomStringConvertible
    where Downstream.Input == Found, Downstream.Failure == Never {
        private enum Step {
            case list(PendingFolder)
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
        private var listing: AnyCancellable?
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
                if case .folder(_, let name) = input { name } else { nil }
            }
            let rivals = OutputName.rivals(among: roots)
            for input in scan.inputs.reversed() {
                steps.append(.end(of: input))
                switch input {
                case .folder(let path, let name):
                    let pending = PendingFolder(
                        source: input, root: path, realRoot: RealPath.resolve(path) ?? path, folder: "",
                        ancestors: [], rivals: rivals[name, default: []])
                    steps.append(.list(pending))
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
            listing = nil
            steps = []
        }

        /// Takes steps while there is demand; a step may ask for more from inside, hence the flag.
        private func advance() {
            guard !isBusy else { return }
            isBusy = true
            while demand > 0, let subscriber {
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
                // Still busy with these: they go on with `advance`.
                case .list(let pending): return list(pending)
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

        private func list(_ pending: PendingFolder) {
            let rules = rules
            listing = io.run { () throws(SystemError) in
                try FolderListing(
                    root: pending.root, realRoot: pending.realRoot, folder: pending.folder,
                    ancestors: pending.ancestors, rules: rules)
            }
            .sink { [weak self] result in
                guard let self else { return }
                receive(result, of: pending)
                isBusy = false
                advance()
            }
        }

        /// Looks at files that were named; one that can't be looked at says why when it is opened.
        private func look(at paths: [RawPath], of input: InputSource) {
            listing = io.run { () throws(SystemError) in
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

        private func receive(_ result: Result<FolderListing, SystemError>, of pending: PendingFolder) {
            guard subscriber != nil else { return }
            switch result {
            case .failure(let error):
                if pending.folder.isEmpty { isRootUnreadable = true }
                steps.append(
                    .give(.aside(.unreadable(source: pending.source, folder: pending.folder, error))))
            case .success(let listing):
                protected.add(listing.linkedFolders)
                let ancestors = pending.ancestors + (listing.identity.map { [$0] } ?? [])
                let (settings, fault) = settings(of: listing, pending)
                let rivals = OutputName.rivals(among: listing.subfolders)
                for name in listing.subfolders.reversed() {
                    steps.append(
                        .list(
                            PendingFolder(
                                source: pending.source, root: pending.root, realRoot: pending.realRoot,
                                folder: pending.folder.appending(name), ancestors: ancestors,
                                rivals: rivals[name, default: []],
                                settings: rules.rootSettingsCoverAll ? settings : nil)))
                }
                if !listing.photos.isEmpty || fault != nil {
                    steps.append(
                        .give(
                            .collage(
                                FoundCollage(
                                    source: pending.source, folder: pending.folder, photos: listing.photos,
                                    skipped: listing.skipped, settings: settings, fault: fault,
                                    rivals: pending.rivals))))
                } else if !listing.skipped.isEmpty {
                    steps.append(
                        .give(
                            .aside(
                                .passedOver(
                                    source: pending.source, folder: pending.folder,
                                    skipped: listing.skipped))))
                }
            }
        }

        private func settings(
            of listing: FolderListing, _ pending: PendingFolder
        ) -> (CollageSettings, CollageFault?) {
            switch listing.settings {
            case .success(let own): (pending.settings ?? rules.collage.settings(for: own), nil)
            case .failure(let fault): (pending.settings ?? rules.collage.settings(), fault)
            }
        }
    }
}
