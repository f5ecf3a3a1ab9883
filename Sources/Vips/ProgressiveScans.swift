// A progressive JPEG without the scans that its reduced size does not show.

/// Chooses scans of a progressive JPEG; the others are not decoded at all.
///
/// Source: ITU-T T.81, annex G. Decoding at 1/8 uses the DC coefficients only, at 1/4 the four of lowest frequency.
/// All DC scans are kept, since they cost little and an error in them shows most, and the first AC scans that hold
/// those four; their refinements are not, so that at 1/4 the coefficients lack their lowest bits. Without any AC scan
/// libjpeg would smooth the DC coefficients themselves, and 1/8 would not be exact.
enum ProgressiveScans {
    /// The photo with the scans that a shrink of 4 or 8 needs; nil where all are needed.
    ///
    /// The bytes must be those of a whole progressive JPEG.
    static func reduced(_ bytes: UnsafeRawBufferPointer, _ markers: JPEGMarkers, shrink: Int) -> [UInt8]? {
        guard shrink >= 4, markers.isProgressive, let firstScan = markers.firstScan else { return nil }
        var result: [UInt8] = [0xFF, 0xD8]
        for segment in markers.neededSegments { result += bytes[segment] }
        var place = firstScan
        while let (marker, next) = JPEGMarkers.marker(in: bytes, from: place), marker != 0xD9 {
            let start = next - 2
            place = next
            if JPEGMarkers.standsAlone(marker) { continue }
            guard let length = JPEGMarkers.length(in: bytes, at: place) else { return nil }
            place += length
            guard place <= bytes.count else { return nil }
            guard marker == 0xDA else {
                // Tables, which any scan after them may use.
                result += bytes[start..<place]
                continue
            }
            let end = JPEGMarkers.endOfEntropyCodedData(in: bytes, from: place)
            guard let scan = Scan(bytes[next + 2..<place]) else { return nil }
            if scan.isNeeded { result += bytes[start..<end] }
            place = end
        }
        return result + [0xFF, 0xD9]
    }

    /// What a scan's header says of its coefficients (T.81, B.2.3).
    private struct Scan {
        /// Ss: the first of the band, in zigzag order; 0 is DC.
        let bandStart: UInt8
        /// Ah: more than 0 where the scan refines what another has sent.
        let refines: UInt8

        init?(_ body: Slice<UnsafeRawBufferPointer>) {
            guard let count = body.first, body.count == 4 + 2 * Int(count) else { return nil }
            let parameters = body.startIndex + 1 + 2 * Int(count)
            bandStart = body[parameters]
            refines = body[parameters + 2] >> 4
        }

        /// The four of lowest frequency are numbers 0, 1, 2 and 4 of the zigzag order.
        var isNeeded: Bool { bandStart == 0 || (bandStart <= 4 && refines == 0) }
    }
}
