// `collage render`: looks at the inputs and settings before anything is done, then runs a session.

import Glibc

/// Renders collages.
public enum CollageRun {
    /// Runs to the end, and gives the exit status; everything that people should know has been said then.
    public static func render(_ settings: RenderSettings) -> ExitStatus {
        let console = Console(
            isQuiet: settings.isQuiet, isVerbose: settings.isVerbose, isLog: settings.isLog)
        var metrics = MetricsFile(path: nil, started: .now)
        do {
            let signals = try StopSignals()
            try OutputCheck.checkMetrics(settings)
            if settings.mode == .render { metrics.path = settings.metrics }
            return try session(settings, metrics, signals, console).run()
        } catch {
            let status = tell(error, console)
            // The metrics are those of whom the directory belongs to.
            if status == .held { return status }
            do throws(RunFault) { try metrics.write(SummaryLine(notBegun: status)) } catch {
                console.error(error.message)
            }
            return status
        }
    }

    private static func session(
        _ settings: RenderSettings, _ metrics: MetricsFile, _ signals: StopSignals, _ console: Console
    ) throws -> RenderSession {
        if settings.target == .standardOutput || settings.report == "-" {
            try StandardDescriptors.requireOutput()
        }
        let inputs = try InputResolution.resolve(settings, signals: signals)
        try OutputCheck.checkPlace(of: settings.target, inputs: inputs)
        try OutputCheck.checkReport(settings.report, target: settings.target)
        let memory = try memoryPlan(settings)
        try checkSheet(settings, canvasBytes: memory.canvases)
        if settings.mode == .render { try OutputCheck.checkWritable(settings.target) }
        let state = try RunState(settings.target, isWritten: settings.mode == .render)
        return try RenderSession(
            settings: settings, inputs: inputs, memory: memory, state: state, metrics: metrics,
            signals: signals, console: console)
    }

    /// Says why a run can't begin, and gives what it exits with.
    private static func tell(_ error: any Error, _ console: Console) -> ExitStatus {
        switch error {
        case let error as UsageError:
            console.error(error.message)
            return .usage
        case let fault as RunFault:
            console.error(fault.message)
            return fault.status
        case is StopSignals.Stopped:
            return .stopped
        default:
            console.error("can't begin: \(error)")
            return .failure
        }
    }

    /// Refuses sizes that not even a single photo's sheet can have.
    private static func checkSheet(_ settings: RenderSettings, canvasBytes: Int) throws(UsageError) {
        let limits = SheetLimits(format: settings.format, canvasBytes: canvasBytes)
        do throws(SheetError) {
            _ = try PageSplit(
                count: 1, layout: settings.collage.settings().layout, perPage: nil, limits: limits)
        } catch {
            throw UsageError(error.message)
        }
    }

    private static func memoryPlan(_ settings: RenderSettings) throws(UsageError) -> MemoryPlan {
        let machine = Machine.current()
        let wanted = settings.jobs ?? machine.cores
        // More than there is would not be an error later, but the end of some process, not even of ours.
        let memory = min(settings.memory ?? max(MemoryPlan.least, machine.memory / 4), machine.memory)
        guard let plan = MemoryPlan(total: memory, jobs: wanted) else {
            let least = "one worker and its canvas need \(MemoryPlan.least >> 20)M"
            if machine.memory < MemoryPlan.least {
                throw UsageError("this machine, or its limit, has too little memory: \(least)")
            }
            throw UsageError("--memory is too small: \(least); give more")
        }
        return plan
    }
}
