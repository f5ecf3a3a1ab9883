// Conversions are made once for a profile, and only where they change something.
import CVips
import Layout
import SamplePhotos
import Testing

@testable import Vips

extension VipsTests {
    struct Conversions {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        private func conversion(
            _ profile: [UInt8], _ space: cvips_space, alpha: Bool = false, kept: ColourConversions
        ) -> ColourConversion? {
            profile.withUnsafeBytes { kept.conversion(from: .profile($0, space), alpha: alpha) }
        }

        @Test func `a profile is converted by what was made for it before`() throws {
            let kept = ColourConversions()
            let first = try #require(conversion(TestProfile.grey(gamma: 1.5), CVIPS_GREY, kept: kept))
            let second = try #require(conversion(TestProfile.grey(gamma: 1.6), CVIPS_GREY, kept: kept))
            let third = try #require(
                conversion(TestProfile.grey(gamma: 1.5), CVIPS_GREY, alpha: true, kept: kept))
            #expect(first === conversion(TestProfile.grey(gamma: 1.5), CVIPS_GREY, kept: kept))
            #expect(first !== second && first !== third)
            #expect(
                kept.conversion(from: .adobeRGB, alpha: false)
                    !== kept.conversion(from: .plainCMYK, alpha: false))
        }

        @Test func `those last used are kept`() throws {
            let kept = ColourConversions()
            func grey(_ step: Int) -> ColourConversion? {
                conversion(TestProfile.grey(gamma: 1 + Double(step) / 16), CVIPS_GREY, kept: kept)
            }
            let first = try #require(grey(0))
            for step in 1...7 { _ = grey(step) }
            // It is asked for again, and so outlives those that came after it.
            #expect(first === grey(0))
            for step in 8...14 { _ = grey(step) }
            #expect(first === grey(0))
            for step in 15...22 { _ = grey(step) }
            let again = try #require(grey(0))
            #expect(first !== again)
        }

        @Test func `a broken profile is complained of for each photo that has it`() {
            let kept = ColourConversions()
            let broken = Array(TestProfile.grey(gamma: 1)[..<140])
            for _ in 1...2 {
                _ = VipsLibrary.takeMessages()
                #expect(conversion(broken, CVIPS_GREY, kept: kept) == nil)
                #expect(VipsLibrary.takeMessages().contains("colour profile: "))
            }
        }

        @Test func `what is too long for a profile is none`() {
            let long = TestProfile.grey(gamma: 1) + [UInt8](repeating: 0, count: 4 << 20)
            #expect(conversion(long, CVIPS_GREY, kept: ColourConversions()) == nil)
        }

        @Test(arguments: [false, true])
        func `an sRGB profile is known by what it does`(alpha: Bool) throws {
            let kept = ColourConversions()
            var picture = TestPicture()
            let ours = TestProfile.of(try picture.bytes())
            #expect(conversion(ours, CVIPS_RGB, alpha: alpha, kept: kept)?.keepsNumbers == true)
            picture.encoding.profile = "p3"
            let wide = TestProfile.of(try picture.bytes())
            #expect(conversion(wide, CVIPS_RGB, alpha: alpha, kept: kept)?.keepsNumbers == false)
            #expect(kept.conversion(from: .adobeRGB, alpha: alpha)?.keepsNumbers == false)
            let grey = conversion(TestProfile.grey(gamma: 1.8), CVIPS_GREY, alpha: alpha, kept: kept)
            #expect(grey?.keepsNumbers == false)
        }

        @Test func `a profile of another space is none`() {
            let kept = ColourConversions()
            for space in [CVIPS_RGB, CVIPS_CMYK] {
                #expect(conversion(TestProfile.grey(gamma: 1), space, kept: kept) == nil)
            }
            #expect(conversion([1, 2, 3], CVIPS_RGB, kept: kept) == nil)
            #expect(conversion([], CVIPS_RGB, kept: kept) == nil)
        }
    }
}
