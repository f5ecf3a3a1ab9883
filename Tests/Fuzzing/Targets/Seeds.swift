// What fuzzing begins with: small files of every format and variant, made by our own encoder.

import Glibc
import Layout
import SamplePhotos
import Vips
import Wire

enum Seeds {
    /// Writes one file a seed; those that this machine's libvips can't encode are left out.
    static func write(for target: FuzzTarget, into folder: String) throws {
        let seeds = target == .wire ? messages : photos + handmade
        for (name, bytes) in seeds {
            guard let stream = fopen(folder + "/" + name, "w") else {
                throw SystemError("fopen \(folder)/\(name)")
            }
            fwrite(bytes, 1, bytes.count, stream)
            guard fclose(stream) == 0 else { throw SystemError("fclose") }
        }
    }

    private static var photos: [(String, [UInt8])] {
        pictures.compactMap { name, picture in (try? picture.bytes()).map { (name, $0) } }
    }

    private static var pictures: [(String, TestPicture)] {
        let small = PixelSize(width: 24, height: 16)
        // To be blown up.
        let tiny = PixelSize(width: 5, height: 3)
        // Just large enough for every shrink.
        let large = PixelSize(width: 264, height: 200)
        var all: [(String, TestPicture)] = []
        func add(_ name: String, _ format: PhotoFormat, _ size: PixelSize, _ set: (inout TestPicture) -> Void)
        {
            var picture = TestPicture(size, format: format)
            picture.encoding.quality = 30
            picture.encoding.attachesProfile = false
            set(&picture)
            all.append(("\(name).\(format.rawValue)", picture))
        }
        for format in PhotoFormat.allCases {
            add("small", format, small) { _ in }
            add("tiny", format, tiny) { _ in }
            add("large", format, large) { _ in }
            add("profile", format, small) { $0.encoding.attachesProfile = true }
            add("alpha", format, small) { $0.bands = .rgba }
            add("grey", format, small) { $0.bands = .grey }
        }
        for format in [PhotoFormat.png, .tiff] {
            add("grey-alpha", format, small) { $0.bands = .greyAlpha }
            for bands in [TestPicture.Bands.grey, .rgb, .rgba] {
                add("wide-\(bands)", format, small) {
                    $0.bands = bands
                    $0.encoding.bitsPerSample = 16
                }
            }
        }
        add("interlaced", .png, small) { $0.encoding.isInterlaced = true }
        add("palette", .png, small) { $0.encoding.hasPalette = true }
        add("palette-alpha", .png, small) {
            $0.encoding.hasPalette = true
            $0.bands = .rgba
        }
        for format in [PhotoFormat.jpeg, .tiff] {
            add("cmyk", format, small) { $0.encoding.isCMYK = true }
            add("display-p3", format, small) {
                $0.encoding.attachesProfile = true
                $0.encoding.profile = "p3"
            }
        }
        add("progressive", .jpeg, small) { $0.encoding.isInterlaced = true }
        add("progressive-large", .jpeg, large) { $0.encoding.isInterlaced = true }
        add("progressive-cmyk", .jpeg, small) {
            $0.encoding.isInterlaced = true
            $0.encoding.isCMYK = true
        }
        add("cut", .jpeg, large) { $0.kept = 0.8 }
        for orientation in 2...8 {
            let turn = Orientation(rawValue: orientation)!
            add("turned-\(orientation)", .jpeg, small) { $0.orientation = turn }
        }
        add("dated", .jpeg, large) {
            $0.orientation = Orientation(rawValue: 6)!
            $0.encoding.exif = ExifFields(
                dateTimeOriginal: "2024:06:01 12:34:56", subSecTimeOriginal: "789",
                offsetTimeOriginal: "+02:00", isAdobeRGB: true)
        }
        return all
    }

    /// What our encoder does not write.
    private static var handmade: [(String, [UInt8])] {
        [
            ("two-frames.gif", animation), ("bare-exif", exif),
        ] + profiles.map { ($0 + ".icc", $1) } + profiles.compactMap(photo)
    }

    /// Two frames of one pixel.
    private static var animation: [UInt8] {
        let head: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 0xC8, 0x28, 0x28, 0x28, 0xA0, 0x3C]
        func frame(_ codes: [UInt8]) -> [UInt8] {
            [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2] + codes + [0]
        }
        return Array("GIF89a".utf8) + head + frame([0x44, 1]) + frame([0x4C, 1]) + [0x3B]
    }

    /// A little-endian block with an orientation and a directory of dates.
    private static var exif: [UInt8] {
        let date = Array("2024:06:01 12:34:56\0".utf8)
        return Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0] + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
            + [0x69, 0x87, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0] + [0, 0, 0, 0]
            + [1, 0, 3, 0x90, 2, 0, 20, 0, 0, 0, 56, 0, 0, 0, 0, 0, 0, 0] + date
    }

    private static var profiles: [(String, [UInt8])] {
        let gamma: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 2, 0]
        let straight: [UInt8] = Array("curv".utf8) + [UInt8](repeating: 0, count: 8)
        let sampled: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 64, 0, 255, 255]
        return [
            ("gamma", profile(space: "RGB ", curve: gamma)),
            ("parametric", profile(space: "RGB ", curve: parametricCurve)),
            ("sampled", profile(space: "RGB ", curve: sampled)),
            ("straight-grey", profile(space: "GRAY", curve: straight)),
            ("sampled-grey", profile(space: "GRAY", curve: sampled)),
            ("inks", profile(space: "CMYK", curve: gamma)),
        ]
    }

    /// A small photo with that profile in it: ICC.1:2022, B.4.
    private static func photo(name: String, profile: [UInt8]) -> (String, [UInt8])? {
        var picture = TestPicture(PixelSize(width: 24, height: 16))
        picture.encoding.attachesProfile = false
        picture.bands = name.hasSuffix("grey") ? .grey : .rgb
        picture.encoding.isCMYK = name == "inks"
        guard let bytes = try? picture.bytes() else { return nil }
        let body = Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile
        let segment = [0xFF, 0xE2] + bigEndian(body.count + 2).suffix(2) + body
        return (name + ".jpeg", Array(bytes[..<2]) + segment + bytes[2...])
    }

    /// sRGB's own: kind 3, five parameters with 16 bits of fraction.
    private static var parametricCurve: [UInt8] {
        let parameters: [Double] = [2.4, 0.9479, 0.0521, 0.0774, 0.0405]
        return Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
            + parameters.flatMap { bigEndian(Int($0 * 65536)) }
    }

    /// A matrix profile, all of whose curves are the same bytes (ICC.1:2022, 7).
    private static func profile(space: String, curve: [UInt8]) -> [UInt8] {
        let names = space == "GRAY" ? ["kTRC"] : ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"]
        let fixed = [0.4, 0.3, 0.2].flatMap { bigEndian(Int($0 * 65536)) }
        let colour = Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed
        let colourPlace = 132 + 12 * names.count
        let curvePlace = colourPlace + colour.count
        var head = [UInt8](repeating: 0, count: 128)
        for (place, text) in [(16, space), (20, "XYZ "), (36, "acsp")] {
            head.replaceSubrange(place..<place + 4, with: Array(text.utf8))
        }
        let tags = names.flatMap { name -> [UInt8] in
            let isCurve = name.hasSuffix("TRC")
            return Array(name.utf8) + bigEndian(isCurve ? curvePlace : colourPlace)
                + bigEndian(isCurve ? curve.count : colour.count)
        }
        return head + bigEndian(names.count) + tags + colour + curve
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
