// layout/: what a cell and a placement cost, beside plain loops that compute as much.
import BenchmarkKit
import Layout

enum LayoutSuite {
    static let benchmarks = sheets + placements

    /// Cells of one iteration, about: small sheets are made several times.
    private static let cells = 1000

    private static let sheets: [Benchmark] =
        [24, 200, 1000].flatMap { count in
            [
                sheet(
                    "grid-\(count)", "the grid for \(count) photos", floor: "layout/floor-cells",
                    counts: [count]
                ) {
                    GridLayout().sheet(count: $0)
                },
                sheet(
                    "canvas-\(count)", "the grid that fills a canvas, for \(count) photos",
                    floor: "layout/floor-cells", counts: [count]
                ) { GridLayout(measure: .canvas(canvas)).sheet(count: $0) },
            ]
        } + [
            sheet(
                "neue", "the app's collages, of 1 to 6 photos", floor: "layout/floor-cells",
                counts: Array(1...NeueLayout.capacity)
            ) { NeueLayout().sheet(count: $0) },
            sheet("floor-cells", "a loop that writes as many rectangles into an array", counts: [1000]) {
                count in
                let tile = GridLayout.preferredTile
                let columns = opaque(28)
                var sheet = Sheet(
                    canvas: PixelSize(
                        width: 8 + columns * (tile.width + 8),
                        height: 8 + (count + columns - 1) / columns * (tile.height + 8)), cells: [])
                sheet.cells.reserveCapacity(count)
                var (x, y) = (8, 8)
                for index in 1...count {
                    sheet.cells.append(PixelRect(x: x, y: y, width: tile.width, height: tile.height))
                    x += tile.width + 8
                    if index % columns == 0 { (x, y) = (8, y + tile.height + 8) }
                }
                return sheet
            },
        ]

    private static let canvas = PixelSize(width: 3840, height: 2160)

    /// - Parameter counts: of photos, for each of which a sheet is made, as often as it takes for enough cells.
    private static func sheet(
        _ name: String, _ explanation: String, floor: String? = nil, counts: [Int],
        _ make: @escaping @Sendable (Int) -> Sheet?
    ) -> Benchmark {
        let rounds = max(1, cells / counts.reduce(0, +))
        let all = Array(repeating: counts, count: rounds).flatMap { $0 }
        return Benchmark(
            "layout/\(name)", explanation, work: WorkAmount(all.reduce(0, +), "cell"), isExact: true,
            floor: floor
        ) { _ in
            var made = 0
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        made = 0
                        for count in opaque(all) {
                            let sheet = make(count)
                            blackHole(sheet)
                            made += sheet?.cells.count ?? 0
                        }
                    }
                },
                check: {
                    try WrongResult.unless(made, is: all.reduce(0, +), "cells")
                    for count in counts {
                        guard let sheet = make(count) else {
                            throw WrongResult("no sheet for \(count) photos")
                        }
                        try check(sheet, count: count)
                    }
                })
        }
    }

    /// Each cell lies on the canvas, behind the one before it, and there is one a photo.
    private static func check(_ sheet: Sheet, count: Int) throws(WrongResult) {
        try WrongResult.unless(sheet.cells.count, is: count, "cells of a sheet")
        let ground = PixelRect(sheet.canvas)
        var last: PixelRect?
        for cell in sheet.cells {
            let follows =
                last.map { cell.y == $0.y ? cell.x > $0.maxX : cell.y > $0.maxY && cell.x == 8 } ?? true
            guard cell.width > 0, cell.height > 0, ground.contains(cell), follows else {
                throw WrongResult("the cell \(cell) of \(count) after \(last.map { "\($0)" } ?? "none")")
            }
            last = cell
        }
        if let end = last?.maxY { try WrongResult.unless(end + 8, is: sheet.canvas.height, "the lower edge") }
    }

    // MARK: Placements

    private static let cell = PixelRect(x: 8, y: 8, width: 320, height: 240)

    private static let placements: [Benchmark] =
        Fit.allCases.map { fit in
            placement("fit-\(fit)", "Fit.placement, \(fit)", floor: "layout/floor-scale") {
                fit.placement(of: $0, in: cell, upscale: false)
            }
        } + [
            placement(
                "fit-upscale", "Fit.placement, cover, with photos blown up", floor: "layout/floor-scale"
            ) {
                Fit.cover.placement(of: $0, in: cell, upscale: true)
            },
            placement("overview", "the overview of a photo, and the placement around a point of it") {
                photo in
                let middle = Fit.smart.placement(of: photo, in: cell, upscale: false)
                guard let overview = Overview(of: photo, middle) else { return middle }
                return overview.placement(
                    around: PixelPoint(x: overview.size.width / 3, y: overview.crop.height))
            },
            placement("floor-scale", "a loop that scales sizes into a cell, and rounds") { photo in
                let scale = min(
                    Double(cell.width) / Double(photo.width), Double(cell.height) / Double(photo.height), 1)
                let width = Int((Double(photo.width) * scale).rounded())
                let height = Int((Double(photo.height) * scale).rounded())
                return Placement(
                    rect: PixelRect(
                        x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2,
                        width: width, height: height), crop: PixelRect(photo))
            },
        ]

    private static func placement(
        _ name: String, _ explanation: String, floor: String? = nil,
        _ place: @escaping @Sendable (PixelSize) -> Placement
    ) -> Benchmark {
        let count = 1000
        return Benchmark(
            "layout/\(name)", explanation, work: WorkAmount(count, "photo"), isExact: true, floor: floor
        ) { _ in
            let sides = numbers(2 * count, below: 8000)
            // From thumbnails to large photos, and panoramas both ways.
            let photos = (0..<count).map {
                PixelSize(width: sides[2 * $0] + 200, height: sides[2 * $0 + 1] + 200)
            }
            var placed: [Placement] = []
            placed.reserveCapacity(count)
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        placed.removeAll(keepingCapacity: true)
                        for photo in opaque(photos) { placed.append(place(photo)) }
                    }
                },
                check: {
                    try WrongResult.unless(placed.count, is: count, "placements")
                    for (photo, placement) in zip(photos, placed) { try check(placement, of: photo) }
                })
        }
    }

    /// It lies in the cell, shows a part of the photo, and keeps its shape.
    private static func check(_ placement: Placement, of photo: PixelSize) throws(WrongResult) {
        let (rect, crop) = (placement.rect, placement.crop)
        let across = Double(rect.width) / Double(crop.width)
        let down = Double(rect.height) / Double(crop.height)
        // Either side may be rounded by half a pixel of the tile, and of the photo.
        let slack = 1 / Double(min(rect.width, rect.height)) + 1 / Double(min(crop.width, crop.height))
        guard cell.contains(rect), PixelRect(photo).contains(crop), abs(across / down - 1) <= slack,
            rect.width == cell.width || rect.height == cell.height || rect.size == photo
        else { throw WrongResult("a photo of \(photo) in \(cell): \(crop) at \(rect)") }
    }
}
