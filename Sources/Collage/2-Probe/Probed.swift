// What goes from probing on to planning.

import Wire

/// What the scan said, with the headers of photos where they are needed.
enum Probed: Sendable {
    case collage(FoundCollage, [ProbedPhoto])
    case passedOver(source: InputSource, folder: RawPath, skipped: [SkippedFile])
    case unreadable(source: InputSource, folder: RawPath, SystemError)
    case nothing(in: InputSource)
}
