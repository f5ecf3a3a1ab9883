// EXIF fields to write into sample photos and test inputs; collages carry none.

/// EXIF fields of a JPEG to be made.
public struct ExifFields: Hashable, Sendable {
    /// 1...8
    public var orientation: Int
    /// As `2024:06:01 12:34:56`.
    public var dateTimeOriginal: String?
    public var subSecTimeOriginal: String?
    public var offsetTimeOriginal: String?
    /// Interoperability index R03: the pixels are Adobe RGB.
    public var isAdobeRGB: Bool

    public init(
        orientation: Int = 1, dateTimeOriginal: String? = nil, subSecTimeOriginal: String? = nil,
        offsetTimeOriginal: String? = nil, isAdobeRGB: Bool = false
    ) {
        self.orientation = orientation
        self.dateTimeOriginal = dateTimeOriginal
        self.subSecTimeOriginal = subSecTimeOriginal
        self.offsetTimeOriginal = offsetTimeOriginal
        self.isAdobeRGB = isAdobeRGB
    }

    /// The block as an APP1 segment holds it: "Exif", two zeros, and a big-endian TIFF structure.
    func block() -> [UInt8] {
        // Directories follow each other: main, Exif, interoperability; each is laid out when its place is known.
        let mainPlace = 8
        let mainLength = Self.length([.short(0x0112, orientation), .long(0x8769, 0)])
        let exifPlace = mainPlace + mainLength
        var exif: [Entry] = []
        if let dateTimeOriginal { exif.append(.text(0x9003, dateTimeOriginal)) }
        if let offsetTimeOriginal { exif.append(.text(0x9011, offsetTimeOriginal)) }
        if let subSecTimeOriginal { exif.append(.text(0x9291, subSecTimeOriginal)) }
        if isAdobeRGB {
            exif.append(.long(0xA005, 0))
            exif[exif.count - 1] = .long(0xA005, exifPlace + Self.length(exif))
        }
        var bytes = Array("Exif\0\0MM".utf8) + [0, 0x2A, 0, 0, 0, UInt8(mainPlace)]
        bytes += Self.directory([.short(0x0112, orientation), .long(0x8769, exifPlace)], at: mainPlace)
        bytes += Self.directory(exif, at: exifPlace)
        if isAdobeRGB {
            bytes += Self.directory([.text(0x0001, "R03")], at: exifPlace + Self.length(exif))
        }
        return bytes
    }

    private enum Entry {
        case short(Int, Int)
        case long(Int, Int)
        case text(Int, String)

        /// A text that does not fit into its entry's four bytes, with its ending zero.
        var outside: [UInt8] {
            guard case .text(_, let text) = self, text.utf8.count >= 4 else { return [] }
            return Array(text.utf8) + [0]
        }
    }

    private static func length(_ entries: [Entry]) -> Int {
        2 + 12 * entries.count + 4 + entries.reduce(0) { $0 + $1.outside.count }
    }

    private static func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
        var bytes = short(entries.count)
        var outside: [UInt8] = []
        let outsidePlace = place + 2 + 12 * entries.count + 4
        for entry in entries {
            switch entry {
            case .short(let tag, let value): bytes += short(tag) + short(3) + long(1) + short(value) + [0, 0]
            case .long(let tag, let value): bytes += short(tag) + short(4) + long(1) + long(value)
            case .text(let tag, let text):
                bytes += short(tag) + short(2) + long(text.utf8.count + 1)
                if entry.outside.isEmpty {
                    bytes += (Array(text.utf8) + [0, 0, 0, 0]).prefix(4)
                } else {
                    bytes += long(outsidePlace + outside.count)
                    outside += entry.outside
                }
            }
        }
        return bytes + long(0) + outside
    }

    private static func short(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    private static func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
}
