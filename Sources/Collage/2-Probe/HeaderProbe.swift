// The second stage: reads the headers of photos, in batches, where sorting or leaving out needs them.

import Streams
import Wire

/// Asks workers for headers.
struct HeaderProbe {
    struct Settings {
        /// Whether photos with broken headers are left out, so that all are read.
        var dropsBroken: Bool
        var maxPixels: Int
        var cpuLimit: TimeSpan
        var jobs: Int
    }

    let settings: Settings
    let opener: PhotoOpener
    let workers: WorkerPool

    /// Photos whose headers are read with one request.
    ///
    /// As many as leave something for each worker.
    private var batchSize: Int { max(1, min(16, opener.limit / (settings.jobs + 1))) }

    /// Pages that are open go first.
    private static let order = Int.max

    /// What was found, with headers where dates sort the photos or broken ones are left out.
    func probe(_ found: Found) -> AnyPublisher<Probed, RunFault> {
        switch found {
        case .collage(let collage) where isNeeded(for: collage):
            return headers(of: collage)
        case .collage(let collage):
            return just(.collage(collage, collage.photos.map { ProbedPhoto(photo: $0) }))
        case .aside(let aside):
            return just(.aside(aside))
        }
    }

    private func isNeeded(for collage: FoundCollage) -> Bool {
        collage.fault == nil && (settings.dropsBroken || collage.settings.choice.sort == .date)
    }

    private func just(_ probed: Probed) -> AnyPublisher<Probed, RunFault> {
        Just(probed).setFailureType(to: RunFault.self).eraseToAnyPublisher()
    }

    private typealias Numbered = (index: Int, photo: FoundPhoto)
    private typealias Header = (index: Int, result: ProbeResult)

    private func headers(of collage: FoundCollage) -> AnyPublisher<Probed, RunFault> {
        workers.prepare(workers: (collage.photos.count + batchSize - 1) / batchSize)
        return collage.photos.enumerated().publisher
            .map { (index: $0.offset, photo: $0.element) }
            .collect(batchSize)
            .setFailureType(to: RunFault.self)
            .flatMap(maxPublishers: .max(settings.jobs + 1)) { batch in
                headers(of: batch, source: collage.source, isRetry: false)
            }
            .collect()
            .map { batches in
                var photos = collage.photos.map { ProbedPhoto(photo: $0) }
                for header in batches.joined() { photos[header.index].header = header.result }
                return .collage(collage, photos)
            }
            .eraseToAnyPublisher()
    }

    /// The headers of a batch; where a worker is lost, each photo is tried alone to find the one to blame.
    private func headers(
        of batch: [Numbered], source: InputSource, isRetry: Bool
    ) -> AnyPublisher<[Header], RunFault> {
        ask(for: batch, source: source, isRetry: isRetry)
            .catch { loss -> AnyPublisher<[Header], RunFault> in
                switch loss {
                case .unavailable(let why):
                    return Fail(error: .workerUnavailable(why)).eraseToAnyPublisher()
                case .lost(let fault) where isRetry:
                    return Just([(batch[0].index, .fault(fault))]).setFailureType(to: RunFault.self)
                        .eraseToAnyPublisher()
                case .lost:
                    return batch.publisher
                        .setFailureType(to: RunFault.self)
                        .flatMap(maxPublishers: .max(1)) { headers(of: [$0], source: source, isRetry: true) }
                        .collect()
                        .map { Array($0.joined()) }
                        .eraseToAnyPublisher()
                }
            }
            .eraseToAnyPublisher()
    }

    private func ask(
        for batch: [Numbered], source: InputSource, isRetry: Bool
    ) -> AnyPublisher<[Header], WorkerLoss> {
        opener.open(batch.map(\.photo), of: source, order: Self.order)
            .flatMap { opened -> AnyPublisher<[Header], WorkerLoss> in
                var headers: [Header] = []
                var photos: [(index: Int, photo: OpenPhoto)] = []
                for (numbered, result) in zip(batch, opened) {
                    switch result {
                    case .success(let photo): photos.append((numbered.index, photo))
                    case .failure(let fault): headers.append((numbered.index, .fault(fault)))
                    }
                }
                if photos.isEmpty {
                    return Just(headers).setFailureType(to: WorkerLoss.self).eraseToAnyPublisher()
                }
                let indices = photos.map(\.index)
                return workers.reply(
                    to: WorkerTask(
                        request: .probe(ProbeRequest(count: photos.count, maxPixels: settings.maxPixels)),
                        photos: photos.map(\.photo), order: Self.order, needsFreshWorker: isRetry,
                        cpuLimit: settings.cpuLimit.times(photos.count))
                )
                .map { [headers] reply in
                    guard case .probed(let results) = reply else {
                        preconditionFailure("the pool let a reply of another kind pass")
                    }
                    return headers + zip(indices, results).map { (index: $0, result: $1) }
                }
                .eraseToAnyPublisher()
            }
            .eraseToAnyPublisher()
    }
}
