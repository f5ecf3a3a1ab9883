// A walk over the markers of a JPEG: its header, and whether it goes on to its end.
import Glibc

/// What the markers of a JPEG say, without decoding anything.
///
/// Source: ITU-T T.81, annex B.
struct JPEGMarkers {
    enum End {
        case complete
        /// The end marker, or more, is missing.
        case truncated
        /// There is no entropy-coded data at all.
        case noPixels
    }

    private(set) var width = 0
    private(set) var height = 0
    private(set) var components = 0
    private(set) var isProgressive = false
    /// Why it can't be shown, though nothing is wrong with it.
    private(set) var unsupported: String?
    /// Samples of all components a pixel, subsampling counted: 1.5 for 4:2:0.
    private(set) var samplesPerPixel = 1.0
    private(set) var exif: Range<Int>?
    /// The segments before the first scan that decoding needs, markers included: all but EXIF, XMP and the like.
    private(set) var neededSegments: [Range<Int>] = []
    /// Where the first scan's marker is; nil if the bytes end before it.
    private(set) var firstScan: Int?

    /// Reads up to the first scan, or to the end of the bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        var place = 2
        while let (marker, next) = Self.marker(in: bytes, from: place) {
            place = next
            if Self.standsAlone(marker) { continue }
            if marker == 0xD9 { break }
            if marker == 0xDA {
                firstScan = place - 2
                break
            }
            guard let length = Self.length(in: bytes, at: place) else { break }
            let body = place + 2..<place + length
            if Self.isFrame(marker), body.upperBound <= bytes.count {
                readFrame(bytes, body, kind: marker & 15)
            } else if marker == 0xE1, exif == nil, body.upperBound <= bytes.count,
                bytes[body].starts(with: Array("Exif\0\0".utf8))
            {
                exif = body
            }
            // Of the application's segments JFIF, the colour profile and Adobe's say how to show the pixels.
            let isApplication = (0xE0...0xEF).contains(marker) || marker == 0xFE
            if !isApplication || marker == 0xE0 || marker == 0xE2 || marker == 0xEE {
                neededSegments.append(place - 2..<place + length)
            }
            place += length
        }
    }

    var hasFrame: Bool { width > 0 && height > 0 && components > 0 }

    private mutating func readFrame(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>, kind: UInt8) {
        guard body.count >= 6, !hasFrame else { return }
        let start = body.lowerBound
        height = Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        width = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        components = Int(bytes[start + 5])
        // SOF2 and SOF10. SOF3 and SOF11 are lossless, SOF5 to SOF7 and SOF13 to SOF15 hierarchical.
        isProgressive = kind == 2 || kind == 10
        if ![0, 1, 2, 9, 10].contains(kind) {
            unsupported = "a lossless or hierarchical JPEG"
        } else if bytes[start] != 8 {
            unsupported = "a JPEG with samples of \(bytes[start]) bits"
        } else if height == 0 {
            // B.2.5: the number of lines is then in a DNL segment behind the first scan.
            unsupported = "a JPEG that does not say its height before its pixels"
        }
        guard body.count >= 6 + 3 * components else { return }
        let factors = (0..<components).map { bytes[start + 7 + 3 * $0] }
        let across = factors.map { Double($0 >> 4) }
        let down = factors.map { Double($0 & 15) }
        let whole = (across.max() ?? 1) * (down.max() ?? 1)
        if whole > 0 { samplesPerPixel = zip(across, down).map { $0 * $1 / whole }.reduce(0, +) }
    }

    /// Follows the scans to the end of the image. Costs a search for 0xFF over the file.
    func findEnd(_ bytes: UnsafeRawBufferPointer) -> End {
        guard var place = firstScan else { return .noPixels }
        var hasPixels = false
        while let (marker, next) = Self.marker(in: bytes, from: place) {
            place = next
            if marker == 0xD9 { return hasPixels ? .complete : .noPixels }
            if Self.standsAlone(marker) { continue }
            guard let length = Self.length(in: bytes, at: place) else { break }
            place += length
            guard marker == 0xDA else { continue }
            let data = place
            place = Self.endOfEntropyCodedData(in: bytes, from: data)
            if place >= bytes.count || bytes[place] != 0xFF {
                hasPixels = hasPixels || bytes.count > data
                break
            }
            hasPixels = hasPixels || place > data
        }
        return hasPixels ? .truncated : .noPixels
    }

    /// Where the marker behind entropy-coded data is: it goes on over stuffed zeros and restart markers.
    static func endOfEntropyCodedData(in bytes: UnsafeRawBufferPointer, from data: Int) -> Int {
        guard let start = bytes.baseAddress else { return bytes.count }
        var place = data
        while place < bytes.count, let found = memchr(start + place, 0xFF, bytes.count - place) {
            place = UnsafeRawPointer(found) - start
            guard place + 1 < bytes.count else { break }
            let code = bytes[place + 1]
            if code != 0 && code != 0xFF && !(0xD0...0xD7).contains(code) { return place }
            place += code == 0xFF ? 1 : 2
        }
        return bytes.count
    }

    /// The next marker's code, and the place after it.
    static func marker(in bytes: UnsafeRawBufferPointer, from start: Int) -> (UInt8, Int)? {
        var place = start
        while place + 1 < bytes.count {
            if bytes[place] == 0xFF && bytes[place + 1] != 0 && bytes[place + 1] != 0xFF {
                return (bytes[place + 1], place + 2)
            }
            place += 1
        }
        return nil
    }

    static func length(in bytes: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard place + 2 <= bytes.count else { return nil }
        let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
        return length >= 2 ? length : nil
    }

    static func standsAlone(_ marker: UInt8) -> Bool {
        marker == 0x01 || (0xD0...0xD8).contains(marker)
    }

    /// SOF0...SOF15, but not DHT, JPG and DAC, which lie between.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}
