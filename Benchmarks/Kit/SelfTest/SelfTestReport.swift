// What the self-test says, and whether the gate keeps its promise.

struct SelfTestReport {
    let record: SelfTestRecord
    let odds: ResampledOdds

    private var runs: [SelfTestRun] { record.runs }
    private var suites: Share {
        runs.map { Share($0.falseAlarms.isEmpty ? 0 : 1, of: 1) }.reduce(Share(0, of: 0), +)
    }
    private var foundSlower: Share { runs.map(\.foundSlower).reduce(Share(0, of: 0), +) }
    private var foundAllocations: Share { runs.map(\.foundAllocations).reduce(Share(0, of: 0), +) }

    /// Nothing crashed, every allocation was found, and neither the real runs nor the resampled ones contradict the
    /// promised chances: their 95 % intervals hold them.
    var isKept: Bool {
        let settings = record.settings
        return runs.allSatisfy(\.failed.isEmpty) && foundAllocations.count == foundAllocations.total
            && [suites, odds.falseAlarms].allSatisfy { $0.interval.lowerBound <= settings.alpha }
            && [foundSlower, odds.injected].allSatisfy { $0.interval.upperBound >= settings.power }
    }

    var lines: [String] {
        let settings = record.settings
        let times = runs.map { $0.seconds / 60 }
        func minutes(_ value: Double?) -> String { value.map { NumberText.fixed($0, digits: 1) } ?? "n/a" }
        let slowdown = NumberText.change(record.injection.cpu)
        var lines = [
            "\(runs.count) real runs of \(runs.first?.pairSeconds.count ?? 0) benchmarks against themselves, with"
                + " \(record.burners) busy processes beside; \(minutes(Quantile.median(times))) minutes each (median;"
                + " \(minutes(times.min())) to \(minutes(times.max())))",
            "  runs with a false alarm:     \(suites)",
            "  \(slowdown) CPU found:           \(foundSlower)",
            "  one more allocation found:   \(foundAllocations)",
            "Resampled from their pairs, as suites of \(NumberText.fixed(settings.budget / 60, digits: 1)) minutes:",
            "  suites with a false alarm:   \(odds.falseAlarms)",
            "  \(slowdown) CPU found:           \(odds.injected)",
        ]
        lines += odds.byRatio.map {
            "  added to quiet pairs, \(NumberText.change($0.ratio - 1)): \($0.found)"
        }
        for run in runs {
            for alarm in run.falseAlarms { lines.append("False alarm: \(alarm)") }
            for failure in run.failed { lines.append("\(failure.name) FAILED: \(failure.reason)") }
        }
        let missed = runs.flatMap { run in
            run.injected.filter { run.timed?.contains($0) ?? true }.filter { name in
                !run.alarms.contains("\(name) \(Metric.cpu.name)")
            }
        }
        if !missed.isEmpty { lines.append("Not found: " + missed.joined(separator: ", ")) }
        return lines + [
            "Promised: false alarms in at most \(NumberText.fixed(settings.alpha * 100, digits: 1)) % of suites,"
                + " \(NumberText.fixed(settings.power * 100, digits: 0)) % found."
                + (isKept ? " These figures agree." : " THESE FIGURES DISAGREE."),
            record.origin.machine.key + ", " + record.origin.toolchain,
            MoodText.line(record.origin.before, record.origin.after),
            "Again: \(record.origin.reproduce)",
        ]
    }
}
