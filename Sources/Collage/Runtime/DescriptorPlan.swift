// How the descriptors that the process may have open are divided.

import CSystem

/// Shares of the limit on open files (getrlimit(2), RLIMIT_NOFILE).
struct DescriptorPlan: Hashable, Sendable {
    /// Workers, fewer than wanted where the descriptors would not suffice.
    let jobs: Int
    /// Pages that are open at the same time, each with a canvas and an output.
    let pages: Int
    /// Photos that are open at the same time, in all pages together.
    let photos: Int

    /// Standard ones, the report, those of event loop and signals, folders being listed, canvases kept for later.
    private static let others = 30
    /// A socket and standard error.
    private static let perWorker = 2
    private static let perPage = 2

    init(limit: Int, jobs wanted: Int) {
        // Two pages more than workers, and a photo for each worker.
        let left = limit - Self.others - 2 * Self.perPage
        jobs = max(1, min(wanted, left / (Self.perWorker + Self.perPage + 1)))
        pages = jobs + 2
        photos = max(
            1, min(2 * jobs + 16, limit - Self.others - jobs * Self.perWorker - pages * Self.perPage))
    }

    /// The limit, raised as far as the process may raise it.
    static func raiseLimit() -> Int {
        max(0, Int(csystem_raise_descriptor_limit()))
    }
}
