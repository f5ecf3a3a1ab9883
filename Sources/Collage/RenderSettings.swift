// The checked settings of a run: what the command line comes to.

import Layout
import Wire

/// Everything that `collage render` can be told, checked and with defaults filled in.
public struct RenderSettings: Sendable {
    public enum Progress: String, Sendable, CaseIterable { case auto, always, never }

    /// Folders and files as given.
    public var paths: [RawPath] = []
    /// `--files-from`: a file's path, or `-`.
    public var list: RawPath?
    public var listIsNullSeparated = false

    public var target = OutputTarget.directory("collages")
    public var format = OutputFormat.jpeg
    /// 1 to 100.
    public var quality = 85
    public var grouping = Grouping.folder
    /// 0: one sheet; nil: the default.
    public var perPage: Int?

    public var isRecursive = true
    public var followsLinks = false
    public var exclude = ExcludePatterns()
    public var allowsEmpty = false

    /// What a folder's own settings may change.
    public var collage = CollageDefaults()
    public var upscale = false
    public var background = RGBColour.white

    /// Nil: the cores that may be used.
    public var jobs: Int?
    /// Bytes; nil: a quarter of what may be used.
    public var memory: Int?
    /// CPU seconds that one photo may take.
    public var timeout = 30.0
    /// Seconds without any progress on a photo.
    public var stall = 300.0
    public var maxPixels = 500_000_000
    public var onError = ErrorPolicy.placeholder

    /// What is done about what is found.
    public enum Mode: Sendable { case render, dryRun, check }
    public var mode = Mode.render
    /// Whether everything is made, fresh or not.
    public var isForced = false
    /// Whether faults count that a run before has reported.
    public var isStrict = false
    public var verifiesContent = false
    public var explains = false
    /// Whether outputs are removed whose folders are gone.
    public var prunes = false
    /// Seconds that the newest photo of a collage must be old; nil: any age will do.
    public var settle: Double?
    /// Seconds after which the run stops.
    public var maxRuntime: Double?
    public var progress = Progress.auto
    public var isQuiet = false
    public var isVerbose = false
    /// Lines for the system's journal instead of lines for people.
    public var isLog = false
    /// A file's path, or `-`; nil: no report.
    public var report: RawPath?
    /// A file's path; nil: no metrics.
    public var metrics: RawPath?

    public init() {}

    /// Whether `check` goes on when it knows that something is stale.
    var wantsAllStale: Bool { explains || isVerbose || isLog || report != nil }
}

/// Wrong options or settings: status 2, and nothing was touched.
public struct UsageError: Error, Hashable, Sendable {
    public var message: String
    public init(_ message: String) { self.message = message }
}
