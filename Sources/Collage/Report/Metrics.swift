// `--metrics`: the counts of a run, in the text format of Prometheus.

import Wire

/// What a run came to, for node_exporter's textfile collector.
///
/// The names follow <https://prometheus.io/docs/practices/naming/>; the format is version 0.0.4 of
/// <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct Metrics {
    var summary: SummaryLine
    var started: Timestamp

    /// How each file of ours begins.
    static let beginning = "# HELP collage_"

    var text: String {
        families.flatMap { family in
            ["# HELP \(family.name) \(family.help)", "# TYPE \(family.name) gauge"]
                + family.samples.map { "\(family.name)\(Self.text(of: $0.labels)) \($0.value)" }
        }
        .joined(separator: "\n") + "\n"
    }

    private typealias Label = (name: String, value: String)

    private struct Family {
        var name: String
        var help: String
        var samples: [(labels: [Label], value: String)]

        init(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
            self.init(name, help, samples: [([], value.description)])
        }

        init(_ name: String, _ help: String, by label: String, _ values: [(String, Int)]) {
            self.init(name, help, samples: values.map { ([(label, $0.0)], String($0.1)) })
        }

        init(_ name: String, _ help: String, samples: [(labels: [Label], value: String)]) {
            (self.name, self.help, self.samples) = ("collage_" + name, help, samples)
        }
    }

    private var families: [Family] {
        [
            Family(
                "info", "The program, and the library that read the photos.",
                samples: [
                    ([("version", WireVersion.program), ("libvips", summary.libvips ?? "")], "1")
                ]),
            Family(
                "run_start_timestamp_seconds", "When the last run began, since 1970.",
                started.secondsSince1970),
            Family("run_duration_seconds", "How long the last run took.", summary.seconds),
            Family(
                "exit_status", "What the last run exited with: 0 is all well, 3 is with faults.", summary.exit
            ),
            Family(
                "collages", "Collages of the last run, pages counted, by what became of them.", by: "status",
                [
                    ("built", summary.built), ("unchanged", summary.unchanged), ("failed", summary.failed),
                    ("kept", summary.kept), ("deferred", summary.deferred),
                ]),
            Family(
                "photos", "Photos that the last run looked at, by what it found.", by: "verdict",
                [("ok", summary.ok), ("damaged", summary.damaged), ("failed", summary.failedPhotos)]),
            Family("photos_known", "Photos whose faults an earlier run had told already.", summary.known),
            Family(
                "peak_memory_bytes", "The most memory that was in use at once.", by: "process",
                [
                    ("coordinator", summary.peakMemory.coordinator),
                    ("workers", summary.peakMemory.workers),
                ]),
        ]
    }

    private static func text(of labels: [Label]) -> String {
        if labels.isEmpty { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// Backslash, quotation mark and line feed, as the format wants them.
    static func escaped(_ value: String) -> String {
        value.unicodeScalars.map {
            switch $0 {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String($0)
            }
        }
        .joined()
    }
}
