// Dates from EXIF and from names.

import Testing
import Wire

@testable import Collage

@Suite struct CaptureDateTests {
    private func exif(_ text: String, _ fraction: String? = nil, _ offset: String? = nil) -> Int? {
        CaptureDate(exif: CaptureTime(dateTime: text, subSeconds: fraction, offset: offset))?.nanoseconds
    }

    // Seconds as `date -u -d '…' +%s` gives them.
    @Test func exifDatesAreReadWithFractionAndOffset() {
        #expect(exif("1970:01:01 00:00:00") == 0)
        #expect(exif("2024:07:13 10:11:12") == 1_720_865_472_000_000_000)
        #expect(exif("2024:02:29 23:59:59", "5") == 1_709_251_199_500_000_000)
        #expect(exif("2024:07:13 10:11:12", "007", "+02:00") == 1_720_858_272_007_000_000)
        #expect(exif("2024:07:13 10:11:12", nil, "-05:30") == 1_720_885_272_000_000_000)
        #expect(exif("1969:12:31 23:59:59") == -1_000_000_000)
    }

    @Test func datesBeyondWhatCanBeToldAreTheNearestThatCan() {
        #expect(exif("9999:12:31 23:59:59") == .max)
        #expect(exif("0001:01:01 00:00:00") == .min)
        #expect(Nanoseconds.since1970(seconds: .max, fraction: 999_999_999) == .max)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2023:02:29 00:00:00",
        "2024:07:13", "2024:07:13 25:00:00", "garbage",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(exif(text) == nil)
    }

    @Test(arguments: [
        ("IMG_20240713_101112.jpg", 1_720_865_472), ("PXL_20240713_101112345.jpg", 1_720_865_472),
        ("2024-07-13 10.11.12.png", 1_720_865_472), ("Screenshot_2024-07-13-10-11-12.png", 1_720_865_472),
        ("WhatsApp Image 2024-07-13 at 10.11.12.jpeg", 1_720_865_472), ("20240713.jpg", 1_720_828_800),
        ("holiday 2024_07_13 (3).jpg", 1_720_828_800),
    ])
    func namesTellDates(name: String, seconds: Int) {
        #expect(CaptureDate(name: RawPath(name))?.nanoseconds == seconds * 1_000_000_000)
    }

    @Test(arguments: ["DSC_1234.jpg", "IMG_99999999.jpg", "120240713.jpg", "20241313.jpg", "P2024.jpg", ""])
    func otherNamesTellNone(name: String) {
        #expect(CaptureDate(name: RawPath(name)) == nil)
    }
}
