// What photos hold, in a number each: for `--verify-content`.

import CXXHash
import Glibc
import Streams
import Wire

/// Reads photos to their end, and digests them.
struct ContentDigests {
    let io: IOPool
    /// Photos that are read at the same time.
    private static let atOnce = 2

    /// One number for each photo, in order; 0 for one that can't be read.
    func of(_ photos: [FoundPhoto], from source: InputSource) -> AnyPublisher<[UInt64], Never> {
        photos.enumerated().publisher
            .flatMap(maxPublishers: .max(Self.atOnce)) { index, photo in
                let path = source.root.appending(photo.path)
                return io.run { () throws(SystemError) in try Self.digest(path) }
                    .map { (index: index, digest: (try? $0.get()) ?? 0) }
            }
            .collect()
            .map { $0.sorted { $0.index < $1.index }.map(\.digest) }
            .eraseToAnyPublisher()
    }

    private static func digest(_ path: RawPath) throws(SystemError) -> UInt64 {
        let file = try PhotoOpener.open(path)
        var digest: UInt64 = 0
        let result = file.withNumber { cxxhash_file_64($0, &digest) }
        guard result == 0 else { throw SystemError("pread", code: -result) }
        return digest
    }
}
