// A canvas in use, and the pool that canvases come from and go back to.

import Glibc
import Layout
import Streams
import Wire

/// A canvas that a page is painted on.
struct Canvas: Sendable {
    let id: Int
    let memory: CanvasMemory
    var size: PixelSize

    /// What filling or compressing it may take: far more than it does, on the slowest machine.
    var cpuLimit: TimeSpan { .seconds(30 + size.area / 500_000) }

    var reference: CanvasReference {
        CanvasReference(id: id, size: size, capacity: memory.capacity)
    }
}

/// Lends canvases, and keeps a few for the next page: fresh memory has to be cleared by the kernel first.
///
/// Runs on the event loop; memory is allocated on the I/O pool.
final class CanvasPool {
    private let io: IOPool
    private let budget: Int
    private let discard: (Canvas) -> Void
    private var idle: [Canvas] = []
    private var nextID = 1
    private(set) var bytesHeld = 0
    /// The most bytes that were held at once.
    private(set) var peakBytes = 0

    /// How many canvases wait for reuse at most.
    private static let idleLimit = 2

    /// Bytes that a canvas of that size takes: whole mebibytes, so that sheets of nearly one size share them.
    static func capacity(for size: PixelSize) -> Int {
        let unit = 1 << 20
        return (CanvasPixel.bytes(of: size) + unit - 1) / unit * unit
    }

    /// - Parameters:
    ///   - budget: bytes beyond which no canvas is kept for later.
    ///   - discard: called when a canvas is given up, so that workers unmap it.
    init(budget: Int, io: IOPool, discard: @escaping (Canvas) -> Void) {
        self.budget = budget
        self.io = io
        self.discard = discard
    }

    /// Gives a canvas of that size, a used one of just as many bytes at once, or a new one later.
    func borrow(_ size: PixelSize, then: @escaping (Result<Canvas, CollageFault>) -> Void) {
        let bytes = Self.capacity(for: size)
        if let index = idle.firstIndex(where: { $0.memory.capacity == bytes }) {
            var canvas = idle.remove(at: index)
            canvas.size = size
            return then(.success(canvas))
        }
        while bytesHeld + bytes > budget, let unused = idle.popLast() { giveUp(unused) }
        let id = nextID
        nextID += 1
        bytesHeld += bytes
        peakBytes = max(peakBytes, bytesHeld)
        io.run { () throws(SystemError) in
            try FaultPoint.check(.canvas)
            return Canvas(id: id, memory: try CanvasMemory(capacity: bytes), size: size)
        } then: { [self] result in
            then(
                result.mapError { error in
                    bytesHeld -= bytes
                    let way = error.code == EFBIG ? "raise the limit on file sizes" : "use a smaller --memory"
                    let why = "no memory for a canvas of \(size) pixels: \(error); \(way)"
                    return CollageFault(reason: .noMemory, message: why)
                })
        }
    }

    /// Takes a canvas back on which nobody paints any more.
    func giveBack(_ canvas: Canvas) {
        if idle.count < Self.idleLimit, bytesHeld <= budget {
            idle.insert(canvas, at: 0)
        } else {
            giveUp(canvas)
        }
    }

    /// Lets a canvas go for good: its memory is free once the last worker has unmapped it.
    func giveUp(_ canvas: Canvas) {
        bytesHeld -= canvas.memory.capacity
        discard(canvas)
    }
}
