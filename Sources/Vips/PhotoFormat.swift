// Which of the known formats a file is, by its first bytes: content beats name.
import CVips

/// A format that photos are read from.
public enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg, png, webp, heif, avif, tiff, gif

    /// How many bytes `sniff` wants to see.
    public static let sniffLength = 64

    /// The format that these first bytes of a file belong to; nil is unsupported.
    ///
    /// Sources: the formats' own specifications; brands of HEIF and AVIF as registered at mp4ra.org.
    public static func sniff(_ bytes: UnsafeRawBufferPointer) -> PhotoFormat? {
        func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + signature.count && bytes[offset...].starts(with: signature)
        }
        if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if has(Array("RIFF".utf8)) && has(Array("WEBP".utf8), at: 8) { return .webp }
        if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return .gif }
        if has(Array("ftyp".utf8), at: 4) { return sniffBrands(bytes) }
        let littleEndian = has([0x49, 0x49, 0x2A, 0]) || has([0x49, 0x49, 0x2B, 0])
        let bigEndian = has([0x4D, 0x4D, 0, 0x2A]) || has([0x4D, 0x4D, 0, 0x2B])
        // Canon's raw format is a TIFF whose first directory holds a thumbnail only.
        if (littleEndian || bigEndian) && !has(Array("CR".utf8), at: 8) { return .tiff }
        return nil
    }

    private static func sniffBrands(_ bytes: UnsafeRawBufferPointer) -> PhotoFormat? {
        guard bytes.count >= 12 else { return nil }
        let boxLength = Int(bytes[2]) << 8 | Int(bytes[3])
        var brands = [String(decoding: bytes[8..<12], as: UTF8.self)]
        var offset = 16
        while offset + 4 <= min(boxLength, bytes.count) {
            brands.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
            offset += 4
        }
        let hevc: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
        for brand in brands {
            if brand == "avif" || brand == "avis" { return .avif }
            if hevc.contains(brand) { return .heif }
        }
        return brands.contains("mif1") || brands.contains("msf1") ? .heif : nil
    }

    var shimFormat: cvips_format {
        switch self {
        case .jpeg: CVIPS_JPEG
        case .png: CVIPS_PNG
        case .webp: CVIPS_WEBP
        case .heif: CVIPS_HEIF
        case .avif: CVIPS_AVIF
        case .tiff: CVIPS_TIFF
        case .gif: CVIPS_GIF
        }
    }
}
