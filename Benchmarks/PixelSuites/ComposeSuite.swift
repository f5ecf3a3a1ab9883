// compose/: what a worker paints without decoding anything, beside writing or copying the same bytes.
import BenchmarkKit
import CanvasPainting
import Glibc
import Layout
import SamplePhotos
import Vips
import Wire

enum ComposeSuite {
    static let benchmarks: [Benchmark] = [
        Benchmark(
            "compose/ground", "the ground of a canvas for \(Sheet.tiles) tiles, \(Sheet.size) pixels",
            isExact: true, floor: "compose/floor-ground"
        ) { _ in
            let sheet = try Sheet()
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        SolidFill.fill(sheet.canvas.pixels, size: Sheet.size, with: Sheet.ground)
                    }
                },
                check: { try sheet.expectGround(Sheet.ground) }, reset: { sheet.clear() })
        },
        Benchmark("compose/floor-ground", "as many bytes, by memset", isExact: true) { _ in
            let sheet = try Sheet()
            let grey = RGBColour(red: 0x40, green: 0x40, blue: 0x40)
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        memset(sheet.canvas.pixels, Int32(grey.red), CanvasPixel.bytes(of: Sheet.size))
                    }
                },
                check: { try sheet.expectGround(grey) }, reset: { sheet.clear() })
        },
        Benchmark(
            "compose/signs", "the sign of a missing photo in all \(Sheet.tiles) cells",
            work: WorkAmount(Sheet.tiles, "tile"), isExact: true, floor: "compose/floor-tiles"
        ) { _ in
            let sheet = try Sheet()
            let sign = MissingPhotoSign()
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { sheet.paintSigns(sign) } },
                check: { try sheet.expectSigns(Sheet.cells) }, reset: { sheet.clear() })
        },
        Benchmark(
            "compose/sign-drawn", "the same in one cell, for the first time: it is drawn",
            work: WorkAmount(1, "tile"), isExact: true, floor: "compose/floor-tiles"
        ) { _ in
            let sheet = try Sheet()
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations { sheet.paint(MissingPhotoSign(), in: Sheet.cells[0]) }
                },
                check: { try sheet.expectSigns([Sheet.cells[0]]) }, reset: { sheet.clear() })
        },
        Benchmark(
            "compose/overviews", "parts of a painted overview, into all \(Sheet.tiles) cells",
            work: WorkAmount(Sheet.tiles, "tile"), isExact: true, floor: "compose/floor-tiles"
        ) { inputs in
            let sheet = try Sheet()
            let overview = try quadrants(in: inputs.scratch)
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        for cell in Sheet.cells {
                            overview.copy(
                                Sheet.part, to: sheet.address(cell), bytesPerRow: Sheet.bytesPerRow)
                        }
                    }
                },
                check: { try sheet.expectQuadrants() }, reset: { sheet.clear() })
        },
        Benchmark(
            "compose/floor-tiles", "the rows of as many tiles, by memcpy",
            work: WorkAmount(Sheet.tiles, "tile"), isExact: true
        ) { _ in
            let sheet = try Sheet()
            let rowLength = Sheet.tile.width * CanvasPixel.bytes
            let rows = (0..<rowLength * Sheet.tile.height).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        for cell in Sheet.cells {
                            rows.withUnsafeBytes { rows in
                                for y in 0..<cell.height {
                                    memcpy(
                                        sheet.address(cell) + y * Sheet.bytesPerRow,
                                        rows.baseAddress! + y * rowLength, rowLength)
                                }
                            }
                        }
                    }
                },
                check: { try sheet.expectTiles(rows) }, reset: { sheet.clear() })
        },
    ]

    /// An overview as large as those of `--fit smart` whose part is the tile: twice its width.
    private static func quadrants(in scratch: String) throws -> PaintedOverview {
        try PixelBench.startVips()
        let size = PixelSize(width: Sheet.tile.width * 2, height: Sheet.tile.height)
        let path = "\(scratch)/quadrants"
        try TestPicture(size, format: .png).write(to: path)
        let file = try OpenFile(path, O_RDONLY)
        let photo = try PhotoFile(descriptor: file.descriptor)
        let overview = try PaintedOverview(size)
        _ = try overview.paint(photo, header: try photo.header())
        return overview
    }
}

/// A canvas for 6 x 4 tiles, mapped as a worker maps it.
private final class Sheet {
    static let tile = PixelSize(width: 320, height: 240)
    private static let columns = 6
    private static let rows = 4
    private static let gap = 8
    static let tiles = columns * rows
    static let size = PixelSize(
        width: gap + columns * (tile.width + gap), height: gap + rows * (tile.height + gap))
    static let bytesPerRow = size.width * CanvasPixel.bytes
    static let ground = RGBColour(red: 0xF8, green: 0xF4, blue: 0xEC)
    static let cells: [PixelRect] = (0..<tiles).map { index in
        PixelRect(
            x: gap + index % columns * (tile.width + gap), y: gap + index / columns * (tile.height + gap),
            width: tile.width, height: tile.height)
    }
    /// Of an overview: its middle.
    static let part = PixelRect(x: tile.width / 2, y: 0, width: tile.width, height: tile.height)

    /// What no benchmark paints.
    private static let untouched = RGBColour(red: 0xA5, green: 0xA5, blue: 0xA5)

    let canvas: MappedCanvas

    init() throws {
        let memory = try CanvasMemory(capacity: CanvasPixel.bytes(of: Self.size))
        canvas = try MappedCanvas(descriptor: memory.descriptor, capacity: memory.capacity)
    }

    func address(_ cell: PixelRect) -> UnsafeMutableRawPointer {
        canvas.pixels + cell.y * Self.bytesPerRow + cell.x * CanvasPixel.bytes
    }

    func clear() { memset(canvas.pixels, Int32(Self.untouched.red), canvas.capacity) }

    func paintSigns(_ sign: MissingPhotoSign) {
        for cell in Self.cells { paint(sign, in: cell) }
    }

    func paint(_ sign: MissingPhotoSign, in cell: PixelRect) {
        let reference = CanvasReference(
            id: 0, size: Self.size, capacity: canvas.capacity, isAttached: false)
        sign.paint(
            SignRequest(canvas: reference, cell: cell, sign: .missingPhoto, ground: Self.ground), on: canvas)
    }

    private func pixel(_ x: Int, _ y: Int) -> RGBColour {
        let bytes = canvas.pixels + y * Self.bytesPerRow + x * CanvasPixel.bytes
        return RGBColour(
            red: bytes.load(as: UInt8.self), green: bytes.load(fromByteOffset: 1, as: UInt8.self),
            blue: bytes.load(fromByteOffset: 2, as: UInt8.self))
    }

    func expectGround(_ colour: RGBColour) throws(WrongResult) {
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width { try expect(colour, atX: x, y) }
        }
    }

    /// A card with a stroke through its middle, rounded corners, and nothing around it.
    func expectSigns(_ cells: [PixelRect]) throws(WrongResult) {
        let card = RGBColour(red: 0xF1, green: 0xF2, blue: 0xF4)
        let ink = RGBColour(red: 0xA9, green: 0xAF, blue: 0xB8)
        for cell in cells {
            try expect(Self.ground, atX: cell.x, cell.y)
            try expect(Self.ground, atX: cell.maxX - 1, cell.maxY - 1)
            try expect(card, atX: cell.x + cell.width / 2, cell.y + 4)
            try expect(card, atX: cell.x + cell.width / 2, cell.maxY - 5)
            try expect(ink, atX: cell.x + cell.width / 2, cell.y + cell.height / 2)
            try expectSame(cell, as: cells[0])
        }
        try expectNothingBeside(cells)
    }

    /// The middle of a picture with four quadrants shows half of each.
    func expectQuadrants() throws(WrongResult) {
        for cell in Self.cells {
            for (index, colour) in TestPicture.colours.enumerated() {
                let x = cell.x + (index % 2 == 0 ? 0 : cell.width - 1)
                let y = cell.y + (index < 2 ? 0 : cell.height - 1)
                try expect(colour, atX: x, y)
            }
            try expectSame(cell, as: Self.cells[0])
        }
        try expectNothingBeside(Self.cells)
    }

    func expectTiles(_ rows: [UInt8]) throws(WrongResult) {
        let rowLength = Self.tile.width * CanvasPixel.bytes
        for cell in Self.cells {
            for y in 0..<cell.height {
                let same = rows.withUnsafeBytes {
                    memcmp(address(cell) + y * Self.bytesPerRow, $0.baseAddress! + y * rowLength, rowLength)
                }
                guard same == 0 else { throw WrongResult("row \(y) of the tile at \(cell) is another") }
            }
        }
        try expectNothingBeside(Self.cells)
    }

    private func expectSame(_ cell: PixelRect, as other: PixelRect) throws(WrongResult) {
        let rowLength = cell.width * CanvasPixel.bytes
        for y in 0..<cell.height {
            let offset = y * Self.bytesPerRow
            guard memcmp(address(cell) + offset, address(other) + offset, rowLength) == 0 else {
                throw WrongResult("the tile at \(cell) is not the one at \(other)")
            }
        }
    }

    /// Rows between and columns before the cells are untouched.
    private func expectNothingBeside(_ cells: [PixelRect]) throws(WrongResult) {
        for cell in cells {
            for x in cell.x - 1...cell.maxX {
                try expect(Self.untouched, atX: x, cell.y - 1)
                try expect(Self.untouched, atX: x, cell.maxY)
            }
            for y in cell.y..<cell.maxY {
                try expect(Self.untouched, atX: cell.x - 1, y)
                try expect(Self.untouched, atX: cell.maxX, y)
            }
        }
    }

    private func expect(_ colour: RGBColour, atX x: Int, _ y: Int) throws(WrongResult) {
        let found = pixel(x, y)
        guard found == colour else {
            throw WrongResult("the pixel \(x), \(y) is \(found), not \(colour)")
        }
    }
}
