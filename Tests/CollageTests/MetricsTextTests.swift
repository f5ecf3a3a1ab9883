// The metrics' format, as values.

import Testing

@testable import Collage

@Suite struct MetricsTextTests {
    private let summary = SummaryLine(
        built: 1, unchanged: 2, failed: 3, kept: 4, deferred: 5, photos: 21, ok: 6, damaged: 7,
        failedPhotos: 8, known: 9, pruned: 0, seconds: 1.5, peakMemory: .init(coordinator: 10, workers: 11),
        libvips: "8 \"x\"\\\n", exit: 3)

    private var lines: [Substring] {
        Metrics(summary: summary, started: Timestamp(secondsSince1970: 1_796_000_000)).text
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func eachFamilyIsHelpTypeAndSamples() {
        #expect(lines.last == "")
        var current: Substring = ""
        for line in lines.dropLast() {
            let words = line.split(separator: " ")
            if line.hasPrefix("# HELP ") {
                current = words[2]
            } else if line.hasPrefix("# TYPE ") {
                #expect(words[2] == current && words[3] == "gauge")
            } else {
                #expect(line.hasPrefix(current + " ") || line.hasPrefix(current + "{"), "\(line)")
            }
        }
        #expect(lines[0].hasPrefix(Metrics.beginning))
    }

    @Test func everyCountIsThere() {
        let samples = lines.filter { !$0.hasPrefix("#") }
        for sample in [
            "collage_run_start_timestamp_seconds 1796000000", "collage_run_duration_seconds 1.5",
            "collage_exit_status 3", "collage_collages{status=\"built\"} 1",
            "collage_collages{status=\"unchanged\"} 2", "collage_collages{status=\"failed\"} 3",
            "collage_collages{status=\"kept\"} 4", "collage_collages{status=\"deferred\"} 5",
            "collage_photos{verdict=\"ok\"} 6", "collage_photos{verdict=\"damaged\"} 7",
            "collage_photos{verdict=\"failed\"} 8", "collage_photos_known 9",
            "collage_peak_memory_bytes{process=\"coordinator\"} 10",
            "collage_peak_memory_bytes{process=\"workers\"} 11",
        ] {
            #expect(samples.contains(Substring(sample)), "\(sample)")
        }
    }

    @Test func labelsAreEscaped() {
        #expect(lines.contains { $0.hasSuffix(#"libvips="8 \"x\"\\\n"} 1"#) })
    }

    @Test func aMomentIsToldInUTC() {
        #expect(Timestamp(secondsSince1970: 1_796_004_000).text == "2026-11-30T02:00:00Z")
    }
}
