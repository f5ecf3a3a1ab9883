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

        @Test func `a profile is converted by what was made for it before`() {
            let kept = ColourConversions()
            let first = conversion(TestProfile.grey(gamma: 1.5), CVIPS_GREY, kept: kept)
            #expect(first != nil)
            #expect(first === conversion(TestProfile.grey(gamma: 1.5), CVIPS_GREY, kept: kept))
            #expect(first !== conversion(TestProfile.grey(gamma: 1.6), CVIPS_GREY, kept: kept))
            #expect(first !== conversion(TestProfile.grey(gamma: 1.5), CVIPS_GREY, alpha: true, kept: kept))
            #expect(
                kept.conversion(from: .adobeRGB, alpha: false)
                    !== kept.conversion(from: .plainCMYK, alpha: false))
        }

        @Test func `those last used are kept`() {
            let kept = ColourConversions()
            let first = conversion(TestProfile.grey(gamma: 1), CVIPS_GREY, kept: kept)
            for step in 1...7 {
                _ = conversion(TestProfile.grey(gamma: 1 + Double(step) / 8), CVIPS_GREY, kept: kept)
            }
            #expect(first === conversion(TestProfile.grey(gamma: 1), CVIPS_GREY, kept: kept))
            for step in 1...8 {
                _ = conversion(TestProfile.grey(gamma: 2 + Double(step) / 8), CVIPS_GREY, kept: kept)
            }
            #expect(first !== conversion(TestProfile.grey(gamma: 1), CVIPS_GREY, kept: kept))
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
