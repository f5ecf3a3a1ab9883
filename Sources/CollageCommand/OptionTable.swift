// Every option of `collage render`, once: parser and help are made from this table.

import Collage

/// What an option's value is, where that matters to files of settings.
enum OptionKind: Sendable {
    case flag, text, number
    /// Relative to the file that names it.
    case path
    /// Texts that add up.
    case texts
    /// Paths, all of one source.
    case paths

    var isList: Bool { self == .texts || self == .paths }
    var isPath: Bool { self == .path || self == .paths }
}

/// One option.
struct OptionDefinition: Sendable {
    /// Without the dashes.
    var name: String
    var short: Character?
    var kind: OptionKind
    /// What stands for its value in the help; nil for a flag.
    var value: String?
    var help: String
    /// What it is if nobody says anything; nil where that depends on other things.
    var initial: String?
    /// Whether it has no meaning in a file of settings.
    var isForCommandLine: Bool
    /// Takes the value in; throws a `ValueError` for what is wrong with it.
    var apply: @Sendable (inout RenderOptions, OptionValue) throws -> Void

    static func valued(
        _ name: String, short: Character? = nil, _ value: String, _ help: String, kind: OptionKind = .text,
        initial: String? = nil, isForCommandLine: Bool = false,
        apply: @escaping @Sendable (inout RenderOptions, OptionValue) throws -> Void
    ) -> OptionDefinition {
        OptionDefinition(
            name: name, short: short, kind: kind, value: value, help: help, initial: initial,
            isForCommandLine: isForCommandLine, apply: apply)
    }

    static func flag(
        _ name: String, short: Character? = nil, _ help: String, isForCommandLine: Bool = false,
        apply: @escaping @Sendable (inout RenderOptions) -> Void
    ) -> OptionDefinition {
        OptionDefinition(
            name: name, short: short, kind: .flag, help: help, isForCommandLine: isForCommandLine
        ) { options, _ in apply(&options) }
    }
}

extension OptionValue {
    /// What a flag has that is turned on.
    static let on = OptionValue(path: "")
}

/// Options that belong together in the help.
struct OptionGroup: Sendable {
    var title: String
    var options: [OptionDefinition]
}

enum OptionTable {
    /// What the command line knows by name.
    static let all = groups.flatMap(\.options)
    /// The inputs: on the command line without a name.
    static let paths = OptionDefinition.valued("paths", "PATH", "folders and files", kind: .paths) {
        $0.paths.append($1.path)
    }
    static let everywhere = all + [paths]

    /// Whether an option of a higher layer adds to that of a lower one.
    static func addsUp(_ name: String) -> Bool {
        everywhere.contains { $0.name == name && $0.kind == .texts }
    }

    static var groups: [OptionGroup] {
        [
            OptionGroup(title: "Where things go", options: output),
            OptionGroup(title: "What goes in", options: input),
            OptionGroup(title: "How it looks", options: look),
            OptionGroup(title: "How it runs", options: run),
        ]
    }

    private static var output: [OptionDefinition] {
        [
            .valued(
                "output", short: "o", "PATH", "a directory, a picture file, or -", kind: .path,
                initial: "collages"
            ) {
                $0.output = $1.path
            },
            .valued("format", "NAME", "jpeg, png, webp, avif or tiff", initial: "jpeg") { options, value in
                options.format = try value.format()
            },
            .valued("quality", "N", "1 to 100", kind: .number, initial: "85") { options, value in
                options.quality = try value.integer(in: 1...100)
            },
            .valued(
                "group", "WHAT", "a collage for each folder, or one of all: folder, all", initial: "folder"
            ) {
                options, value in options.grouping = try value.choice()
            },
            .valued("per-page", "N", "photos on a page; 0: one sheet", kind: .number, initial: "200") {
                options, value in
                options.perPage = try value.integer(in: 0...1_000_000)
            },
            .valued("report", "FILE", "write a report as JSON Lines; - is standard output", kind: .path) {
                $0.report = $1.path
            },
            .valued("metrics", "FILE", "write counts for Prometheus' textfile collector", kind: .path) {
                $0.metrics = $1.path
            },
        ]
    }

    private static var input: [OptionDefinition] {
        [
            .valued(
                "files-from", "FILE", "one collage of the files in a list; - is standard input", kind: .path
            ) {
                $0.list = $1.path
            },
            .flag("null", "the list is NUL-separated, as `find -print0` writes it") {
                $0.listIsNullSeparated = true
            },
            .flag("no-recursive", "leave sub-folders out") { $0.isRecursive = false },
            .flag("follow-symlinks", "go into folders that are symbolic links") { $0.followsLinks = true },
            .valued(
                "exclude", "GLOB", "leave out what matches, by gitignore's rules; may be repeated",
                kind: .texts
            ) {
                options, value in options.exclude.append(try value.text())
            },
            .valued("sort", "KEY", "name, date, mtime, random or none (name; lists: none)") {
                options, value in options.choice.sort = try value.choice()
            },
            .valued("seed", "N", "for --sort random", kind: .number, initial: "0") { options, value in
                options.choice.seed = UInt64(try value.integer(in: 0...Int.max))
            },
            .flag("reverse", "turn the order round") { $0.choice.isReversed = true },
            .valued("limit", "N", "only the first N photos of each collage", kind: .number) {
                options, value in
                options.choice.limit = try value.integer(in: 1...Int.max)
            },
            .valued("sample", "N", "only N photos of each collage, evenly over the order", kind: .number) {
                options, value in options.choice.sample = try value.integer(in: 1...Int.max)
            },
            .flag("allow-empty", "an input without photos is no error") { $0.allowsEmpty = true },
        ]
    }

    private static var look: [OptionDefinition] {
        [
            .valued("layout", "NAME", "grid or neue", initial: "grid") { options, value in
                options.layout = try value.choice()
            },
            .valued("fit", "HOW", "contain, cover, or smart: cover with what matters (contain; neue: cover)")
            {
                options, value in options.fit = try value.choice()
            },
            .flag("upscale", "blow small photos up to their cells") { $0.upscale = true },
            .valued("tile", "WxH", "size of a cell in pixels", initial: "320x240") { options, value in
                options.tile = try value.size()
            },
            .valued("columns", "N", "columns of the grid (as many as make it about square)", kind: .number) {
                options, value in options.columns = try value.integer(in: 1...1_000_000)
            },
            .valued("size", "WxH", "size of the whole canvas, instead of --tile") { options, value in
                options.size = try value.size()
            },
            .valued("gap", "N", "pixels between cells", kind: .number, initial: "8") { options, value in
                options.spacing.gap = try value.integer(in: 0...100_000)
            },
            .valued("margin", "N", "pixels around them", kind: .number, initial: "8") { options, value in
                options.spacing.margin = try value.integer(in: 0...100_000)
            },
            .valued("background", "COLOUR", "a CSS colour name, or #rrggbb", initial: "white") {
                options, value in
                options.background = try value.colour()
            },
        ]
    }

    private static var run: [OptionDefinition] {
        [
            .valued("jobs", short: "j", "N", "workers (the cores that may be used)", kind: .number) {
                options, value in
                options.jobs = try value.integer(in: 1...1024)
            },
            .valued("memory", "SIZE", "bound for all processes, with K, M or G (a quarter of what there is)")
            {
                options, value in options.memory = try value.byteCount()
            },
            .valued("timeout", "S", "CPU seconds that one photo may take", kind: .number, initial: "30") {
                options, value in
                options.timeout = try value.seconds()
            },
            .valued("stall", "S", "seconds without progress on a photo", kind: .number, initial: "300") {
                options, value in
                options.stall = try value.seconds()
            },
            .valued("max-pixels", "N", "largest photo, in pixels", kind: .number, initial: "500000000") {
                options, value in
                options.maxPixels = try value.integer(in: 1...Int.max)
            },
            .valued(
                "on-error", "HOW", "a photo that can't be shown: placeholder, skip or fail",
                initial: "placeholder"
            ) {
                options, value in options.onError = try value.choice()
            },
            .flag("force", "make everything anew, fresh or not") { $0.isForced = true },
            .flag("verify-content", "compare photos by their content, too: reads them all") {
                $0.verifiesContent = true
            },
            .flag("explain", "say why each collage is made") { $0.explains = true },
            .flag("prune", "remove collages whose folders are gone") { $0.prunes = true },
            .valued(
                "settle", "S", "leave collages alone whose newest photo is younger, in seconds",
                kind: .number
            ) { options, value in options.settle = try value.seconds() },
            .valued(
                "max-runtime", "S", "seconds after which the run stops; the next goes on from there",
                kind: .number
            ) { options, value in options.maxRuntime = try value.seconds() },
            .flag("dry-run", "say what would be made, and write nothing", isForCommandLine: true) {
                $0.isDryRun = true
            },
            .flag("strict", "exit 3 for faults that are known, too") { $0.isStrict = true },
            .valued("progress", "WHEN", "a bar: auto, always or never", initial: "auto") { options, value in
                options.progress = try value.choice()
            },
            .flag("quiet", short: "q", "only errors") { $0.isQuiet = true },
            .flag("verbose", short: "v", "a line for each collage") { $0.isVerbose = true },
            .flag("log", "lines for the system's journal: priorities, key=value, no bar") { $0.isLog = true },
            .valued(
                "config", "FILE", "options from a file; see `collage help config`", kind: .path,
                isForCommandLine: true
            ) {
                $0.config = $1.path
            },
            .valued("preset", "NAME", "one of the file's presets", isForCommandLine: true) { options, value in
                options.preset = try value.text()
            },
            .flag(
                "print-config", "say what all options come to, as a file for --config", isForCommandLine: true
            ) {
                $0.wantsConfig = true
            },
            .flag("help", short: "h", "this text", isForCommandLine: true) { $0.wantsHelp = true },
            .flag("version", "the version", isForCommandLine: true) { $0.wantsVersion = true },
        ]
    }
}
