// Whether a program made the sheets that it was to make.
import BenchmarkKit
import FoundationEssentials

enum Sheets {
    /// Of a tile, in all commands that make them.
    static let tileWidth = 320, tileHeight = 240
    static var tileSize: String { "\(tileWidth)x\(tileHeight)" }

    /// Throws unless the JPEGs in the folder, and below, hold at least that many tiles.
    ///
    /// - Parameter sheets: how many there must be; any number where nil.
    static func check(_ folder: String, tiles: Int, sheets: Int? = nil) throws {
        let files = FileManager.default
        let paths = try files.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }
        if let sheets { try WrongResult.unless(paths.count, is: sheets, "sheets") }
        let pixels = paths.compactMap { JPEGSize.pixels(ofFile: "\(folder)/\($0)") }.reduce(0, +)
        let least = tiles * tileWidth * tileHeight
        guard pixels >= least else {
            throw WrongResult("the JPEGs have \(pixels) pixels, less than \(tiles) tiles have (\(least))")
        }
    }
}
