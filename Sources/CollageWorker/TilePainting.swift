// One tile: header first, then memory if it takes much, then pixels.

import Glibc
import Layout
import Vips
import Wire

/// Paints one photo into its cell.
struct TilePainting {
    private let request: Wire.TileRequest
    private let canvas: MappedCanvas
    private let kept: KeptResources
    /// Asks for bytes of memory beyond the allowance.
    private let grant: (Int) throws -> Bool

    init(
        _ request: Wire.TileRequest, canvas: MappedCanvas, kept: KeptResources,
        grant: @escaping (Int) throws -> Bool
    ) {
        self.request = request
        self.canvas = canvas
        self.kept = kept
        self.grant = grant
    }

    /// - Throws: only where the coordinator can't be understood or has gone; a photo's fault is a result.
    func paint(_ photo: FileDescriptor) throws -> TileResult {
        guard PixelRect(request.canvas.size).contains(request.cell) else {
            throw WireError(what: "a cell that is not on its canvas")
        }
        let start = WorkerClock.now
        var result = TileResult()
        var before: FileState?
        do {
            before = try FileState(photo)
            let file = try PhotoFile(descriptor: photo.number, kept: kept)
            let header = try file.header()
            result.facts = PhotoFacts(header)
            if let fault = PhotoFault(header, maxPixels: request.maxPixels) { throw fault }

            let placement = request.fit.placement(
                of: header.uprightSize, in: request.cell, upscale: request.upscale)
            let overview = request.fit == .smart ? Overview(of: header.uprightSize, placement) : nil
            try reserveMemory(for: file, header, placement, overview)
            FaultPoint.hit(.read, index: request.index, attempt: request.attempt)
            defer { FaultPoint.endOfPhoto() }
            let tile =
                if let overview { try paintAttentively(file, header, overview) } else {
                    try paint(file, header, placement)
                }
            if try FileState(photo) != before {
                throw PhotoFault(.changedWhileReading, "it changed while it was read")
            }
            result.placement = tile.placement
            result.fault = tile.outcome.damage.map(PhotoFault.init)
            if !tile.outcome.messages.isEmpty { result.note = tile.outcome.messages }
        } catch let fault as PhotoFault {
            result.fault = fault
        } catch let error as VipsError {
            result.fault = PhotoFault(error)
        }
        // What a decoder says of a file that is being written is not the file's fault.
        if result.fault != nil, let before, let after = try? FileState(photo), after != before {
            result.placement = nil
            result.fault = PhotoFault(.changedWhileReading, "it changed while it was read")
        }
        result.nanoseconds = WorkerClock.now - start
        return result
    }

    private func reserveMemory(
        for file: PhotoFile, _ header: PhotoHeader, _ placement: Placement, _ overview: Overview?
    ) throws {
        var shrink = header.shrink(crop: placement.crop.size, size: placement.rect.size)
        if let overview {
            shrink = min(shrink, header.shrink(crop: header.uprightSize, size: overview.size))
        }
        // Of a progressive JPEG there may be a second copy, without the scans that don't show.
        let copies = header.format == .jpeg && header.isHeldWhole ? 2 : 1
        let bytes =
            header.decodeMemory(shrink: shrink) + copies * file.memory
            + (overview.map { CanvasPixel.bytes(of: $0.size) } ?? 0)
        guard bytes > request.allowance else { return }
        guard try grant(bytes) else {
            let size = "\(header.uprightSize) pixels of \(header.format.rawValue)"
            throw PhotoFault(
                .tooLarge, "\(size) need \(bytes >> 20) MB of memory to decode; give more --memory")
        }
    }

    /// A tile that is on the canvas.
    private struct PaintedTile {
        var placement: Placement
        var outcome: TileOutcome
    }

    private func paint(
        _ file: PhotoFile, _ header: PhotoHeader, _ placement: Placement
    ) throws(VipsError) -> PaintedTile {
        let rect = placement.rect
        let tile = Vips.TileRequest(crop: placement.crop, size: rect.size, ground: request.ground)
        let outcome = try file.paint(
            tile, header: header, into: pixels(of: rect), bytesPerRow: bytesPerRow, halfway: halfway)
        return PaintedTile(placement: placement, outcome: outcome)
    }

    /// Paints the part of the photo that attracts attention; the middle, if nothing can be told.
    private func paintAttentively(
        _ file: PhotoFile, _ header: PhotoHeader, _ overview: Overview
    ) throws(VipsError) -> PaintedTile {
        let painted = try PaintedOverview(overview.size)
        let outcome = try painted.paint(
            file, header: header, ground: request.ground, halfway: overview.holdsTile ? halfway : nil)
        let placement =
            painted.attention(for: overview.crop).map(overview.placement(around:)) ?? overview.middle
        guard overview.holdsTile else {
            var tile = try paint(file, header, placement)
            // The overview has seen all of the photo, the tile perhaps not.
            if tile.outcome.damage == nil, outcome.damage != nil { tile.outcome = outcome }
            return tile
        }
        painted.copy(overview.part(of: placement), to: pixels(of: placement.rect), bytesPerRow: bytesPerRow)
        return PaintedTile(placement: placement, outcome: outcome)
    }

    private var bytesPerRow: Int { request.canvas.size.width * CanvasPixel.bytes }

    private func pixels(of rect: PixelRect) -> UnsafeMutableRawPointer {
        canvas.pixels + rect.y * bytesPerRow + rect.x * CanvasPixel.bytes
    }

    private func halfway() {
        FaultPoint.hit(.tile, index: request.index, attempt: request.attempt)
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
        case .truncated: self.init(.truncated, error.message)
        case .corrupt, .failed: self.init(.corrupt, error.description)
        }
    }
}
