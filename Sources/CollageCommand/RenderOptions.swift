// The options as they were given, and from them the checked settings of a run.

import Collage
import Layout
import Wire

enum FitName: String, CaseIterable { case contain, cover, smart }

/// What the command line and files say, not yet checked for what contradicts what.
struct RenderOptions {
    var paths: [RawPath] = []
    var list: RawPath?
    var listIsNullSeparated = false
    var output: RawPath?
    var format: OutputFormat?
    var quality: Int?
    var grouping = Grouping.folder
    var perPage: Int?
    var report: RawPath?
    var isRecursive = true
    var followsLinks = false
    var exclude: [String] = []
    var choice = PhotoChoice()
    var allowsEmpty = false
    var layout = LayoutName.grid
    var fit: FitName?
    var upscale = false
    var tile: PixelSize?
    var columns: Int?
    var size: PixelSize?
    var spacing = Spacing()
    var background = RGBColour.white
    var jobs: Int?
    var memory: Int?
    var timeout: Double?
    var stall: Double?
    var maxPixels: Int?
    var onError = ErrorPolicy.placeholder
    var isDryRun = false
    var isForced = false
    var isStrict = false
    var verifiesContent = false
    var explains = false
    var prunes = false
    var settle: Double?
    var maxRuntime: Double?
    var progress = RenderSettings.Progress.auto
    var isQuiet = false
    var isVerbose = false
    var isLog = false
    var metrics: RawPath?
    var config: RawPath?
    var preset: String?
    var wantsConfig = false
    var wantsHelp = false
    var wantsVersion = false

    /// The settings of a run.
    ///
    /// - Throws: `UsageError` for options that can't be followed; see `Contradiction` for those that can't both be.
    func settings() throws(UsageError) -> RenderSettings {
        var settings = RenderSettings()
        settings.paths = paths
        settings.list = list
        settings.listIsNullSeparated = listIsNullSeparated
        if listIsNullSeparated, list == nil { throw UsageError("--null goes with --files-from; add it") }
        (settings.target, settings.format) = try destination()
        settings.quality = quality ?? settings.quality
        settings.grouping = grouping
        settings.perPage = perPage
        settings.isRecursive = isRecursive
        settings.followsLinks = followsLinks
        settings.exclude = ExcludePatterns(exclude)
        settings.allowsEmpty = allowsEmpty
        settings.collage = collageDefaults()
        settings.upscale = upscale
        settings.background = background
        settings.jobs = jobs
        settings.memory = memory
        settings.timeout = timeout ?? settings.timeout
        settings.stall = stall ?? settings.stall
        settings.maxPixels = maxPixels ?? settings.maxPixels
        settings.onError = onError
        settings.mode = isDryRun ? .dryRun : .render
        settings.isForced = isForced
        settings.isStrict = isStrict
        settings.verifiesContent = verifiesContent
        settings.explains = explains
        settings.prunes = prunes
        settings.settle = settle
        settings.maxRuntime = maxRuntime
        settings.progress = progress
        settings.isQuiet = isQuiet
        settings.isVerbose = isVerbose
        settings.isLog = isLog
        settings.report = report
        settings.metrics = metrics
        return settings
    }

    /// Endings of pictures that people may take for a format to write.
    private static let unwritableEndings: Set<String> = [
        "gif", "heic", "heif", "hif", "bmp", "svg", "pdf", "jxl", "jp2", "ppm", "pgm", "tga", "psd", "ico",
        "eps",
    ]

    private func destination() throws(UsageError) -> (OutputTarget, OutputFormat) {
        guard let output else { return (.directory("collages"), format ?? .jpeg) }
        if output.isEmpty { throw UsageError("--output is empty; give a directory or a picture file") }
        if output == "-" { return (.standardOutput, format ?? .jpeg) }
        if !outputIsFolder, Self.unwritableEndings.contains(output.lowercasedExtension) {
            let formats = OutputFormat.allCases.map(\.name).joined(separator: ", ")
            throw UsageError("--output (\(output)) can't be written in that format; there are \(formats)")
        }
        guard let named = outputFileFormat else { return (.directory(output), format ?? .jpeg) }
        return (.file(output), named)
    }

    private var outputIsFolder: Bool { output?.bytes.last == UInt8(ascii: "/") }

    /// The format that the output's name asks for; nil where it is no picture's.
    var outputFileFormat: OutputFormat? {
        guard let output, !outputIsFolder else { return nil }
        return OutputFormat(fileExtension: output.lowercasedExtension)
    }

    private func collageDefaults() -> CollageDefaults {
        var collage = CollageDefaults()
        collage.layout = layout
        collage.measure = size.map(SheetMeasure.canvas) ?? tile.map(SheetMeasure.tile) ?? collage.measure
        collage.spacing = spacing
        collage.columns = columns
        collage.fit =
            switch fit {
            case .contain: .contain
            case .cover: .cover
            case .smart: .smart
            case nil: nil
            }
        collage.choice = choice
        return collage
    }
}
