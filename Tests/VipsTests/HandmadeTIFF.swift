// TIFF files put together by hand: what no encoder of ours writes.
import Layout
import SamplePhotos

/// A TIFF of one uncompressed strip, with its directory before the pixels.
struct HandmadeTIFF {
    enum Value {
        case short(UInt16)
        case long(UInt32)
        case shorts([UInt16])
        case longs([UInt32])
        /// Bytes of no particular type.
        case bytes([UInt8])
        case text(String)
    }

    /// More fields, or other values for those that are there anyway.
    var fields: [Int: Value] = [:]
    var isBig = false
    /// Tags and values of a directory that EXIF's tag points at.
    var exif: [Int: Value] = [:]

    /// What the strip is said to hold, if not what it holds.
    var byteCount: Int?
    /// Where the next page is said to be.
    var next = 0

    private let size: PixelSize
    private let samples: [UInt8]
    private let bytesPerSample: Int

    /// Pixels of so many samples each, row by row.
    init(_ size: PixelSize, samples: [UInt8], bytesPerSample: Int = 1) {
        self.size = size
        self.samples = samples
        self.bytesPerSample = bytesPerSample
    }

    /// Every pixel the same.
    init(pixel: [UInt8], bytesPerSample: Int = 1) {
        let size = PixelSize(width: 48, height: 32)
        self.init(
            size, samples: [UInt8](repeatElement(pixel, count: size.area).joined()),
            bytesPerSample: bytesPerSample)
    }

    /// The four quadrants in RGB.
    init(quadrants size: PixelSize = PixelSize(width: 96, height: 64)) {
        var samples: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let colour = TestPicture.colours[(2 * y / size.height) * 2 + 2 * x / size.width]
                samples += [colour.red, colour.green, colour.blue]
            }
        }
        self.init(size, samples: samples)
    }

    var bytes: [UInt8] { Self.document([self]) }

    /// A file of several pages, all with offsets of the same length.
    static func document(_ pages: [HandmadeTIFF]) -> [UInt8] {
        let isBig = pages[0].isBig
        var bytes: [UInt8] =
            isBig ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] + long(16, 8) : [0x49, 0x49, 42, 0] + long(8, 4)
        for (index, page) in pages.enumerated() {
            bytes += page.bytes(at: bytes.count, isLast: index == pages.count - 1)
        }
        return bytes
    }

    /// The page's directories and pixels, for this place in the file.
    private func bytes(at start: Int, isLast: Bool) -> [UInt8] {
        let samplesPerPixel = samples.count / size.area / bytesPerSample
        var all: [Int: Value] = [
            256: .long(UInt32(size.width)), 257: .long(UInt32(size.height)),
            258: .shorts(Array(repeating: UInt16(8 * bytesPerSample), count: samplesPerPixel)),
            259: .short(1),
            262: .short(samplesPerPixel < 3 ? 1 : 2), 273: .long(0), 277: .short(UInt16(samplesPerPixel)),
            278: .long(UInt32(size.height)), 279: .long(UInt32(byteCount ?? samples.count)),
        ]
        if !exif.isEmpty { all[0x8769] = .long(0) }
        all.merge(fields) { $1 }
        let length = directory(all, at: start, next: 0).count
        let exifBytes = exif.isEmpty ? [] : directory(exif, at: start + length, next: 0)
        // Their places are known only now.
        if case .long(0)? = all[273] { all[273] = .long(UInt32(start + length + exifBytes.count)) }
        if !exif.isEmpty { all[0x8769] = .long(UInt32(start + length)) }
        let next = isLast ? next : start + length + exifBytes.count + samples.count
        return directory(all, at: start, next: next) + exifBytes + samples
    }

    private func directory(_ values: [Int: Value], at place: Int, next: Int) -> [UInt8] {
        let offsetLength = isBig ? 8 : 4
        var entries: [UInt8] = []
        var outside: [UInt8] = []
        let countLength = isBig ? 8 : 2
        let outsidePlace = place + countLength + values.count * (isBig ? 20 : 12) + offsetLength
        for (tag, value) in values.sorted(by: { $0.key < $1.key }) {
            let (type, count, bytes) = Self.parts(value)
            entries += long(tag, 2) + long(type, 2) + long(count, offsetLength)
            if bytes.count <= offsetLength {
                entries += bytes + [UInt8](repeating: 0, count: offsetLength - bytes.count)
            } else {
                entries += long(outsidePlace + outside.count, offsetLength)
                outside += bytes
            }
        }
        return long(values.count, countLength) + entries + long(next, offsetLength) + outside
    }

    private static func parts(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .short(let number): (3, 1, long(Int(number), 2))
        case .long(let number): (4, 1, long(Int(number), 4))
        case .shorts(let numbers): (3, numbers.count, numbers.flatMap { long(Int($0), 2) })
        case .longs(let numbers): (4, numbers.count, numbers.flatMap { long(Int($0), 4) })
        case .bytes(let bytes): (7, bytes.count, bytes)
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        }
    }

    private func long(_ value: Int, _ length: Int) -> [UInt8] { Self.long(value, length) }

    private static func long(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
