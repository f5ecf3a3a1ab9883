// One run from its first line to its last: puts the pipeline together, runs it, reports, ends in order.

import Streams
import Wire

/// The parts of one run, and how they begin and end.
final class RenderSession {
    private let settings: RenderSettings
    private let memory: MemoryPlan
    private let descriptors: DescriptorPlan
    private let console: Console
    private let announcer: Announcer
    private let loop: EventLoop
    private let report: ReportFile
    private let metrics: MetricsFile
    private let signals: StopSignals
    private let workers: WorkerPool
    private let canvases: CanvasPool
    private let temporaries: TemporaryFiles
    private let state: RunState
    private let inputs: [InputSource]
    private var runtimeLimit: (any Cancellable)?
    private let progress: ProgressMeter
    private let pipeline: CollagePipeline
    private let started = MonotonicTime.now

    private var summary = RunSummary()
    private var end = RunSummary.End.finished

    /// - Parameter signals: made before any thread is started.
    init(
        settings: RenderSettings, inputs: [InputSource], memory: MemoryPlan, state: RunState,
        metrics: MetricsFile, signals: StopSignals, console: Console
    ) throws {
        self.settings = settings
        self.console = console
        announcer = Announcer(settings: settings, console: console)
        self.memory = memory
        self.state = state
        self.inputs = inputs
        self.metrics = metrics
        self.signals = signals
        descriptors = DescriptorPlan(limit: DescriptorPlan.raiseLimit(), jobs: memory.jobs)
        let jobs = descriptors.jobs
        report = try ReportFile(path: settings.report, signals: signals)
        let protected = ProtectedPlaces(inputs: inputs)
        temporaries = TemporaryFiles(runID: TemporaryFiles.makeRunID(), protected: protected)

        let loop = try EventLoop()
        self.loop = loop
        let stall = TimeSpan.seconds(settings.stall)
        // Of their own, so that no hung photo keeps an output from being written; disks may take long to sync.
        let inputIO = IOPool(threads: 4, deadline: stall, loop: loop)
        // Who reads standard output may take all the time there is.
        let patience = settings.target == .standardOutput ? TimeSpan(nanoseconds: .max) : .seconds(300)
        let outputIO = IOPool(threads: 2, deadline: max(stall, patience), loop: loop)
        let opener = PhotoOpener(limit: descriptors.photos, io: inputIO)
        let workers = WorkerPool(
            settings: try WorkerPool.Settings(settings, memory: memory, jobs: jobs), loop: loop)
        self.workers = workers
        canvases = CanvasPool(budget: memory.canvases, io: outputIO) { workers.release($0) }
        let showsProgress =
            switch settings.progress {
            case _ where console.isLog: false
            case .auto: console.isTerminal && !settings.isQuiet
            case .always: true
            case .never: false
            }
        let progress = ProgressMeter(console: console, isOn: showsProgress, loop: loop)
        self.progress = progress

        let planSettings = PlanSettings(settings, memory: memory)
        pipeline = CollagePipeline(
            scan: FolderScan(inputs: inputs, rules: ScanRules(settings), protected: protected, io: inputIO),
            grouping: settings.grouping,
            target: settings.target,
            settings: settings.collage.settings(),
            probe: HeaderProbe(
                settings: HeaderProbe.Settings(settings, jobs: jobs), opener: opener, workers: workers),
            planner: CollagePlanner(settings: planSettings),
            freshness: Freshness(
                settings: Freshness.Settings(settings, plan: planSettings, memory: memory),
                journal: state.journal, io: outputIO, digests: ContentDigests(io: inputIO)),
            painter: TilePainter(
                settings: TilePainter.Settings(settings, jobs: jobs), opener: opener, workers: workers,
                canvases: canvases, pageBegun: { progress.begin($0) }, tileDone: { progress.count($0) }),
            writer: OutputWriter(
                settings: OutputWriter.Settings(settings, memory: memory), workers: workers,
                canvases: canvases, temporaries: temporaries, journal: state.journal, io: outputIO),
            pruner: Pruner(
                settings: Pruner.Settings(settings, inputs: inputs), journal: state.journal, io: outputIO),
            canvasBudget: memory.canvases, openPages: descriptors.pages)

        loop.watch(signals.descriptor.number) { [weak self] in
            if signals.take() { self?.finish(.stopped) }
        }
    }

    /// Runs to the end, and gives the exit status.
    func run() -> ExitStatus {
        let line = RunLine(
            version: WireVersion.program, started: metrics.started.text, jobs: descriptors.jobs,
            jobsWanted: memory.jobsWanted, memory: memory.total)
        console.log(line)
        write(line)
        warn()
        state.sweep(temporaries, inputs: inputs)
        if let limit = settings.maxRuntime {
            runtimeLimit = loop.timer(after: .seconds(limit)) { [weak self] in self?.finish(.stopped) }
        }
        let outcomes =
            settings.mode == .render
            ? pipeline.outcomes.eraseToAnyPublisher() : pipeline.dryOutcomes.eraseToAnyPublisher()
        let subscription = outcomes.sink(
            receiveCompletion: { [weak self] completion in
                switch completion {
                case .finished: self?.finish(.finished)
                case .failure(let fault): self?.finish(.broken(fault))
                }
            },
            receiveValue: { [weak self] outcome in self?.receive(outcome) })
        loop.run()
        // No worker writes any more, then nothing of theirs is left, and all of them are reaped.
        subscription.cancel()
        workers.stop()
        do throws(RunFault) { try state.conclude(temporaries) } catch { finish(.broken(error)) }
        progress.end()
        return conclude()
    }

    private func receive(_ outcome: Outcome) {
        summary.add(outcome)
        progress.count(outcome)
        announcer.tell(outcome)
        if case .planned(let plan) = outcome { receive(plan) }
        console.log(outcome.reportLine)
        write(outcome.reportLine)
    }

    /// One stale collage is all that `check` has to know, unless somebody wants to hear of all.
    private func receive(_ plan: PagePlan) {
        if settings.mode == .dryRun || settings.explains || settings.isVerbose { printPlan(plan) }
        if settings.mode == .check, !settings.wantsAllStale { finish(.finished) }
    }

    /// Says what about journal and lock is not as it should be.
    private func warn() {
        if let damaged = state.journal?.damagedLines, damaged > 0 {
            console.error(
                "\(Counted.text(damaged, "line")) of the journal can't be read; the collages they tell of are made anew"
            )
        }
        if let lock = state.lock, !lock.isHeld {
            console.error(
                "the output's file system keeps no locks: see to it that only one run at a time writes there")
        }
    }

    /// What a dry run was asked for: a line for each output, unless the report goes to standard output.
    private func printPlan(_ plan: PagePlan) {
        if settings.report == "-" { return }
        let why = settings.explains ? plan.provenance.map { "; \($0.reason)" } : nil
        let place = plan.output ?? "standard output"
        let line = "\(place): \(Counted.text(plan.photos.count, "photo"))\(why ?? "")\n"
        do {
            try StandardDescriptors.requireOutput()
            try DescriptorOutput.write(Array(line.utf8)[...], to: 1, unless: signals)
        } catch let error as SystemError {
            finish(.broken(.output("standard output", error)))
        } catch let fault as RunFault {
            finish(.broken(fault))
        } catch {
            // A signal, which waits to be taken.
        }
    }

    private func write(_ line: @autoclosure () -> any Encodable) {
        do throws(RunFault) { try report.write(line()) } catch { finish(.broken(error)) }
    }

    /// Ends the loop. The first reason counts, but for a fault, which is graver than a stop.
    private func finish(_ end: RunSummary.End) {
        switch (self.end, end) {
        case (.finished, _), (.stopped, .broken): self.end = end
        default: break
        }
        loop.stop()
    }

    private func conclude() -> ExitStatus {
        let seconds = started.distance(to: .now).inRoundedSeconds
        if case .broken(let fault) = end { console.error(fault.message) }
        var line = summaryLine(seconds: seconds)
        do throws(RunFault) { try metrics.write(line) } catch {
            console.error(error.message)
            if case .broken = end {} else { end = .broken(error) }
            line = summaryLine(seconds: seconds)
        }
        let status = status
        announcer.tell(summary, status: status, seconds: seconds)
        console.log(line)
        // If this fails it was said before that the report can't be written, or nobody is left to read it.
        try? report.write(line)
        return status
    }

    private var status: ExitStatus {
        summary.exitStatus(
            end: end,
            RunSummary.Strictness(
                allowsEmpty: settings.allowsEmpty, countsKnownFaults: settings.isStrict,
                isCheck: settings.mode == .check))
    }

    private func summaryLine(seconds: Double) -> SummaryLine {
        SummaryLine(
            built: summary.built, unchanged: summary.unchanged, failed: summary.failed, kept: summary.kept,
            deferred: summary.deferred, photos: summary.photos.all, ok: summary.photos.ok,
            damaged: summary.photos.damaged, failedPhotos: summary.photos.failed,
            known: summary.photos.known, pruned: summary.pruned, seconds: seconds,
            peakMemory: SummaryLine.PeakMemory(
                coordinator: ProcessMemory.peak, workers: workers.peakMemory + canvases.peakBytes),
            libvips: workers.libvips, exit: status.rawValue)
    }
}
