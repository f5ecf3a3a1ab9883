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
        self.init(PhotoBytes(UnsafeRawBufferPointer(rebasing: body)))
    }

    /// Reads the fields of a TIFF structure: an EXIF block without its mark, or a TIFF file.
    init(_ bytes: PhotoBytes) {
        guard let reader = TIFFReader(bytes), let main = reader.directory(at: reader.firstDirectory) else {
            return
        }
        if let value = main[0x0112].flatMap(reader.integer), let known = Orientation(rawValue: value) {
            orientation = known
        }
        guard let details = main[0x8769].flatMap(reader.integer).flatMap(reader.directory) else { return }
        dateTimeOriginal = details[0x9003].flatMap(reader.text)
        subSecTimeOriginal = details[0x9291].flatMap(reader.text)
        offsetTimeOriginal = details[0x9011].flatMap(reader.text)
        let interoperability = details[0xA005].flatMap(reader.integer).flatMap(reader.directory)
        isAdobeRGB = interoperability?[1].flatMap(reader.text) == "R03"
    }
}
