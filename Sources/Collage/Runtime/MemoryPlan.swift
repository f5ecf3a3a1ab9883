// How the memory that a run may use is divided: coordinator, workers, canvases, large photos.

/// Shares of `--memory`, in bytes.
///
/// What decides how a collage looks, the shares of canvases and of large photos, follows from the memory alone:
/// the number of workers must not show.
struct MemoryPlan: Hashable, Sendable {
    /// All of it.
    let total: Int
    /// For all canvases together.
    let canvases: Int
    /// For photos that need more than a worker's allowance, all together.
    let largePhotos: Int
    /// For one photo that needs more than all of these, while no other worker is decoding.
    let solePhoto: Int
    let jobsWanted: Int
    /// Workers, fewer than wanted where the memory would not suffice.
    let jobs: Int

    static let coordinator = 48 << 20
    /// What a worker needs by itself, with a photo within its allowance.
    static let worker = 80 << 20
    /// Of which decoding may take so much without asking.
    static let decodingAllowance = 40 << 20
    /// One worker, and the other half for canvases and large photos.
    static let least = 2 * (coordinator + worker)

    /// Nil where the memory does not suffice for one worker.
    init?(total: Int, jobs wanted: Int) {
        guard total >= Self.least else { return nil }
        self.total = total
        canvases = total / 4
        largePhotos = total / 4
        // Half of it is then in canvases, the coordinator, and workers that stand still without their allowance.
        solePhoto = total / 2
        jobsWanted = wanted
        jobs = min(wanted, (total - canvases - largePhotos - Self.coordinator) / Self.worker)
    }
}
