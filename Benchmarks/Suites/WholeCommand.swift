// The suite of whole commands: what is run, with which arguments.
import BenchmarkKit

/// A benchmark of the suite.
enum WholeCommand: String, CaseIterable {
    case floor = "floor/djpeg"
    case cold = "pipeline/cold"
    case graphicsMagick = "peers/gm-montage"
    case graphicsMagickDefine = "peers/gm-montage-define"
    case imageMagick = "peers/montage"

    var explanation: String {
        switch self {
        case .floor: "djpeg alone decodes every photo at quarter size, one process a photo, on all cores"
        case .cold: "collage makes the folder's collage, with nothing made before; files are in the cache"
        case .graphicsMagick: "gm montage with tiles of 320x240, told to read at reduced size by -size"
        case .graphicsMagickDefine: "the same, told by -define jpeg:size, which is faster"
        case .imageMagick: "ImageMagick's montage with the same tiles, told by both"
        }
    }

    /// Programs that it needs on PATH.
    var programs: [String] {
        switch self {
        case .floor: ["djpeg", "xargs"]
        case .cold: []
        case .graphicsMagick, .graphicsMagickDefine: ["gm"]
        case .imageMagick: ["montage"]
        }
    }

    /// Whether it writes pictures into the output folder.
    var writesOutput: Bool { self != .floor }

    /// Pixels of a tile, in all commands that make them.
    static let tilePixels = 320 * 240

    /// The command for a suite's photos, with its output in `output`.
    ///
    /// For gm, -geometry must stand before the files: behind them it is the size of the whole sheet.
    /// ImageMagick needs -define for that; without, it soon meets the limits that Debian sets it.
    func command(_ photos: PhotoFolder, _ tools: SuiteTools, output: String) -> BenchmarkCommand {
        // One sheet of all photos: left to itself, montage starts another after 24.
        let columns = Int(Double(photos.photos.count).squareRoot().rounded(.up))
        let montage =
            ["-tile", "\(columns)x\(columns)", "-geometry", "320x240+4+4"] + photos.photos
            + ["\(output)/montage.jpg"]
        let size = ["-size", "640x480"]
        let define = ["-define", "jpeg:size=640x480"]
        let (executable, arguments) =
            switch self {
            case .floor: (tools.floor, [photos.path])
            case .cold: (tools.collage, ["--quiet", "-o", output, photos.path])
            case .graphicsMagick: ("gm", ["montage"] + size + montage)
            case .graphicsMagickDefine: ("gm", ["montage"] + define + montage)
            case .imageMagick: ("montage", size + define + montage)
            }
        return BenchmarkCommand(name: rawValue, executable: executable, arguments: arguments)
    }
}
