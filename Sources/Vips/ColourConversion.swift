// Conversions of colours to sRGB, kept from photo to photo.
import CVips
import Glibc

/// Where the numbers of a photo come from.
enum ColourSource {
    /// An ICC profile, of grey, RGB or inks.
    case profile(UnsafeRawBufferPointer, cvips_space)
    case adobeRGB
    /// Inks without a usable profile.
    case plainCMYK
}

/// A conversion of 8-bit colours to sRGB, with or without alpha behind them.
final class ColourConversion {
    let handle: OpaquePointer
    /// Whether it changes no colour by more than a step or two: an sRGB profile, whatever its name.
    let keepsNumbers: Bool

    /// Nil where the profile is unusable, or another space's; lcms' complaint of it, if it has one.
    init?(_ source: ColourSource, alpha: Bool, complaint: inout String) {
        let handle =
            switch source {
            case .profile(let bytes, let space):
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CVIPS_TEXT_SIZE)) { text in
                    let handle = cvips_conversion_of_profile(
                        bytes.baseAddress, bytes.count, space, alpha, text.baseAddress)
                    complaint = String(cString: text.baseAddress!)
                    return handle
                }
            case .adobeRGB: cvips_conversion_of_adobe_rgb(alpha)
            case .plainCMYK: cvips_conversion_of_plain_cmyk(alpha)
            }
        guard let handle else { return nil }
        self.handle = handle
        keepsNumbers = Self.keepsNumbers(handle, alpha: alpha)
    }

    deinit {
        cvips_conversion_free(handle)
    }

    /// Tries colours from all over the space: libraries and cameras write sRGB's curve in ways of their own.
    private static func keepsNumbers(_ handle: OpaquePointer, alpha: Bool) -> Bool {
        let bands = Int(cvips_conversion_bands(handle)) - (alpha ? 1 : 0)
        guard bands != 4 else { return false }
        let steps = bands == 1 ? 256 : 9
        let count = bands == 1 ? steps : steps * steps * steps
        var colours: [UInt8] = []
        for number in 0..<count {
            var rest = number
            for _ in 0..<bands {
                colours.append(UInt8(rest % steps * 255 / (steps - 1)))
                rest /= steps
            }
            if alpha { colours.append(255) }
        }
        var converted = [UInt8](repeating: 0, count: count * (alpha ? 4 : 3))
        cvips_convert(handle, colours, &converted, Int32(count))
        return (0..<count).allSatisfy { number in
            (0..<3).allSatisfy { band in
                let before = colours[number * (bands + (alpha ? 1 : 0)) + (bands == 1 ? 0 : band)]
                return abs(Int(converted[number * (alpha ? 4 : 3) + band]) - Int(before)) <= 2
            }
        }
    }
}

/// The conversions last used: photos of one camera, or from one scanner, share a profile.
final class ColourConversions {
    private struct Entry {
        /// Empty for those that are built in.
        var profile: [UInt8]
        var kind: Int
        /// Nil for an unusable profile, which is remembered, too.
        var conversion: ColourConversion?
        /// For each photo with this profile, as if it were the first.
        var complaint = ""
    }

    private static let most = 8
    /// Printers' profiles have two million bytes; what is much longer is none, and not worth remembering.
    private static let longestProfile = 4 << 20
    /// The last used is the last.
    private var entries: [Entry] = []

    func conversion(from source: ColourSource, alpha: Bool) -> ColourConversion? {
        let (profile, space) =
            switch source {
            case .profile(let bytes, let space): (bytes, Int(space.rawValue))
            case .adobeRGB: (UnsafeRawBufferPointer(start: nil, count: 0), -1)
            case .plainCMYK: (UnsafeRawBufferPointer(start: nil, count: 0), -2)
            }
        guard profile.count <= Self.longestProfile else { return nil }
        let kind = 2 * space + (alpha ? 1 : 0)
        let known = entries.firstIndex { entry in
            entry.kind == kind && entry.profile.count == profile.count
                && (profile.isEmpty || memcmp(entry.profile, profile.baseAddress!, profile.count) == 0)
        }
        let entry =
            known.map { entries.remove(at: $0) }
            ?? makeEntry(source, profile: Array(profile), kind: kind, alpha: alpha)
        if !entry.complaint.isEmpty { cvips_note("colour profile: " + entry.complaint) }
        if entries.count == Self.most { entries.removeFirst() }
        entries.append(entry)
        return entry.conversion
    }

    private func makeEntry(_ source: ColourSource, profile: [UInt8], kind: Int, alpha: Bool) -> Entry {
        var entry = Entry(profile: profile, kind: kind)
        entry.conversion = ColourConversion(source, alpha: alpha, complaint: &entry.complaint)
        return entry
    }
}
