// A photo and what its header said, where it was asked.

import Wire

/// A photo, with its header if that was needed.
struct ProbedPhoto: Sendable {
    var photo: FoundPhoto
    /// Nil where headers are not needed.
    var header: ProbeResult?

    /// EXIF's date, else a date in the name, else the file's.
    var captureDate: CaptureDate? {
        if case .header(_, let time?) = header, let date = CaptureDate(exif: time) { return date }
        return CaptureDate(name: photo.path) ?? photo.identity.map { CaptureDate(modified: $0.modified) }
    }
}
