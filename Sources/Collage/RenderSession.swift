// One run from its first line to its last: puts the pipeline together, runs it, reports, ends in order.

import CSystem
import Glibc
import Streams
import Wire

/// The parts of one run, and how they begin and end.
final class RenderSession {
    private let settings: RenderSettings
    private let memory: MemoryPlan
    private let console: Console
    private let loop: EventLoop
    private let report: ReportFile
    private let workers: WorkerPool
    private let canvases: CanvasPool
    private let temporaries = TemporaryFiles(runID: TemporaryFiles.makeRunID())
    private let progress: ProgressMeter
    private let pipeline: CollagePipeline
    private let started = MonotonicTime.now

    private var summary = RunSummary()
    private var end = RunSummary.End.finished

    init(
        settings: RenderSettings, inputs: [InputSource], memory: MemoryPlan, console: Console
    ) throws {
        self.settings = settings
        self.console = console
        self.memory = memory
        let jobs = memory.jobs
        // Before any thread is started: they inherit which signals are blocked.
        let signals = csystem_stop_signals()
        guard signals >= 0 else { throw SystemError("signalfd", code: -signals) }
        report = try ReportFile(path: settings.report)

        let loop = try EventLoop()
        self.loop = loop
        let io = IOPool(threads: 4, loop: loop)
        let stall = TimeSpan.seconds(settings.stall)
        let cpuLimit = TimeSpan.seconds(settings.timeout)
        let opener = PhotoOpener(io: io, loop: loop, stall: stall)
        let workers = WorkerPool(
            settings: WorkerPool.Settings(
                executable: try WorkerExecutable.find(), jobs: jobs, memoryLimit: memory.memory, stall: stall),
            grants: MemoryGrants(budget: memory.largePhotos, most: memory.largestPhoto), loop: loop)
        self.workers = workers
        canvases = CanvasPool(budget: memory.canvases, io: io) { workers.release($0) }
        let showsProgress =
            switch settings.progress {
            case .auto: console.isTerminal && !settings.isQuiet
            case .always: true
            case .never: false
            }
        let progress = ProgressMeter(console: console, isOn: showsProgress, loop: loop)
        self.progress = progress

        pipeline = CollagePipeline(
            scan: FolderScan(inputs: inputs, rules: ScanRules(settings), io: io),
            grouping: settings.grouping,
            target: settings.target,
            probe: HeaderProbe(
                settings: HeaderProbe.Settings(
                    isNeeded: settings.needsHeaders, maxPixels: settings.maxPixels, cpuLimit: cpuLimit,
                    jobs: jobs),
                opener: opener, workers: workers),
            planner: CollagePlanner(
                settings: PlanSettings(
                    layout: settings.layout, perPage: settings.perPage, choice: settings.choice,
                    target: settings.target, format: settings.format,
                    dropsBrokenHeaders: settings.onError == .skip, canvasBytes: memory.canvases)),
            painter: TilePainter(
                settings: TilePainter.Settings(
                    fit: settings.fit, upscale: settings.upscale, background: settings.background,
                    maxPixels: settings.maxPixels, allowance: MemoryPlan.decodingAllowance,
                    cpuLimit: cpuLimit, onError: settings.onError, jobs: jobs),
                opener: opener, workers: workers, canvases: canvases,
                tileDone: { progress.count($0) }),
            writer: OutputWriter(
                settings: OutputWriter.Settings(
                    format: settings.format, quality: settings.quality, cpuLimit: cpuLimit),
                workers: workers, canvases: canvases, temporaries: temporaries, io: io),
            canvasBudget: memory.canvases, openPages: jobs + 2)

        loop.watch(signals) { [weak self] in
            if csystem_next_signal(signals) != 0 { self?.finish(.stopped) }
        }
    }

    func run() throws(RunFault) -> ExitStatus {
        try report.write(
            RunLine(
                version: WireVersion.program, started: Timestamp.now, jobs: memory.jobs,
                jobsWanted: memory.jobsWanted, memory: memory.memory))
        let outcomes =
            settings.isDryRun
            ? pipeline.dryOutcomes.eraseToAnyPublisher() : pipeline.outcomes.eraseToAnyPublisher()
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
        temporaries.discardAll()
        progress.end()
        return try conclude()
    }

    private func receive(_ outcome: Outcome) {
        summary.add(outcome)
        progress.count(outcome)
        tell(outcome)
        do throws(RunFault) { try report.write(outcome.reportLine) } catch { finish(.broken(error)) }
    }

    /// Ends the loop; the first reason counts.
    private func finish(_ end: RunSummary.End) {
        if self.end == .finished { self.end = end }
        loop.stop()
    }

    private func tell(_ outcome: Outcome) {
        switch outcome {
        case .built(let page, _):
            guard console.isVerbose, let output = page.plan.output else { return }
            console.line("\(output): \(page.tiles.count) photos")
        case .planned(let plan):
            if !console.isQuiet {
                console.line("\(plan.output ?? "standard output"): \(plan.photos.count) photos")
            }
        case .failedPage(let plan, let fault, _):
            console.error("no collage of (\(plan.source.root.appending(plan.folder))): \(fault.message)")
        case .failed(let collage):
            console.error(
                "no collage of (\(collage.source.root.appending(collage.folder))): \(collage.fault.message)")
        case .aside(.unreadable(let source, let folder, let error)):
            console.error(
                "no collage of (\(source.root.appending(folder))): the folder can't be read: \(error)")
        case .aside(.nothing(let source)):
            guard !settings.allowsEmpty else { return }
            let name = if case .files = source { RawPath("the list") } else { source.root }
            console.error(
                "no photos in (\(name)): is it mounted, and the right folder? --allow-empty accepts it")
        case .aside(.passedOver): break
        }
    }

    private func conclude() throws(RunFault) -> ExitStatus {
        let status = summary.exitStatus(end: end, allowsEmpty: settings.allowsEmpty)
        let seconds = Rounded.seconds(started.distance(to: .now))
        if case .broken(let fault) = end { console.error(fault.message) }
        tellSummary(status, seconds: seconds)
        try report.write(
            SummaryLine(
                built: summary.built, unchanged: 0, failed: summary.failed, kept: 0, deferred: 0,
                photos: summary.photos, ok: summary.ok, damaged: summary.damaged,
                failedPhotos: summary.failedPhotos, known: 0, seconds: seconds,
                peakMemory: SummaryLine.PeakMemory(
                    coordinator: ProcessMemory.peak, workers: workers.peakMemory + canvases.peakBytes),
                libvips: workers.libvips, exit: status.rawValue))
        return status
    }

    private func tellSummary(_ status: ExitStatus, seconds: Double) {
        if let (path, fault) = summary.firstFault {
            let count = summary.damaged + summary.failedPhotos
            let others = count > 1 ? "\(count) photos are" : "1 photo is"
            console.error(
                "\(others) damaged or can't be shown, first (\(path)): \(fault.reason.name), \(fault.message);"
                    + (settings.report == nil ? " --report lists all" : " see the report"))
        }
        guard console.isTerminal, !console.isQuiet else { return }
        if summary.lonelyRaws > 0 {
            console.line("\(summary.lonelyRaws) raw files without a rendered photo were passed over")
        }
        let place =
            switch settings.target {
            case .directory(let path), .file(let path): " in \(path)"
            case .standardOutput: ""
            }
        switch status {
        case .stopped: console.line("stopped: \(summary.built) collages\(place); run again to go on")
        case .success, .faults:
            let done = settings.isDryRun ? "\(summary.planned) would be made" : "\(summary.built) collages"
            let photos = settings.isDryRun ? summary.plannedPhotos : summary.photos
            console.line("\(done) of \(photos) photos\(place), \(seconds) s")
        case .failure, .usage: break
        }
    }
}

extension ScanRules {
    fileprivate init(_ settings: RenderSettings) {
        self.init(
            isRecursive: settings.isRecursive, followsLinks: settings.followsLinks, exclude: settings.exclude)
        switch settings.target {
        case .directory(let path): outputDirectory = RealPath.resolveNew(path)
        case .file(let path): outputFile = RealPath.resolveNew(path)
        case .standardOutput: break
        }
    }
}
