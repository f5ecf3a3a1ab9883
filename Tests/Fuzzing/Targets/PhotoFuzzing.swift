// A photo's file on the way that a worker takes with it, into a canvas whose every other byte is watched.

import Glibc
import Layout
import Vips
import Wire

@testable import CollageWorker

/// Paints a file's bytes into a small cell, in several ways.
enum PhotoFuzzing {
    /// Of the canvas, and of the cell in it: a margin on all sides shows whoever writes beside it.
    private static let size = PixelSize(width: 32, height: 24)
    private static let cell = PixelRect(x: 8, y: 6, width: 16, height: 12)
    private static let mark: UInt8 = 0xA5
    /// Small, so that bombs don't take all of the time.
    private static let maxPixels = 250_000
    private static let maxMemory = 256 << 20

    nonisolated(unsafe) private static let kept = KeptResources()
    private static let memory = try! CanvasMemory(capacity: CanvasPixel.bytes(of: size))
    nonisolated(unsafe) private static let canvas = try! MappedCanvas(
        descriptor: memory.descriptor, capacity: memory.capacity)

    /// Without a name, and used for every input in turn.
    private static let file = FileDescriptor(owning: dup(fileno(tmpfile())))

    static func run(_ bytes: UnsafeRawBufferPointer) {
        fill(bytes)
        // The last way first: it ends with the header, and needs no pixels.
        paint(request(.contain, maxPixels: .max), mayUse: 0)
        paint(request(.contain, maxPixels: maxPixels), mayUse: maxMemory)
        paint(request(.cover, maxPixels: maxPixels), mayUse: maxMemory)
        paint(request(.smart, maxPixels: maxPixels), mayUse: maxMemory)
        guard let format = PhotoFormat.sniff(bytes), format == .png || format == .tiff else { return }
        // Larger than what is held: it is streamed. The hole behind its bytes takes no memory.
        ftruncate(file.number, off_t(PhotoFile.largestHeld + 1))
        paint(request(.contain, maxPixels: maxPixels), mayUse: maxMemory)
    }

    private static func fill(_ bytes: UnsafeRawBufferPointer) {
        require(ftruncate(file.number, 0) == 0, "ftruncate: \(errno)")
        let count = pwrite(file.number, bytes.baseAddress, bytes.count, 0)
        require(count == bytes.count, "write: \(errno)")
    }

    private static func request(_ fit: Fit, maxPixels: Int) -> Wire.TileRequest {
        Wire.TileRequest(
            canvas: CanvasReference(id: 1, size: size, capacity: memory.capacity), cell: cell, fit: fit,
            upscale: fit == .cover, ground: RGBColour(red: 10, green: 200, blue: 90), maxPixels: maxPixels,
            allowance: 0, index: 0, attempt: 0)
    }

    private static func paint(_ request: Wire.TileRequest, mayUse limit: Int) {
        memset(canvas.pixels, CInt(mark), canvas.capacity)
        let painting = TilePainting(request, canvas: canvas, kept: kept) { bytes in
            require(bytes > 0, "it asks for \(bytes) bytes")
            return bytes <= limit
        }
        do {
            let result = try painting.paint(file)
            check(result, request)
            tellApart(result)
        } catch {
            // Only a coordinator that can't be understood is an error.
            fatalError("a photo ended the worker: \(error)")
        }
    }

    private static func check(_ result: TileResult, _ request: Wire.TileRequest) {
        require(result.placement != nil || result.fault != nil, "neither shown nor at fault")
        let painted = result.placement?.rect ?? cell
        require(cell.contains(painted), "\(painted) is not in its cell")
        if let placement = result.placement, let facts = result.facts {
            require(PixelRect(facts.size).contains(placement.crop), "a crop outside of the photo")
            require(facts.size.area <= request.maxPixels, "\(facts.size) is shown")
        }
        for message in [result.fault?.message, result.note] {
            guard let message else { continue }
            require(!message.isEmpty && message.utf8.count < 4096, "a message of \(message.utf8.count) bytes")
            require(message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a message of several lines")
        }
        checkCanvas(around: painted)
        let sent = ReplyEnvelope(.tile(result), anonymousMemory: 0)
        require(sent.bytes.count <= Connection.maxPacket, "a reply of \(sent.bytes.count) bytes")
        require((try? ReplyEnvelope(bytes: sent.bytes)) == sent, "a reply that comes out differently")
    }

    private static func tellApart(_ result: TileResult) {
        for message in [result.fault?.message, result.note] { message.map(CodecWords.count) }
        guard let rect = result.placement?.rect, let format = result.facts?.format else { return }
        let quarters = [(1, 1), (3, 1), (1, 3), (3, 3)].map { column, row in
            let (x, y) = (rect.x + rect.width * column / 4, rect.y + rect.height * row / 4)
            return Int(canvas.pixels.load(fromByteOffset: (y * size.width + x) * 3 + 1, as: UInt8.self))
        }
        CodecWords.count(quarters, of: format)
    }

    private static func checkCanvas(around rect: PixelRect) {
        let bytes = UnsafeRawBufferPointer(start: canvas.pixels, count: canvas.capacity)
        let row = size.width * CanvasPixel.bytes
        let columns = rect.x * CanvasPixel.bytes..<rect.maxX * CanvasPixel.bytes
        for (place, byte) in bytes.enumerated() where byte != mark {
            let isInside = columns.contains(place % row) && (rect.y..<rect.maxY).contains(place / row)
            require(isInside, "byte \(place) of the canvas is painted, outside of \(rect)")
        }
    }
}
