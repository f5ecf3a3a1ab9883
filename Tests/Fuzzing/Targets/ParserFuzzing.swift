// Our own parsers, each on all bytes: what they say lies inside of the bytes, and in the bounds that others trust.

@testable import Vips

enum ParserFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        _ = PhotoFormat.sniff(bytes)
        checkMarkers(bytes)
        checkChunks(bytes)
        checkStructures(PhotoBytes(bytes))
        checkExif(bytes)
    }

    private static func checkMarkers(_ bytes: UnsafeRawBufferPointer) {
        let markers = JPEGMarkers(bytes)
        if let exif = markers.exif {
            require(exif.upperBound <= bytes.count, "EXIF outside of the file")
            checkExif(UnsafeRawBufferPointer(rebasing: bytes[exif]))
        }
        require((0...255).contains(markers.samplesPerPixel), "\(markers.samplesPerPixel) samples a pixel")
        if let end = markers.firstScan {
            var place = 2
            for segment in markers.neededSegments {
                require(segment.lowerBound >= place && segment.upperBound <= end, "segments out of order")
                place = segment.upperBound
            }
        }
        guard case .complete = markers.findEnd(bytes), markers.hasFrame else { return }
        for shrink in [4, 8] {
            guard let reduced = ProgressiveScans.reduced(bytes, markers, shrink: shrink) else { continue }
            require(reduced.count <= bytes.count + 2, "reduced it is larger")
            let again = reduced.withUnsafeBytes { JPEGMarkers($0) }
            require(
                again.width == markers.width && again.height == markers.height && again.isProgressive,
                "reduced it is another picture")
        }
    }

    private static func checkChunks(_ bytes: UnsafeRawBufferPointer) {
        guard let chunks = PNGChunks(PhotoBytes(bytes)) else { return }
        require((1...5).contains(chunks.bands) && chunks.frames > 0, "\(chunks)")
        guard let exif = chunks.exif else { return }
        require(exif.upperBound <= bytes.count, "EXIF outside of the file")
        checkExif(UnsafeRawBufferPointer(rebasing: bytes[exif]))
    }

    private static func checkStructures(_ bytes: PhotoBytes) {
        if let chunks = WebPChunks(bytes) {
            require(chunks.end >= 8 && chunks.usableEnd >= 12 && chunks.pixels ?? 13 > 12, "\(chunks)")
        }
        let boxes = ISOBoxes(bytes)
        require(boxes.end >= 0 && boxes.pixels ?? 8 >= 8, "\(boxes)")
        if let directories = TIFFStructure(bytes) {
            require(directories.end >= 8 && directories.pixels ?? 0 >= 0, "\(directories)")
        }
        for format in PhotoFormat.allCases {
            guard let structure = try? PhotoStructure(bytes, format: format) else { continue }
            require(structure.wantedEnd ?? 8 >= 8 && structure.droppedSamples >= 0, "\(structure)")
        }
    }

    private static func checkExif(_ block: UnsafeRawBufferPointer) {
        let tags = ExifTags(block)
        for text in [tags.dateTimeOriginal, tags.subSecTimeOriginal, tags.offsetTimeOriginal] {
            guard let text else { continue }
            // A byte that is not UTF-8 becomes three.
            require(!text.isEmpty && text.utf8.count <= 3 * 256, "a text of \(text.utf8.count) bytes")
        }
    }
}
