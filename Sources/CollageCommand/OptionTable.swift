// Every option of `collage render`, once: parser and help are made from this table.

/// One option.
struct OptionDefinition {
    /// Without the dashes.
    var name: String
    var short: Character?
    /// What stands for its value in the help; nil for a flag.
    var value: String?
    var help: String
    /// Takes the value in; throws a `ValueError` for what is wrong with it.
    var apply: (inout RenderOptions, OptionValue) throws -> Void

    static func valued(
        _ name: String, short: Character? = nil, _ value: String, _ help: String,
        apply: @escaping (inout RenderOptions, OptionValue) throws -> Void
    ) -> OptionDefinition {
        OptionDefinition(name: name, short: short, value: value, help: help, apply: apply)
    }

    static func flag(
        _ name: String, short: Character? = nil, _ help: String,
        apply: @escaping (inout RenderOptions) -> Void
    ) -> OptionDefinition {
        OptionDefinition(name: name, short: short, value: nil, help: help) { options, _ in apply(&options) }
    }
}

/// Options that belong together in the help.
struct OptionGroup {
    var title: String
    var options: [OptionDefinition]
}

enum OptionTable {
    static var all: [OptionDefinition] { groups.flatMap(\.options) }

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
            .valued("output", short: "o", "PATH", "a directory, a picture file, or - (./collages)") {
                $0.output = $1.path
            },
            .valued("format", "NAME", "jpeg, png, webp, avif or tiff (jpeg)") { options, value in
                options.format = try value.format()
            },
            .valued("quality", "N", "1 to 100 (85)") { options, value in
                options.quality = try value.integer(in: 1...100)
            },
            .valued("group", "WHAT", "a collage for each folder, or one of all: folder, all (folder)") {
                options, value in options.grouping = try value.choice()
            },
            .valued("per-page", "N", "photos on a page (200); 0: one sheet") { options, value in
                options.perPage = try value.integer(in: 0...1_000_000)
            },
            .valued("report", "FILE", "write a report as JSON Lines; - is standard output") {
                $0.report = $1.path
            },
        ]
    }

    private static var input: [OptionDefinition] {
        [
            .valued("files-from", "FILE", "one collage of the files in a list; - is standard input") {
                $0.list = $1.path
            },
            .flag("null", "the list is NUL-separated, as `find -print0` writes it") {
                $0.listIsNullSeparated = true
            },
            .flag("no-recursive", "leave sub-folders out") { $0.isRecursive = false },
            .flag("follow-symlinks", "go into folders that are symbolic links") { $0.followsLinks = true },
            .valued("exclude", "GLOB", "leave out what matches, by gitignore's rules; may be repeated") {
                options, value in options.exclude.append(try value.text())
            },
            .valued("sort", "KEY", "name, date, mtime, random or none (name; lists: none)") {
                options, value in options.choice.sort = try value.choice()
            },
            .valued("seed", "N", "for --sort random (0)") { options, value in
                options.choice.seed = UInt64(try value.integer(in: 0...Int.max))
            },
            .flag("reverse", "turn the order round") { $0.choice.isReversed = true },
            .valued("limit", "N", "only the first N photos of each collage") { options, value in
                options.choice.limit = try value.integer(in: 1...Int.max)
            },
            .valued("sample", "N", "only N photos of each collage, evenly over the order") {
                options, value in options.choice.sample = try value.integer(in: 1...Int.max)
            },
            .flag("allow-empty", "an input without photos is no error") { $0.allowsEmpty = true },
        ]
    }

    private static var look: [OptionDefinition] {
        [
            .valued("layout", "NAME", "grid or neue (grid)") { options, value in
                options.layout = try value.choice()
            },
            .valued("fit", "HOW", "contain, cover, or smart: cover with what matters (contain; neue: cover)")
            {
                options, value in options.fit = try value.choice()
            },
            .flag("upscale", "blow small photos up to their cells") { $0.upscale = true },
            .valued("tile", "WxH", "size of a cell in pixels (320x240)") { options, value in
                options.tile = try value.size()
            },
            .valued("columns", "N", "columns of the grid (as many as make it about square)") {
                options, value in options.columns = try value.integer(in: 1...1_000_000)
            },
            .valued("size", "WxH", "size of the whole canvas, instead of --tile") { options, value in
                options.size = try value.size()
            },
            .valued("gap", "N", "pixels between cells (8)") { options, value in
                options.spacing.gap = try value.integer(in: 0...100_000)
            },
            .valued("margin", "N", "pixels around them (8)") { options, value in
                options.spacing.margin = try value.integer(in: 0...100_000)
            },
            .valued("background", "COLOUR", "a CSS colour name, or #rrggbb (white)") { options, value in
                options.background = try value.colour()
            },
        ]
    }

    private static var run: [OptionDefinition] {
        [
            .valued("jobs", short: "j", "N", "workers (the cores that may be used)") { options, value in
                options.jobs = try value.integer(in: 1...1024)
            },
            .valued("memory", "SIZE", "bound for all processes, with K, M or G (a quarter of what there is)")
            {
                options, value in options.memory = try value.byteCount()
            },
            .valued("timeout", "S", "CPU seconds that one photo may take (30)") { options, value in
                options.timeout = try value.seconds()
            },
            .valued("stall", "S", "seconds without progress on a photo (300)") { options, value in
                options.stall = try value.seconds()
            },
            .valued("max-pixels", "N", "largest photo, in pixels (500000000)") { options, value in
                options.maxPixels = try value.integer(in: 1...Int.max)
            },
            .valued("on-error", "HOW", "a photo that can't be shown: placeholder, skip or fail (placeholder)")
            {
                options, value in options.onError = try value.choice()
            },
            .flag("force", "make everything anew, fresh or not") { $0.isForced = true },
            .flag("verify-content", "compare photos by their content, too: reads them all") {
                $0.verifiesContent = true
            },
            .flag("explain", "say why each collage is made") { $0.explains = true },
            .flag("prune", "remove collages whose folders are gone") { $0.prunes = true },
            .valued("settle", "S", "leave collages alone whose newest photo is younger, in seconds") {
                options, value in options.settle = try value.seconds()
            },
            .valued("max-runtime", "S", "seconds after which the run stops; the next goes on from there") {
                options, value in options.maxRuntime = try value.seconds()
            },
            .flag("dry-run", "say what would be made, and write nothing") { $0.isDryRun = true },
            .flag("strict", "exit 3 for faults that are known, too") { $0.isStrict = true },
            .valued("progress", "WHEN", "a bar: auto, always or never (auto)") { options, value in
                options.progress = try value.choice()
            },
            .flag("quiet", short: "q", "only errors") { $0.isQuiet = true },
            .flag("verbose", short: "v", "a line for each collage") { $0.isVerbose = true },
            .flag("help", short: "h", "this text") { $0.wantsHelp = true },
            .flag("version", "the version") { $0.wantsVersion = true },
        ]
    }
}
