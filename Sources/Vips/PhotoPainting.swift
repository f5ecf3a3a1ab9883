// Paints a tile: a part of a photo, scaled, turned upright, in sRGB, into the rows of a canvas.
import CVips
import Layout

extension PhotoFile {
    /// Paints a tile of this photo into rows of 3-byte sRGB pixels.
    ///
    /// - Parameters:
    ///   - pixels: the tile's first pixel, upper left.
    ///   - bytesPerRow: from a row of the canvas to the next.
    ///   - halfway: called once, when about half of the tile is painted.
    /// - Throws: where nothing could be decoded. The tile's pixels are then anything.
    public func paint(
        _ tile: TileRequest, header: PhotoHeader, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int,
        halfway: (() -> Void)? = nil
    ) throws(VipsError) -> TileOutcome {
        precondition(tile.size.width > 0 && tile.size.height > 0 && bytesPerRow >= tile.size.width * 3)
        precondition(tile.crop.width > 0 && tile.crop.height > 0)
        precondition(PixelRect(header.uprightSize).contains(tile.crop), "the crop lies outside of the photo")
        let structure = try structure()
        let call = PaintCall(
            tile: tile, header: header, pixels: pixels, bytesPerRow: bytesPerRow, halfway: halfway)

        guard let markers = structure.markers else {
            return try paint(call, completeness: structure.completeness, start: 0)
        }
        let shrink = header.shrink(crop: tile.crop.size, size: tile.size)
        if structure.completeness == .complete,
            let reduced = ProgressiveScans.reduced(try contents(), markers, shrink: shrink)
        {
            do {
                return try paintReduced(reduced, call)
            } catch let error where error.kind == .corrupt {
                // All of it then, with what there is to say about it.
            }
        }
        return try withLeanHeader(markers) { start throws(VipsError) in
            try paint(call, completeness: structure.completeness, start: start)
        }
    }

    private func paint(
        _ call: PaintCall, completeness: PhotoStructure.Completeness, start: Int
    ) throws(VipsError) -> TileOutcome {
        // What is known to be cut need not be tried strictly.
        if completeness == .truncated {
            do {
                try paint(call, tolerant: true, start: start)
            } catch let error where error.kind == .corrupt {
                throw error.truncated
            }
            return outcome(.truncated, TileOutcome.endsEarly)
        }
        do {
            try paint(call, tolerant: false, start: start)
            return TileOutcome(damage: nil, messages: VipsLibrary.takeMessages())
        } catch let error where error.kind == .corrupt {
            let reason: TileOutcome.Damage.Reason = completeness == .complete ? .corrupt : .truncated
            try paint(call, tolerant: true, start: start)
            return outcome(reason, error.message)
        }
    }

    private func paintReduced(_ bytes: [UInt8], _ call: PaintCall) throws(VipsError) -> TileOutcome {
        let shrink = call.header.shrink(crop: call.tile.crop.size, size: call.tile.size)
        var source = try source(shrink: shrink, tolerant: false)
        source.length = bytes.count
        // Typed throws don't pass through `withUnsafeBytes`.
        let painted = bytes.withUnsafeBytes { bytes -> Result<Void, VipsError> in
            source.data = bytes.baseAddress
            return Result { () throws(VipsError) in try paint(call, from: source, shrink: shrink) }
        }
        try painted.get()
        return TileOutcome(damage: nil, messages: VipsLibrary.takeMessages())
    }

    private func outcome(_ reason: TileOutcome.Damage.Reason, _ message: String) -> TileOutcome {
        TileOutcome(
            damage: TileOutcome.Damage(reason: reason, message: message), messages: VipsLibrary.takeMessages()
        )
    }

    private func paint(_ call: PaintCall, tolerant: Bool, start: Int) throws(VipsError) {
        let shrink = call.header.shrink(crop: call.tile.crop.size, size: call.tile.size)
        try paint(call, from: try source(shrink: shrink, tolerant: tolerant, start: start), shrink: shrink)
    }

    private func paint(_ call: PaintCall, from source: cvips_source, shrink: Int) throws(VipsError) {
        let image = try OpenImage(source)
        let conversion = kept.conversions.conversion(for: image, header: call.header)
        try call.run(image, conversion: conversion, shrink: shrink)
    }
}
