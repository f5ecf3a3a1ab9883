// What a file's structure tells of its soundness, before any decoding.

/// How far a file goes, by its markers or chunks alone.
struct PhotoStructure {
    enum Completeness {
        case complete, truncated, unknown
    }

    var completeness = Completeness.unknown
    /// For JPEG only.
    var markers: JPEGMarkers?
}

extension PhotoFile {
    /// Walks to the end of the picture.
    /// - Throws: if it holds no pixels at all.
    func structure() throws(VipsError) -> PhotoStructure {
        guard !isStreamed else { return PhotoStructure() }
        let bytes = try contents()
        switch format {
        case .jpeg:
            let markers = JPEGMarkers(bytes)
            switch markers.findEnd(bytes) {
            case .complete: return PhotoStructure(completeness: .complete, markers: markers)
            case .truncated: return PhotoStructure(completeness: .truncated, markers: markers)
            case .noPixels: throw Self.noPixels("jpegload")
            }
        case .png:
            guard let chunks = PNGChunks(bytes) else { return PhotoStructure() }
            guard chunks.hasPixels else { throw Self.noPixels("pngload") }
            return PhotoStructure(completeness: chunks.isComplete ? .complete : .truncated)
        default:
            return PhotoStructure(completeness: bytes.count < byteCount ? .truncated : .unknown)
        }
    }

    private static func noPixels(_ operation: String) -> VipsError {
        VipsError(operation: operation, message: "a header without pixels", kind: .corrupt)
    }
}
