// Four solid quadrants, or a patch on a plain ground, in any form: what tests feed to everything that reads photos.
import Glibc
import Layout
import Vips

/// A picture whose quadrants are red and green above blue and yellow, when it is upright.
public struct TestPicture: Hashable, Sendable {
    public enum Bands: Int, Sendable {
        case grey = 1
        case greyAlpha = 2
        case rgb = 3
        case rgba = 4
    }

    /// Top left, top right, bottom left, bottom right.
    public static let colours = [
        RGBColour(red: 0xC8, green: 0x28, blue: 0x28), RGBColour(red: 0x28, green: 0xA0, blue: 0x3C),
        RGBColour(red: 0x32, green: 0x46, blue: 0xBE), RGBColour(red: 0xDC, green: 0xC8, blue: 0x3C),
    ]

    /// What is around a patch.
    public static let ground = RGBColour(red: 0x96, green: 0x9B, blue: 0xA0)

    public var uprightSize: PixelSize
    public var encoding: PixelEncoding
    /// With an alpha band the top left quadrant is transparent.
    public var bands = Bands.rgb
    public var orientation = Orientation.upright
    /// Instead of the quadrants, this part is checked in red and yellow, and the rest is plain: it catches the eye.
    public var patch: PixelRect?
    /// Keeps this share of the file's bytes, from its beginning.
    public var kept = 1.0

    public init(_ uprightSize: PixelSize = PixelSize(width: 96, height: 64), format: PhotoFormat = .jpeg) {
        self.uprightSize = uprightSize
        encoding = PixelEncoding(format: format, quality: 95)
    }

    /// The file's bytes. `VipsLibrary.start` must have been called.
    public func bytes() throws -> [UInt8] {
        guard let stream = tmpfile() else {
            throw VipsError(operation: "tmpfile", message: "no temporary file", kind: .system(errno: errno))
        }
        defer { fclose(stream) }
        let descriptor = fileno(stream)
        try encode(to: descriptor)
        let length = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: length)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, length, 0) }
        guard count == length else {
            throw VipsError(operation: "read", message: "a short read", kind: .system(errno: errno))
        }
        return Array(bytes.prefix(Int(Double(length) * kept)))
    }

    /// Writes the file, replacing one of that name.
    public func write(to path: String) throws {
        let bytes = try bytes()
        try withFile(path) { try bytes.write(to: $0) }
    }

    private func encode(to descriptor: Int32) throws {
        var encoding = encoding
        encoding.bands = encoding.isCMYK ? 4 : bands.rawValue
        if orientation != .upright || encoding.exif != nil {
            var exif = encoding.exif ?? ExifFields()
            exif.orientation = orientation.rawValue
            encoding.exif = exif
        }
        let stored = orientation.turned(uprightSize)
        let samples = samples(bands: encoding.bands, isCMYK: encoding.isCMYK)
        if encoding.bitsPerSample == 16 {
            let wide = samples.map { UInt16($0) * 257 }
            try wide.withUnsafeBytes { try encoding.encode($0.baseAddress!, size: stored, to: descriptor) }
        } else {
            try samples.withUnsafeBytes { try encoding.encode($0.baseAddress!, size: stored, to: descriptor) }
        }
    }

    /// The samples of the stored picture, 8 bits each.
    private func samples(bands: Int, isCMYK: Bool) -> [UInt8] {
        let place = StoredPlace(orientation, upright: uprightSize, bytesPerPixel: bands)
        let pixels = (Self.colours + [Self.ground]).enumerated().map {
            Self.pixel($1, alpha: $0 == 0 && patch == nil ? 0 : 255, bands: bands, isCMYK: isCMYK)
        }
        var samples = [UInt8](repeating: 0, count: uprightSize.area * bands)
        for y in 0..<uprightSize.height {
            for x in 0..<uprightSize.width {
                let offset = place.offset(x: x, y: y)
                let pixel = pixels[index(x: x, y: y)]
                for band in 0..<bands { samples[offset + band] = pixel[band] }
            }
        }
        return samples
    }

    /// Which colour a place has: of `colours`, or the ground's, which is the next.
    private func index(x: Int, y: Int) -> Int {
        guard let patch else {
            return (y * 2 >= uprightSize.height ? 2 : 0) + (x * 2 >= uprightSize.width ? 1 : 0)
        }
        guard patch.contains(PixelRect(x: x, y: y, width: 1, height: 1)) else { return Self.colours.count }
        return (x / 16 + y / 16) % 2 == 0 ? 0 : 3
    }

    private static func pixel(_ colour: RGBColour, alpha: UInt8, bands: Int, isCMYK: Bool) -> [UInt8] {
        if isCMYK { return [255 - colour.red, 255 - colour.green, 255 - colour.blue, 0] }
        switch bands {
        case 1: return [grey(colour)]
        case 2: return [grey(colour), alpha]
        case 3: return [colour.red, colour.green, colour.blue]
        default: return [colour.red, colour.green, colour.blue, alpha]
        }
    }

    /// The grey that stands for a colour in one-band test pictures: Rec. 601's luma.
    public static func grey(_ colour: RGBColour) -> UInt8 {
        let luma = 299 * Int(colour.red) + 587 * Int(colour.green) + 114 * Int(colour.blue)
        return UInt8((luma + 500) / 1000)
    }
}
