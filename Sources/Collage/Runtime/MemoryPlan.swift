// How the memory that a run may use is divided: coordinator, workers, canvases, large photos.

/// Shares of `--memory`, in bytes.
struct MemoryPlan: Hashable, Sendable {
    /// All of it.
    var memory: Int
    var jobsWanted: Int
    /// Workers, fewer than wanted where the memory would not suffice.
    var jobs: Int
    /// For all canvases together.
    var canvases: Int
    /// For photos that need more than a worker's allowance, all together.
    var largePhotos: Int
    /// The most that one photo may need: it runs alone then.
    var largestPhoto: Int

    static let coordinator = 32 << 20
    /// What a worker needs by itself, with a photo within its allowance.
    static let worker = 96 << 20
    /// Of which decoding may take so much without asking.
    static let decodingAllowance = 48 << 20
    /// Less than this for canvases is of no use.
    static let leastForCanvases = 16 << 20
    static let least = coordinator + worker + 2 * leastForCanvases

    /// Nil where the memory does not suffice for one worker.
    init?(memory: Int, jobs wanted: Int) {
        guard memory >= Self.least else { return nil }
        self.memory = memory
        jobsWanted = wanted
        let forWorkers = memory - Self.coordinator - 2 * Self.leastForCanvases
        jobs = max(1, min(wanted, forWorkers / Self.worker))
        let rest = memory - Self.coordinator - jobs * Self.worker
        canvases = rest / 2
        largePhotos = rest - canvases
        largestPhoto = largePhotos
    }
}
