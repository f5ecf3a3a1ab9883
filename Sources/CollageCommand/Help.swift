// The help: made from the table of options, and a few topics.

import Collage

enum Help {
    static var overview: String {
        var lines = [
            "collage turns folders of photos into collages and contact sheets.",
            "",
            "collage [render] [OPTIONS] PATH...   one collage for each folder that holds photos; one of all FILEs",
            "collage render --files-from LIST     one collage of the files in a list",
            "collage check [OPTIONS] PATH...      whether anything would be made: exit 0 fresh, 4 stale",
            "collage doctor                       what this machine offers",
            "collage help TOPIC                   \(topics.map(\.name).joined(separator: ", "))",
        ]
        for group in OptionTable.groups {
            lines += ["", "\(group.title):"]
            let left = group.options.map(usage)
            let width = (left.map(\.count).max() ?? 0) + 2
            for (usage, option) in zip(left, group.options) {
                lines.append(
                    "  " + usage + String(repeating: " ", count: width - usage.count) + option.help
                        + (option.initial.map { " (\($0))" } ?? ""))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func usage(_ option: OptionDefinition) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return "\(short)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }

    /// The text of a topic; without one, the overview.
    static func topic(_ name: String?) throws(UsageError) -> String {
        guard let name else { return overview }
        if name == "render" { return overview }
        guard let topic = topics.first(where: { $0.name == name }) else {
            let nearest = Nearest.of(name, among: topics.map(\.name)).map { "; did you mean \($0)?" } ?? ""
            throw UsageError("there is no help on “\(name)”\(nearest)")
        }
        return topic.text
    }

    private static let topics: [(name: String, text: String)] = [
        (
            "exit",
            """
            0   everything is made, or fresh already; faults that were reported before count no more
            1   the run could not finish, or found nothing to do it with: no photos, output not writable,
                disk full, a worker that can't be started
            2   wrong options, or a PATH that is missing; nothing was touched
            3   finished, but photos are damaged or can't be shown, or collages failed or were kept: --report
            4   check: something is stale
            73  another run holds the output directory
            75  stopped early (SIGTERM, SIGINT, --max-runtime); run again, and it goes on from there
            """
        ),
        (
            "output",
            """
            --output DIR        the photos right in ROOT make DIR/<name of ROOT>.jpg,
                                those in ROOT/a/b make DIR/<name of ROOT>/a/b.jpg
            --output FILE.png   one file; its ending sets the format
            --output -          standard output

            More than 200 photos, or more than the format or the memory allows, continue on pages:
            07-001.jpg, 07-002.jpg, … --per-page sets the number, 0 asks for one sheet.
            """
        ),
        (
            "freshness",
            """
            A collage is made again when its photos' names, sizes or times of change are others, when settings that
            show are, or when the file is no longer the one that was written. What is known stands in .collage/journal
            beside the collages; remove it to have everything made anew.

            --explain         says why each collage is made; with check or --dry-run, why it would be
            --force           makes everything; where the bytes come out the same, the file is left alone
            --verify-content  reads all photos, and compares what they hold; what was made without it is made
                              anew, since nothing is known of its photos' content
            --settle 600      leaves a collage alone whose newest photo is younger than ten minutes
            --prune           removes collages whose folder is gone, if nobody has changed them; none of an input
                              without photos, nor below a folder that is empty: a disk may not be mounted

            A photo that is damaged is reported once; then it is known, and the exit status is 0 (--strict: 3).
            One that could not be shown for a passing reason is tried again each time; a collage never takes the
            place of one that shows more.
            """
        ),
        (
            "config",
            """
            --config FILE reads options from a file of JSON5: the keys are the long options, flags are true or
            false, "exclude" is a list, "paths" are the inputs where none are named on the command line. Paths
            in the file are relative to its folder.

            {
              paths: ["/srv/photos"], output: "/srv/sheets", exclude: ["private/"],
              presets: { web: { format: "webp", size: "1920x1080" } },
            }

            --preset web, or a key "preset" in the file, puts the options of a preset over the others.

            A folder's own .collage.json may say title, layout, exclude, limit and sort of its own collage;
            with --group all that of the one root counts, and one that is broken anywhere stops the collage.
            Patterns there are for the folder's own entries.

            The command line goes over the folder, that over the preset, that over the file, that over the
            defaults. What contradicts something higher is out of force; --exclude adds up. --reverse=false
            turns a flag off. --print-config says what it comes to, as such a file, and does nothing else;
            what depends on the machine or the photos, and nobody said, is not in it.
            """
        ),
        (
            "fit",
            """
            --fit contain   the whole photo, with the ground beside it
            --fit cover     the cell is full; what is left over on two sides is cut off evenly
            --fit smart     the cell is full; what shows is the part that attracts attention: detail, strong
                            colours, skin. It is a guess, which the report's "crop" tells.

            No photo is blown up beyond its size, unless --upscale.
            """
        ),
        (
            "report",
            """
            --report FILE writes JSON Lines: a "run" line, one "collage" line for each output with all its
            tiles, and a "summary" line. For instance, all photos that are damaged or can't be shown:

            jq -r 'select(.kind=="collage") | .root as $r | .tiles[] | select(.verdict!="ok")
                   | [$r + "/" + .source, .reason, .message] | @tsv' report.jsonl
            """
        ),
    ]
}
