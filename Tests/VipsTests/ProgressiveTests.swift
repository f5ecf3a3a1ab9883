// Progressive JPEGs at reduced size: fewer scans, the same picture, the same verdicts.
import Layout
import SamplePhotos
import Testing

@testable import Vips

extension VipsTests {
    struct ProgressiveTests {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        /// The same coefficients in either order.
        private func photo(progressive: Bool) throws -> [UInt8] {
            var photo = SamplePhoto(seed: 3, maxPixels: 1_000_000)
            photo.isProgressive = progressive
            let file = try ScratchFile()
            try photo.write(to: file.descriptor)
            return file.contents()
        }

        private func reduced(_ bytes: [UInt8], shrink: Int) -> [UInt8]? {
            bytes.withUnsafeBytes { ProgressiveScans.reduced($0, JPEGMarkers($0), shrink: shrink) }
        }

        private func scans(_ bytes: [UInt8]) -> Int {
            zip(bytes, bytes.dropFirst()).count { $0 == (0xFF, 0xDA) }
        }

        /// The largest difference of a channel, and the mean one.
        private func difference(at divisor: Int) throws -> (largest: Int, mean: Double) {
            let bytes = try [true, false].map { try photo(progressive: $0) }
            let full = try PaintedPhoto(bytes[1]).header.uprightSize
            let size = PixelSize(width: full.width / divisor, height: full.height / divisor)
            let painted = try bytes.map { try PaintedPhoto($0, size: size) }
            var largest = 0
            var sum = 0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    for (a, b) in zip(painted[0].pixel(x, y), painted[1].pixel(x, y)) {
                        largest = max(largest, abs(a - b))
                        sum += abs(a - b)
                    }
                }
            }
            return (largest, Double(sum) / Double(size.area * 3))
        }

        @Test func `refinements of AC coefficients are left out`() throws {
            let bytes = try photo(progressive: true)
            let lean = try #require(reduced(bytes, shrink: 4))
            #expect(scans(bytes) == 10)
            // Two of DC, and one of AC for each component.
            #expect(scans(lean) == 5)
            #expect(lean.count < bytes.count * 3 / 4)
        }

        @Test func `at an eighth the picture is exactly the same`() throws {
            #expect(try difference(at: 17).largest == 0)
        }

        @Test func `at a quarter it is the same but for the lowest bits`() throws {
            let difference = try difference(at: 9)
            #expect(difference.mean < 1)
            #expect(difference.largest <= 14)
        }

        @Test func `at half or whole size nothing is left out`() throws {
            #expect(try difference(at: 5).largest == 0)
            #expect(reduced(try photo(progressive: true), shrink: 2) == nil)
        }

        @Test func `other JPEGs are left alone`() throws {
            #expect(reduced(try photo(progressive: false), shrink: 8) == nil)
        }

        @Test func `a cut file is still damaged`() throws {
            let bytes = try photo(progressive: true)
            let cut = Array(bytes.prefix(bytes.count - 100))
            let painted = try PaintedPhoto(cut, size: PixelSize(width: 40, height: 30))
            #expect(painted.outcome.damage?.reason == .truncated)
        }
    }
}
