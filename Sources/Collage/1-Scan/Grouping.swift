// `--group`: one collage a folder, or one of all that is found.

import Streams

/// What makes up one collage.
public enum Grouping: String, Sendable, CaseIterable {
    case folder, all
}

extension Publisher where Output == Found, Failure == Never {
    /// Puts everything that is found on one collage where that is asked for.
    ///
    /// A single output takes a single collage: it fails before anything is painted where there are more.
    ///
    /// - Parameter settings: of a collage of several roots.
    func grouped(
        by grouping: Grouping, for target: OutputTarget, settings: CollageSettings
    ) -> AnyPublisher<Found, RunFault> {
        switch (grouping, target) {
        case (.folder, .directory): setFailureType(to: RunFault.self).eraseToAnyPublisher()
        case (.folder, .file), (.folder, .standardOutput):
            collect()
                .setFailureType(to: RunFault.self)
                .flatMap { found -> AnyPublisher<Found, RunFault> in
                    let count = found.count { if case .collage = $0 { true } else { false } }
                    guard count > 1 else {
                        return found.publisher.setFailureType(to: RunFault.self).eraseToAnyPublisher()
                    }
                    let message =
                        "more than one collage, \(count), for one --output; give a directory, or --group all"
                    return Fail(error: RunFault(message, status: .usage)).eraseToAnyPublisher()
                }
                .eraseToAnyPublisher()
        case (.all, _):
            collect()
                .setFailureType(to: RunFault.self)
                .flatMap { $0.merged(settings: settings).publisher.setFailureType(to: RunFault.self) }
                .eraseToAnyPublisher()
        }
    }
}

extension [Found] {
    /// All photos as one collage: the root's, or one of files where there are several roots.
    ///
    /// - Parameter settings: where there are several roots.
    func merged(settings: CollageSettings) -> [Found] {
        var others: [Found] = []
        var collages: [FoundCollage] = []
        for found in self {
            switch found {
            case .collage(let collage): collages.append(collage)
            default: others.append(found)
            }
        }
        guard let first = collages.first else { return others }
        var merged = FoundCollage(
            source: first.source, folder: "", photos: [], skipped: [],
            isList: collages.contains(where: \.isList), settings: first.settings,
            fault: collages.lazy.compactMap(\.fault).first)
        let isOneRoot = collages.allSatisfy { $0.source == first.source }
        if !isOneRoot { (merged.source, merged.settings) = (.files([]), settings) }
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
