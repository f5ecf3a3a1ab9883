// The few EXIF fields that a collage needs, read from a block of unknown quality.

/// EXIF fields of one photo: its own first directory and those hanging off it, never the thumbnail's.
///
/// Source: EXIF 2.32 (CIPA DC-008) for the tags, TIFF 6.0 for the directories.
struct ExifTags: Hashable, Sendable {
    var orientation = Orientation.upright
    var dateTimeOriginal: String?
    var subSecTimeOriginal: String?
    var offsetTimeOriginal: String?
    /// Interoperability index R03: pixels without a profile are Adobe RGB.
    var isAdobeRGB = false

    init() {}

    /// Reads what can be read; a broken block gives the defaults.
    init(_ block: UnsafeRawBufferPointer) {
        let marker = Array("Exif\0\0".utf8)
        let body = block.starts(with: marker) ? block.dropFirst(marker.count) : block[...]
        let reader = DirectoryReader(UnsafeRawBufferPointer(rebasing: body))
        guard let reader, let first = reader.offset(at: 4) else { return }
        let main = reader.directory(at: first)
        if let value = main[0x0112].flatMap(reader.integer), let known = Orientation(rawValue: value) {
            orientation = known
        }
        guard let exif = main[0x8769].flatMap(reader.integer) else { return }
        let details = reader.directory(at: exif)
        dateTimeOriginal = details[0x9003].flatMap(reader.text)
        subSecTimeOriginal = details[0x9291].flatMap(reader.text)
        offsetTimeOriginal = details[0x9011].flatMap(reader.text)
        guard let interoperability = details[0xA005].flatMap(reader.integer) else { return }
        isAdobeRGB = reader.directory(at: interoperability)[1].flatMap(reader.text) == "R03"
    }
}

/// Bounds-checked access to a TIFF structure in either byte order.
private struct DirectoryReader {
    struct Entry {
        var type: Int
        var count: Int
        var place: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private let isLittleEndian: Bool

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8 else { return nil }
        self.bytes = bytes
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isLittleEndian = true
        case (0x4D, 0x4D): isLittleEndian = false
        default: return nil
        }
    }

    func short(at place: Int) -> Int? {
        guard place >= 0, place + 2 <= bytes.count else { return nil }
        let (a, b) = (Int(bytes[place]), Int(bytes[place + 1]))
        return isLittleEndian ? b << 8 | a : a << 8 | b
    }

    func offset(at place: Int) -> Int? {
        guard let a = short(at: place), let b = short(at: place + 2) else { return nil }
        return isLittleEndian ? b << 16 | a : a << 16 | b
    }

    /// The entries by tag; empty where there is no directory.
    func directory(at place: Int) -> [Int: Entry] {
        guard let count = short(at: place) else { return [:] }
        var entries: [Int: Entry] = [:]
        for index in 0..<min(count, 512) {
            let entry = place + 2 + index * 12
            guard let tag = short(at: entry), let type = short(at: entry + 2),
                let valueCount = offset(at: entry + 4)
            else { break }
            // The first of equal tags counts, as in most readers.
            if entries[tag] == nil { entries[tag] = Entry(type: type, count: valueCount, place: entry + 8) }
        }
        return entries
    }

    /// A SHORT or a LONG.
    func integer(_ entry: Entry) -> Int? {
        switch entry.type {
        case 3: short(at: entry.place)
        case 4, 13: offset(at: entry.place)
        default: nil
        }
    }

    /// An ASCII value up to its first zero, without blanks around it; nil if nothing is left.
    func text(_ entry: Entry) -> String? {
        guard entry.type == 2, entry.count > 0, entry.count <= 256 else { return nil }
        let place = entry.count <= 4 ? entry.place : offset(at: entry.place)
        guard let place, place + entry.count <= bytes.count else { return nil }
        let value = bytes[place..<place + entry.count].prefix { $0 != 0 }
        let blank = UInt8(ascii: " ")
        guard let first = value.firstIndex(where: { $0 != blank }),
            let last = value.lastIndex(where: { $0 != blank })
        else { return nil }
        return String(decoding: value[first...last], as: UTF8.self)
    }
}
