// `--log`: the lines of the report in short, for the system's journal.

/// A line of the report of which the journal is told, too.
protocol LoggedLine {
    var logLines: [LogLine] { get }
}

extension RunLine: LoggedLine {
    var logLines: [LogLine] {
        [LogLine(.info, "run").with("version", version).with("jobs", jobs).with("memory", memory)]
    }
}

extension CollageLine: LoggedLine {
    /// The collage, and before it each photo that is not as it should be.
    var logLines: [LogLine] {
        let priority: LogPriority =
            switch status {
            case "built", "planned", "deferred": .info
            case "unchanged": .debug
            default: .warning
            }
        let collage = LogLine(priority, "collage").with("status", status)
            .with("folder", root.appending(folder)).with("output", output)
            .with("page", pages > 1 ? page : nil).with("reason", reason).with("message", message)
            .with("photos", photos ?? (tiles.isEmpty ? nil : tiles.count)).with("why", why).with(
                "bytes", bytes
            ).with("seconds", seconds)
        return tiles.compactMap { $0.logLine(root: root) } + [collage]
    }
}

extension TileLine {
    fileprivate func logLine(root: RawPath) -> LogLine? {
        guard let reason else { return nil }
        // What was told before need not be told again every night.
        return LogLine(known == true ? .debug : .warning, "photo").with("verdict", verdict).with(
            "path", root.appending(source)
        )
        .with("reason", reason).with("message", message)
    }
}

extension FolderLine: LoggedLine {
    var logLines: [LogLine] {
        guard kind == "spared" else { return [] }
        return [LogLine(.warning, "spared").with("folder", root).with("reason", reason)]
    }
}

extension PrunedLine: LoggedLine {
    var logLines: [LogLine] { [LogLine(.info, "pruned").with("output", output)] }
}

extension SummaryLine: LoggedLine {
    var logLines: [LogLine] {
        [
            LogLine(.info, "summary").with("built", built).with("unchanged", unchanged)
                .with("failed", failed).with("kept", kept).with("deferred", deferred)
                .with("photos", photos).with("ok", ok).with("damaged", damaged)
                .with("failed_photos", failedPhotos).with("known", known)
                .with("pruned", pruned).with("seconds", seconds)
                .with("exit", exit)
        ]
    }
}

extension Console {
    /// Tells the journal, where that was asked for; `--quiet` leaves only what is wrong.
    func log(_ line: @autoclosure () -> any LoggedLine) {
        guard isLog else { return }
        for line in line().logLines where !isQuiet || line.priority.rawValue <= LogPriority.warning.rawValue {
            self.line(line.text)
        }
    }
}
