// One message of every kind, for fuzzing to begin with.

import Layout
import Wire

extension Seeds {
    static var messages: [(String, [UInt8])] {
        requests.enumerated().map { ("request-\($0)", $1.bytes) }
            + replies.enumerated().map { ("reply-\($0)", ReplyEnvelope($1, anonymousMemory: 1 << 20).bytes) }
    }

    private static let size = PixelSize(width: 320, height: 240)
    private static let rect = PixelRect(x: 8, y: 8, width: 160, height: 120)

    private static var requests: [Request] {
        let canvas = CanvasReference(id: 1, size: size, capacity: size.area * 3, isAttached: true)
        return [
            .probe(ProbeRequest(count: 2, maxPixels: 500_000_000)),
            .paintGround(GroundRequest(canvas: canvas, colour: .white)),
            .paintTile(
                TileRequest(
                    canvas: canvas, cell: rect, fit: .cover, upscale: true, ground: .white,
                    maxPixels: 500_000_000, allowance: 40 << 20, index: 3, attempt: 1)),
            .paintSign(SignRequest(canvas: canvas, cell: rect, sign: .missingPhoto, ground: .white)),
            .encode(EncodeRequest(canvas: canvas, format: .webp, quality: 85, attempt: 0)),
            .describe, .grant(true), .release(canvas: 1),
        ]
    }

    private static var replies: [Reply] {
        let facts = PhotoFacts(format: "jpeg", size: size, orientation: 6, frames: 1)
        let fault = PhotoFault(.truncated, "the file ends before the picture does")
        let time = CaptureTime(dateTime: "2024:06:01 12:34:56", subSeconds: "789", offset: "+02:00")
        return [
            .hello(version: WireVersion.current, libvips: "8.14.1"),
            .probed([.header(facts, time), .header(facts, nil), .fault(fault)]), .painted,
            .tile(
                TileResult(
                    facts: facts, placement: Placement(rect: rect, crop: rect), fault: fault, note: "a note",
                    nanoseconds: 12_345)),
            .needsMemory(1 << 30), .encoded(4096), .encodeFailed(error: 28, message: "no space"),
            .description(
                WorkerDescription(libvips: "8.14.1", loads: ["jpeg", "png"], saves: ["webp"], hasFonts: true)),
        ]
    }
}
