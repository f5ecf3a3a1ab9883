// One tile: header first, then memory if it takes much, then pixels.

import Glibc
import Layout
import Vips
import Wire

/// Paints one photo into its cell.
struct TilePainting {
    private let request: Wire.TileRequest
    private let canvas: MappedCanvas
    private let buffer: ReadBuffer
    /// Asks for bytes of memory beyond the allowance.
    private let grant: (Int) throws -> Bool

    init(
        _ request: Wire.TileRequest, canvas: MappedCanvas, buffer: ReadBuffer,
        grant: @escaping (Int) throws -> Bool
    ) {
        self.request = request
        self.canvas = canvas
        self.buffer = buffer
        self.grant = grant
    }

    /// - Throws: only where the coordinator can't be understood or has gone; a photo's fault is a result.
    func paint(_ photo: FileDescriptor) throws -> TileResult {
        guard PixelRect(request.canvas.size).contains(request.cell) else {
            throw WireError(what: "a cell that is not on its canvas")
        }
        let start = WorkerClock.now
        var result = TileResult()
        do {
            let before = try FileState(photo)
            let file = try PhotoFile(descriptor: photo.number, buffer: buffer)
            let header = try file.header()
            result.facts = PhotoFacts(header)
            if let fault = PhotoFault(header, maxPixels: request.maxPixels) { throw fault }

            let placement = request.fit.placement(
                of: header.uprightSize, in: request.cell, upscale: request.upscale)
            try reserveMemory(for: file, header, placement)
            FaultPoint.hit(.read, index: request.index, attempt: request.attempt)
            defer { FaultPoint.endOfPhoto() }
            let outcome = try paint(file, header, placement)
            if try FileState(photo) != before {
                throw PhotoFault(.changedWhileReading, "it changed while it was read")
            }
            result.placement = placement
            result.fault = outcome.damage.map(PhotoFault.init)
            if !outcome.messages.isEmpty { result.note = outcome.messages }
        } catch let fault as PhotoFault {
            result.fault = fault
        } catch let error as VipsError {
            result.fault = PhotoFault(error)
        }
        result.nanoseconds = WorkerClock.now - start
        return result
    }

    private func reserveMemory(for file: PhotoFile, _ header: PhotoHeader, _ placement: Placement) throws {
        let shrink = header.shrink(crop: placement.crop.size, size: placement.rect.size)
        // Of a progressive JPEG there may be a second copy, without the scans that don't show.
        let copies = header.format == .jpeg && header.isHeldWhole ? 2 : 1
        let bytes = header.decodeMemory(shrink: shrink) + copies * file.memory
        guard bytes > request.allowance else { return }
        guard try grant(bytes) else {
            let size = "\(header.uprightSize) pixels of \(header.format.rawValue)"
            throw PhotoFault(
                .tooLarge, "\(size) need \(bytes >> 20) MB of memory to decode; give more --memory")
        }
    }

    private func paint(_ file: PhotoFile, _ header: PhotoHeader, _ placement: Placement) throws -> TileOutcome
    {
        let bytesPerRow = request.canvas.size.width * CanvasPixel.bytes
        let rect = placement.rect
        let tile = Vips.TileRequest(crop: placement.crop, size: rect.size, ground: request.ground)
        return try file.paint(
            tile, header: header, into: canvas.pixels + rect.y * bytesPerRow + rect.x * CanvasPixel.bytes,
            bytesPerRow: bytesPerRow
        ) {
            FaultPoint.hit(.tile, index: request.index, attempt: request.attempt)
        }
    }
}

/// What tells that an open file was changed.
private struct FileState: Equatable {
    private let size: Int
    private let modified: [Int]

    init(_ descriptor: FileDescriptor) throws(PhotoFault) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            throw PhotoFault(.unreadable, "\(SystemError("fstat"))")
        }
        size = Int(status.st_size)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}

extension PhotoFacts {
    init(_ header: PhotoHeader) {
        self.init(
            format: header.format.rawValue, size: header.uprightSize,
            orientation: header.orientation.rawValue, frames: header.frames)
    }
}

extension PhotoFault {
    /// What is wrong with a header by itself: more pixels than are allowed.
    init?(_ header: PhotoHeader, maxPixels: Int) {
        let size = header.storedSize
        let (pixels, isTooMuch) = size.width.multipliedReportingOverflow(by: size.height)
        guard isTooMuch || pixels > maxPixels else { return nil }
        self.init(.tooLarge, "it has \(size) pixels, more than --max-pixels \(maxPixels)")
    }

    init(_ damage: TileOutcome.Damage) {
        self.init(damage.reason == .truncated ? .truncated : .corrupt, damage.message)
    }

    init(_ error: VipsError) {
        switch error.kind {
        case .empty: self.init(.empty, error.message)
        case .unsupported: self.init(.unsupported, error.message)
        case .tooLarge: self.init(.tooLarge, error.description)
        case .system: self.init(.unreadable, error.description)
        case .truncated: self.init(.truncated, error.description)
        case .corrupt, .failed: self.init(.corrupt, error.description)
        }
    }
}
