// One way through the shim: a crop of an opened picture into the rows of a canvas.
import CVips
import Layout

/// Where a tile's pixels come from and go to.
struct PaintCall {
    let tile: TileRequest
    let header: PhotoHeader
    let pixels: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let halfway: (() -> Void)?

    func run(_ image: OpenImage, conversion: ColourConversion?, shrink: Int) throws(VipsError) {
        let stored = header.orientation.stored(tile.crop, upright: header.uprightSize)
        let decoded = decoded(stored, image, shrink: shrink)
        let size = header.orientation.turned(tile.size)
        let walk = header.orientation.walk(upright: tile.size)

        var request = cvips_tile()
        request.left = Int32(decoded.x)
        request.top = Int32(decoded.y)
        request.width = Int32(decoded.width)
        request.height = Int32(decoded.height)
        request.out_width = Int32(size.width)
        request.out_height = Int32(size.height)
        request.ground = (tile.ground.red, tile.ground.green, tile.ground.blue)
        request.conversion = conversion?.handle
        request.pixels = (pixels + walk.y * bytesPerRow + walk.x * 3).assumingMemoryBound(to: UInt8.self)
        request.step_x = walk.column.y * bytesPerRow + walk.column.x * 3
        request.step_y = walk.row.y * bytesPerRow + walk.row.x * 3

        var error = cvips_error()
        let painted = withCallback(halfway) { function, context in
            request.halfway = function
            request.context = context
            return cvips_paint(image.handle, &request, &error)
        }
        withExtendedLifetime(conversion) {}
        guard painted else { throw VipsError(error, kind: .corrupt) }
    }

    /// The crop in the decoder's pixels: to the nearest, at least one, never outside.
    private func decoded(_ crop: PixelRect, _ image: OpenImage, shrink: Int) -> PixelRect {
        let width = Int(image.info.width)
        let height = Int(image.info.height)
        // A JPEG's last column may stand for fewer than `shrink` pixels; other loaders scale exactly.
        let exact = header.format == .jpeg
        let across = exact ? 1 / Double(shrink) : Double(width) / Double(header.storedSize.width)
        let down = exact ? 1 / Double(shrink) : Double(height) / Double(header.storedSize.height)
        func span(_ start: Int, _ end: Int, _ scale: Double, _ limit: Int, reachesEnd: Bool) -> Range<Int> {
            let first = min(Int((Double(start) * scale).rounded()), limit - 1)
            let last = reachesEnd ? limit : Int((Double(end) * scale).rounded())
            return first..<min(max(last, first + 1), limit)
        }
        let columns = span(crop.x, crop.maxX, across, width, reachesEnd: crop.maxX == header.storedSize.width)
        let rows = span(crop.y, crop.maxY, down, height, reachesEnd: crop.maxY == header.storedSize.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
