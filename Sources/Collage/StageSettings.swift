// What each stage is to know of the settings of a run.

import Layout

extension WorkerPool.Settings {
    init(_ settings: RenderSettings, memory: MemoryPlan, jobs: Int) throws(RunFault) {
        self.init(
            executable: try WorkerExecutable.find(), jobs: jobs, memoryLimit: memory.total,
            largePhotos: memory.largePhotos, solePhoto: memory.solePhoto, stall: .seconds(settings.stall))
    }
}

extension HeaderProbe.Settings {
    init(_ settings: RenderSettings, jobs: Int) {
        self.init(
            dropsBroken: settings.onError == .skip, maxPixels: settings.maxPixels,
            cpuLimit: .seconds(settings.timeout), jobs: jobs)
    }
}

extension PlanSettings {
    init(_ settings: RenderSettings, memory: MemoryPlan) {
        self.init(
            perPage: settings.perPage, target: settings.target, format: settings.format,
            dropsBrokenHeaders: settings.onError == .skip, canvasBytes: memory.canvases)
    }
}

extension TilePainter.Settings {
    init(_ settings: RenderSettings, jobs: Int) {
        self.init(
            upscale: settings.upscale, background: settings.background, maxPixels: settings.maxPixels,
            allowance: MemoryPlan.decodingAllowance, cpuLimit: .seconds(settings.timeout),
            onError: settings.onError, jobs: jobs)
    }
}

extension OutputWriter.Settings {
    init(_ settings: RenderSettings, memory: MemoryPlan) {
        var isFileNamed = false
        if case .file = settings.target { isFileNamed = true }
        self.init(
            format: settings.format, quality: settings.quality, photoMemory: memory.solePhoto,
            isFileNamed: isFileNamed)
    }
}

extension Pruner.Settings {
    init(_ settings: RenderSettings, inputs: [InputSource]) {
        self.init(isWanted: settings.prunes, isWritten: settings.mode == .render, inputs: inputs)
    }
}

extension Freshness.Settings {
    init(_ settings: RenderSettings, plan: PlanSettings, memory: MemoryPlan) {
        self.init(
            rules: PageJudgement.Rules(isForced: settings.isForced, photoMemory: memory.solePhoto),
            verifiesContent: settings.verifiesContent, settle: settings.settle.map { .seconds($0) },
            prunes: settings.prunes,
            shown: ShownTexts(
                ShownSettings(
                    format: settings.format, quality: settings.quality, upscale: settings.upscale,
                    background: settings.background, maxPixels: settings.maxPixels,
                    onError: settings.onError)),
            plan: plan)
    }
}

extension ScanRules {
    init(_ settings: RenderSettings) {
        self.init(
            isRecursive: settings.isRecursive, followsLinks: settings.followsLinks, exclude: settings.exclude,
            collage: settings.collage, rootSettingsCoverAll: settings.grouping == .all)
        switch settings.target {
        case .directory(let path): outputDirectory = RealPath.resolveNew(path)
        case .file(let path): outputFile = RealPath.resolveNew(path)
        case .standardOutput: break
        }
    }
}
