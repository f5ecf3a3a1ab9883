// The options as they were given, and from them the checked settings of a run.

import Collage
import Layout
import Wire

enum LayoutName: String, CaseIterable { case grid, neue }

enum FitName: String, CaseIterable { case contain, cover, smart }

/// What the command line says, not yet checked for what contradicts what.
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
    var isCheck = false
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
    var wantsHelp = false
    var wantsVersion = false

    /// The settings of a run.
    ///
    /// - Throws: `UsageError` for options that contradict each other.
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
        settings.choice = choice
        settings.allowsEmpty = allowsEmpty
        settings.layout = try sheetLayout()
        settings.fit =
            switch fit {
            case .contain: .contain
            case .cover: .cover
            case .smart: .smart
            case nil: layout == .neue ? .cover : .contain
            }
        settings.upscale = upscale
        settings.background = background
        settings.jobs = jobs
        settings.memory = memory
        settings.timeout = timeout ?? settings.timeout
        settings.stall = stall ?? settings.stall
        settings.maxPixels = maxPixels ?? settings.maxPixels
        settings.onError = onError
        settings.mode = isCheck ? .check : isDryRun ? .dryRun : .render
        settings.isForced = isForced
        settings.isStrict = isStrict
        settings.verifiesContent = verifiesContent
        settings.explains = explains
        settings.prunes = prunes
        if prunes, case .directory = settings.target {
        } else if prunes {
            throw UsageError("--prune goes with an output directory; leave it out")
        }
        settings.settle = settle
        settings.maxRuntime = maxRuntime
        if isQuiet, isVerbose { throw UsageError("--quiet and --verbose contradict each other; use one") }
        settings.progress = progress
        settings.isQuiet = isQuiet
        settings.isVerbose = isVerbose
        settings.report = report
        if report == "-", output == "-" {
            throw UsageError("--report - and --output - can't both go to standard output; give one a file")
        }
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
        let isFolder = output.bytes.last == UInt8(ascii: "/")
        if !isFolder, Self.unwritableEndings.contains(output.lowercasedExtension) {
            let formats = OutputFormat.allCases.map(\.name).joined(separator: ", ")
            throw UsageError("--output (\(output)) can't be written in that format; there are \(formats)")
        }
        guard !isFolder, let named = OutputFormat(fileExtension: output.lowercasedExtension)
        else { return (.directory(output), format ?? .jpeg) }
        if let format, format != named {
            throw UsageError(
                "--format \(format.name) contradicts --output (\(output)), which asks for \(named.name);"
                    + " leave one out")
        }
        return (.file(output), named)
    }

    private func sheetLayout() throws(UsageError) -> SheetLayout {
        if tile != nil, size != nil {
            throw UsageError("--tile and --size contradict each other; use one")
        }
        let measure = size.map(SheetMeasure.canvas) ?? .tile(tile ?? GridLayout.preferredTile)
        switch layout {
        case .grid: return .grid(GridLayout(measure: measure, spacing: spacing, columns: columns))
        case .neue:
            if columns != nil { throw UsageError("--columns has no meaning for --layout neue; leave it out") }
            if let perPage, perPage > NeueLayout.capacity {
                throw UsageError(
                    "--layout neue shows at most \(NeueLayout.capacity) photos a page; lower --per-page")
            }
            return .neue(NeueLayout(measure: measure, spacing: spacing))
        }
    }
}
