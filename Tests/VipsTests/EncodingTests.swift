// Encoding: the same bytes every time, nothing of the sources in them, and honest errors.
import Glibc
import Layout
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Encoding {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        private let size = PixelSize(width: 301, height: 203)

        private func pixels() -> [UInt8] {
            (0..<size.area * 3).map { UInt8(truncatingIfNeeded: $0 % 3 * 60 + $0 / 3 % size.width / 2) }
        }

        private func encoded(_ format: OutputFormat, halfway: (() -> Void)? = nil) throws -> [UInt8] {
            let file = try ScratchFile()
            try pixels().withUnsafeBytes { bytes in
                try PhotoEncoder(format: format, creatorTool: "collage").encode(
                    bytes.baseAddress!, size: size, to: file.descriptor, halfway: halfway)
            }
            return file.contents()
        }

        private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
            let wanted = Array(text.utf8)
            return bytes.indices.contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
        }

        @Test(arguments: OutputFormat.allCases)
        func `the same pixels give the same bytes`(format: OutputFormat) throws {
            let areSame = try encoded(format) == encoded(format)
            #expect(areSame)
        }

        @Test(arguments: OutputFormat.allCases)
        func `our mark is in it, and no camera's`(format: OutputFormat) throws {
            let bytes = try encoded(format)
            let isMarked = contains(bytes, "xmp:CreatorTool=\"collage\"")
            #expect(isMarked)
            #expect(bytes.withUnsafeBytes { PhotoFormat.sniff($0) } == format.photoFormat)
            let header = try PaintedPhoto(bytes).header
            #expect(header.dateTimeOriginal == nil)
            #expect(header.orientation == .upright)
            let hasExif = contains(bytes, "Exif")
            if format == .jpeg { #expect(!hasExif) }
            #expect(header.uprightSize == size)
        }

        @Test(arguments: OutputFormat.allCases)
        func `the profile is sRGB`(format: OutputFormat) throws {
            // Its numbers stay as they are when read; lossless formats give them back exactly.
            let bytes = try encoded(format)
            let hasProfile = contains(bytes, format == .png ? "iCCP" : "acsp")
            #expect(hasProfile)
            let photo = try PaintedPhoto(bytes, size: size)
            let pixels = pixels()
            let wanted = (0..<3).map { Int(pixels[(100 * size.width + 150) * 3 + $0]) }
            let distance = zip(photo.pixel(150, 100), wanted).map { abs($0 - $1) }.max()!
            #expect(distance <= (format == .png || format == .tiff ? 0 : tolerance))
        }

        @Test(arguments: OutputFormat.allCases)
        func `a full disk is told by its errno`(format: OutputFormat) throws {
            let full = open("/dev/full", O_RDWR)
            try #require(full >= 0)
            defer { close(full) }
            let error = vipsError {
                try pixels().withUnsafeBytes { bytes in
                    try PhotoEncoder(format: format, creatorTool: "collage").encode(
                        bytes.baseAddress!, size: size, to: full)
                }
            }
            #expect(error?.kind == .system(errno: ENOSPC))
        }

        @Test(arguments: OutputFormat.allCases)
        func `halfway is told once`(format: OutputFormat) throws {
            var count = 0
            _ = try encoded(format) { count += 1 }
            #expect(count == 1)
        }

        @Test func `what doctor asks is answered by trying`() {
            let features = VipsLibrary.features()
            #expect(features.loads.isSuperset(of: [.jpeg, .png]))
            #expect(features.saves.isSuperset(of: [.jpeg, .png]))
            #expect(VipsLibrary.version.hasPrefix("8."))
        }

        @Test func `sample photos are the same for the same seed`() throws {
            let files = [try ScratchFile(), try ScratchFile(), try ScratchFile()]
            for (file, seed) in zip(files, [3, 3, 4] as [UInt64]) {
                try SamplePhoto(seed: seed, maxPixels: 40_000).write(to: file.descriptor)
            }
            let contents = files.map { $0.contents() }
            let areSame = [contents[0] == contents[1], contents[0] == contents[2]]
            #expect(areSame == [true, false])
        }
    }
}
