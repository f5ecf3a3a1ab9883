// Folders of damaged photos in every format, and of the sound ones that they were made from.
import Layout
import Vips

/// Small photos of every format and kind, sound or damaged at random.
public enum HostilePhotos {
    public enum Kind: Sendable {
        case sound
        /// Each with one to three damages.
        case damaged
    }

    /// Writes `0001.jpg`, `0002.png` and so on; the same for the same arguments, whatever the kind.
    ///
    /// `VipsLibrary.start` must have been called, and the folder must exist. Existing files are replaced.
    /// - Returns: the paths, in the order of their names.
    @discardableResult
    public static func write(
        count: Int, seed: UInt64 = 1, into directory: String, kind: Kind
    ) throws -> [String] {
        let sound = try pictures.map { try $0.bytes() }
        let digits = max(4, String(count).count)
        return try (0..<count).map { index in
            let place = index % sound.count
            var bytes = sound[place]
            if kind == .damaged {
                var random = SampleRandom(seed: seed &+ UInt64(index))
                for _ in 0...random.index(below: 3) { Damage.random(&random).apply(to: &bytes, &random) }
            }
            let number = String(index + 1)
            let name = String(repeating: "0", count: digits - number.count) + number
            let path = directory + "/" + name + "." + pictures[place].encoding.format.usualExtension
            try withFile(path) { try bytes.write(to: $0) }
            return path
        }
    }

    /// One of each kind that a reader treats in a way of its own.
    public static let pictures: [TestPicture] = {
        let size = PixelSize(width: 160, height: 120)
        var pictures: [TestPicture] = []
        func add(_ format: PhotoFormat, _ change: (inout TestPicture) -> Void = { _ in }) {
            var picture = TestPicture(size, format: format)
            picture.encoding.attachesProfile = false
            change(&picture)
            pictures.append(picture)
        }
        add(.jpeg)
        add(.jpeg) { $0.encoding.isInterlaced = true }
        add(.jpeg) { $0.bands = .grey }
        add(.jpeg) { $0.encoding.isCMYK = true }
        add(.jpeg) { $0.encoding.profile = "p3" }
        add(.jpeg) { $0.orientation = Orientation(rawValue: 6)! }
        add(.png)
        add(.png) { $0.encoding.isInterlaced = true }
        add(.png) { $0.encoding.hasPalette = true }
        add(.png) { $0.encoding.bitsPerSample = 16 }
        add(.png) { $0.bands = .rgba }
        add(.png) { $0.encoding.profile = "p3" }
        add(.webp)
        add(.webp) { $0.bands = .rgba }
        add(.heif)
        add(.avif)
        add(.tiff)
        add(.tiff) { $0.bands = .greyAlpha }
        add(.gif)
        return pictures
    }()

    /// What happens to files on bad cards, in broken transfers, and in the hands of fuzzers.
    private enum Damage: CaseIterable {
        case flippedBits, cut, zeroed, noise, removed, repeated, extremeNumber

        static func random(_ random: inout SampleRandom) -> Damage {
            allCases[random.index(below: allCases.count)]
        }

        func apply(to bytes: inout [UInt8], _ random: inout SampleRandom) {
            guard bytes.count > 1 else { return }
            let start = random.index(below: bytes.count)
            let part = start..<min(bytes.count, start + 1 + random.index(below: bytes.count / 4 + 1))
            switch self {
            case .flippedBits:
                for _ in 0...random.index(below: 16) {
                    bytes[random.index(below: bytes.count)] ^= 1 << UInt8(random.index(below: 8))
                }
            case .cut: bytes.removeSubrange(start...)
            case .zeroed: for place in part { bytes[place] = 0 }
            case .noise: for place in part { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
            case .removed: bytes.removeSubrange(part)
            case .repeated: bytes.insert(contentsOf: Array(bytes[part]), at: start)
            case .extremeNumber:
                // Most headers are within the first bytes; lengths and sizes are 2 or 4 of them.
                let place = random.index(below: min(bytes.count, 512))
                let value: UInt8 = [0, 0x7F, 0x80, 0xFF][random.index(below: 4)]
                for next in place..<min(bytes.count, place + 2 + 2 * random.index(below: 2)) {
                    bytes[next] = value
                }
            }
        }
    }
}

extension PhotoFormat {
    /// As files of this format are mostly named.
    fileprivate var usualExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .heif: "heic"
        case .tiff: "tif"
        case .png, .webp, .avif, .gif: rawValue
        }
    }
}
