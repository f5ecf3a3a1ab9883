// Options that can't both count.

import Collage
import Layout

/// Two options that contradict each other: from one source an error, else the higher one puts the lower out of force.
struct Contradiction: Sendable {
    var first: String
    var second: String
    /// What is wrong; nil where both may stand together.
    var complaint: @Sendable (RenderOptions) -> String?

    static let all = [
        Contradiction(first: "tile", second: "size") { options in
            options.tile != nil && options.size != nil
                ? "--tile and --size contradict each other; use one" : nil
        },
        Contradiction(first: "columns", second: "layout") { options in
            options.columns != nil && options.layout == .neue
                ? "--columns has no meaning for --layout neue; leave it out" : nil
        },
        Contradiction(first: "per-page", second: "layout") { options in
            guard options.layout == .neue, let perPage = options.perPage, perPage > NeueLayout.capacity
            else { return nil }
            return "--layout neue shows at most \(NeueLayout.capacity) photos a page; lower --per-page"
        },
        Contradiction(first: "format", second: "output") { options in
            guard let format = options.format, let output = options.output,
                let named = options.outputFileFormat, named != format
            else { return nil }
            return "--format \(format.name) contradicts --output (\(output)), which asks for \(named.name);"
                + " leave one out"
        },
        Contradiction(first: "paths", second: "files-from") { options in
            !options.paths.isEmpty && options.list != nil
                ? "--files-from and paths don't go together; name all photos in the list" : nil
        },
        Contradiction(first: "paths", second: "null") { options in
            !options.paths.isEmpty && options.listIsNullSeparated
                ? "--null goes with --files-from; add it" : nil
        },
        Contradiction(first: "report", second: "output") { options in
            options.report == "-" && options.output == "-"
                ? "--report - and --output - can't both go to standard output; give one a file" : nil
        },
        Contradiction(first: "prune", second: "output") { options in
            options.prunes && (options.output == "-" || options.outputFileFormat != nil)
                ? "--prune goes with an output directory; leave it out" : nil
        },
        Contradiction(first: "quiet", second: "verbose") { options in
            options.isQuiet && options.isVerbose
                ? "--quiet and --verbose contradict each other; use one" : nil
        },
    ]
}
