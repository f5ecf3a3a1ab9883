// `--group`: one collage a folder, or one of all that is found.

import Streams

/// What makes up one collage.
public enum Grouping: String, Sendable, CaseIterable {
    case folder, all
}

extension Publisher where Output == Found, Failure == Never {
    /// Puts everything that is found on one collage where that is asked for.
    func grouped(by grouping: Grouping) -> AnyPublisher<Found, Never> {
        switch grouping {
        case .folder: eraseToAnyPublisher()
        case .all: collect().flatMap { $0.merged().publisher }.eraseToAnyPublisher()
        }
    }
}

extension [Found] {
    /// All photos as one collage: the root's, or one of files where there are several roots.
    func merged() -> [Found] {
        var others: [Found] = []
        var collages: [FoundCollage] = []
        for found in self {
            switch found {
            case .collage(let collage): collages.append(collage)
            default: others.append(found)
            }
        }
        guard let first = collages.first else { return others }
        var merged = FoundCollage(source: first.source, folder: "", photos: [], skipped: [])
        let isOneRoot = collages.allSatisfy { $0.source == first.source }
        if !isOneRoot { merged.source = .files([]) }
        for collage in collages {
            func relocated(_ path: RawPath) -> RawPath {
                isOneRoot ? path : collage.source.root.appending(path)
            }
            merged.photos += collage.photos.map {
                FoundPhoto(path: relocated($0.path), identity: $0.identity)
            }
            merged.skipped += collage.skipped.map {
                SkippedFile(path: relocated($0.path), reason: $0.reason)
            }
        }
        return others + [.collage(merged)]
    }
}
