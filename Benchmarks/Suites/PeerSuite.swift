// peers/: other programs that do the same on the same photos, and the least that it takes.
import BenchmarkKit
import FoundationEssentials

enum PeerSuite {
    static let benchmarks: [Benchmark] = [
        sheet("peers/collage", "collage, with nothing made before", programs: []) {
            (Executables.collage, ["--quiet", "-o", $1, $0.path])
        },
        sheet("peers/gm-montage", "gm montage, told by -size to read at reduced size", programs: ["gm"]) {
            // For gm, -geometry must stand before the files: behind them it is the size of the whole sheet.
            ("gm", ["montage", "-size", twice] + montage($0.photos) + $0.photos + ["\($1)/sheet.jpg"])
        },
        sheet(
            "peers/gm-montage-define", "the same, told by -define jpeg:size, which is faster",
            programs: ["gm"]
        ) {
            let hint = ["-define", "jpeg:size=\(twice)"]
            return ("gm", ["montage"] + hint + montage($0.photos) + $0.photos + ["\($1)/sheet.jpg"])
        },
        sheet("peers/montage", "ImageMagick's montage, told by both", programs: ["montage"]) {
            // Without -define it soon meets the limits that Debian sets it.
            let hints = ["-size", twice, "-define", "jpeg:size=\(twice)"]
            return ("montage", hints + montage($0.photos) + $0.photos + ["\($1)/sheet.jpg"])
        },
        sheet(
            "peers/vips", "vipsthumbnail for each photo, then vips arrayjoin",
            programs: ["vipsthumbnail", "vips"]
        ) {
            // Names with spaces can't be said to arrayjoin, so that the thumbnails get names of their own.
            let script = """
                out=$1 across=$2; shift 2; n=0; list=
                for photo; do
                    n=$((n + 1)); vipsthumbnail "$photo" -s \(Sheets.tileSize) -m centre -o "$out/$n.v"
                    list="$list $out/$n.v"
                done
                vips arrayjoin "${list# }" "$out/sheet.jpg[Q=90]" --across "$across"
                """
            return ("sh", ["-euc", script, "sh", $1, "\(columns($0.photos.count))"] + $0.photos)
        },
        Benchmark(
            "peers/djpeg", "djpeg alone decodes every photo at quarter size, a process each, on all cores",
            scope: .processAndChildren, inputs: ["photos"], obstacle: missing(["djpeg", "xargs"])
        ) { inputs in
            let photos = try PhotoFolder(inputs("photos")).photos
            let list = "\(inputs.scratch)/photos"
            try Data(photos.joined(separator: "\0").utf8).write(to: URL(filePath: list))
            let script = #"xargs -0 -P"$(nproc)" -n1 djpeg -scale 1/4 -outfile /dev/null <"$1""#
            return repeated(
                BenchmarkCommand(name: "djpeg", executable: "sh", arguments: ["-euc", script, "sh", list]))
        },
        Benchmark(
            "peers/find", "find lists the same tree, with size and time of each file",
            work: WorkAmount(PhotoTree.photos, "photo"), scope: .processAndChildren, inputs: ["tree"],
            obstacle: missing(["find"])
        ) { inputs in
            let tree = PhotoTree(try inputs("tree")).many
            return repeated(
                BenchmarkCommand(
                    name: "find", executable: "find",
                    arguments: [tree, "-type", "f", "-printf", #"%p %s %T@\n"#]))
        },
    ]

    /// What a peer may read at: twice the tile, for a proper reduction after it.
    private static let twice = "\(Sheets.tileWidth * 2)x\(Sheets.tileHeight * 2)"

    /// One sheet of all photos: left to itself, montage starts another after 24.
    private static func montage(_ photos: [String]) -> [String] {
        ["-tile", "\(columns(photos.count))x\(columns(photos.count))", "-geometry", "\(Sheets.tileSize)+4+4"]
    }

    private static func columns(_ photos: Int) -> Int { Int(Double(photos).squareRoot().rounded(.up)) }

    /// A program that makes one sheet of the photos in an output folder.
    private static func sheet(
        _ name: String, _ explanation: String, programs: [String],
        _ command: @escaping @Sendable (_ folder: PhotoFolder, _ output: String) -> (String, [String])
    ) -> Benchmark {
        Benchmark(
            name, explanation, scope: .processAndChildren, gates: programs.isEmpty ? [.cpu, .wall] : [],
            floor: "peers/djpeg", inputs: ["photos"], obstacle: missing(programs)
        ) { inputs in
            let folder = try PhotoFolder(inputs("photos"))
            let output = "\(inputs.scratch)/sheet"
            let (executable, arguments) = command(folder, output)
            let launched = BenchmarkCommand(
                name: name, executable: executable,
                arguments: arguments)
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try launched.run() } },
                check: { try Sheets.check(output, tiles: folder.photos.count) },
                reset: { try emptyFolder(output) })
        }
    }

    private static func repeated(_ command: BenchmarkCommand) -> PreparedBenchmark {
        PreparedBenchmark(run: { iterations in for _ in 0..<iterations { try command.run() } })
    }

    private static func missing(_ programs: [String]) -> @Sendable () -> String? {
        { programs.first { ExecutableSearch.find($0) == nil }.map { "\($0) is not installed" } }
    }
}
