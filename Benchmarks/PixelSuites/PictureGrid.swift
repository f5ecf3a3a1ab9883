// What a picture looks like, roughly, so that a decoder's result can be held against what was drawn.
import BenchmarkKit
import CCodecs
import Layout

/// The mean colours of 8 x 6 cells of a picture, whatever its size.
struct PictureGrid: Equatable {
    private static let columns = Int(CCODECS_COLUMNS)
    private static let rows = Int(CCODECS_ROWS)
    /// Steps of 255 by which a mean may be off: few samples and other borders of cells move it by up to 3.
    private static let tolerance = 4

    /// Cell by cell, row by row: red, green, blue.
    let means: [UInt8]

    /// - Parameter means: nil is returned unless there are as many as a grid has.
    init?(means: [UInt8]) {
        guard means.count == Int(CCODECS_MEANS) else { return nil }
        self.means = means
    }

    /// Of 3-byte pixels.
    init(_ pixels: UnsafeRawPointer, size: PixelSize, bytesPerRow: Int) {
        var sums = [Int](repeating: 0, count: Int(CCODECS_MEANS))
        var counts = [Int](repeating: 0, count: Self.columns * Self.rows)
        for y in 0..<size.height {
            let row = UnsafeRawBufferPointer(start: pixels + y * bytesPerRow, count: size.width * 3)
            let firstCell = y * Self.rows / size.height * Self.columns
            for x in 0..<size.width {
                let cell = firstCell + x * Self.columns / size.width
                for band in 0..<3 { sums[cell * 3 + band] += Int(row[x * 3 + band]) }
                counts[cell] += 1
            }
        }
        means = sums.indices.map { place in
            let count = max(1, counts[place / 3])
            return UInt8((sums[place] + count / 2) / count)
        }
    }

    /// Of what a codec's own library made.
    init(_ picture: ccodecs_picture) {
        means = withUnsafeBytes(of: picture.means) { Array($0) }
    }

    /// Throws unless this looks like the other.
    func expect(like other: PictureGrid) throws(WrongResult) {
        let place = means.indices.max { distance(other, $0) < distance(other, $1) }!
        guard distance(other, place) <= Self.tolerance else {
            let cell = place / 3
            throw WrongResult(
                "the picture is not the one that was drawn: its cell \(cell % Self.columns), \(cell / Self.columns)"
                    + " has a mean of \(means[place]) in band \(place % 3), not \(other.means[place])")
        }
    }

    private func distance(_ other: PictureGrid, _ place: Int) -> Int {
        abs(Int(means[place]) - Int(other.means[place]))
    }
}
