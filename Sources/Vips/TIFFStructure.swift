// What the directories of a TIFF tell: how far it goes, what is in its pixels, and what no reader here can show.

/// A TIFF file's directories, and what they point at.
///
/// Source: TIFF 6.0; for raw files TIFF/EP (ISO 12234-2) and the DNG specification 1.7.
struct TIFFStructure {
    /// Where the pixels of all pages end, by the directories' account.
    private(set) var end = 8
    /// Where they would end if all counts were right: libtiff wants to read so far.
    private(set) var countedEnd = 8
    /// Where the first page's pixels begin; nil if no directory says so.
    private(set) var pixels: Int?
    /// Of the first page.
    private(set) var samplesPerPixel = 1
    /// The last of them that are neither colour nor alpha.
    private(set) var droppedSamples = 0
    /// Of all pages together.
    private(set) var stripsSeen = 0
    /// Why the first page can't be shown, though nothing is wrong with it.
    private(set) var unsupported: String?

    /// More pages than any file has that is not made to keep its readers busy.
    private static let mostPages = 10_000
    /// Strips or tiles of all pages that are looked at: beyond, the file is taken to hold them.
    private static let mostStrips = 1 << 20

    /// Nil where the bytes are no TIFF.
    init?(_ bytes: PhotoBytes) {
        guard let reader = TIFFReader(bytes) else { return nil }
        var seen: Set<Int> = []
        var place = reader.firstDirectory
        while place > 0, seen.count < Self.mostPages, seen.insert(place).inserted {
            guard let directory = reader.directory(at: place) else {
                // Beyond the end of the file it is missing; within, it is something else, and no damage.
                end = max(end, min(place, Int.max - 2) + 2)
                break
            }
            let page = TIFFPage(directory, reader)
            let data = page.data(mostStrips: Self.mostStrips - stripsSeen)
            stripsSeen += data?.count ?? 0
            if seen.count == 1 {
                unsupported = page.unsupported
                samplesPerPixel = page.samplesPerPixel
                droppedSamples = page.droppedSamples
                pixels = data?.range.lowerBound
            }
            end = max(end, directory.end, data?.range.upperBound ?? 0, page.neededValuesEnd)
            countedEnd = max(countedEnd, end, data?.countedEnd ?? 0)
            place = directory.next
        }
    }
}
