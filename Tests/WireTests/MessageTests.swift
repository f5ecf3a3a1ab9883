// Messages come out as they went in, and strangers' bytes are refused.

import Layout
import Testing

@testable import Wire

@Suite struct MessageTests {
    private static let canvas = CanvasReference(
        id: 7, size: PixelSize(width: 1648, height: 1248), capacity: 6_170_112, isAttached: true)
    private static let cell = PixelRect(x: 8, y: 16, width: 320, height: 240)
    private static let ground = RGBColour(red: 1, green: 2, blue: 3)

    static let requests: [Request] = [
        .probe(ProbeRequest(count: 16, maxPixels: 500_000_000)),
        .paintGround(GroundRequest(canvas: canvas, colour: ground)),
        .paintTile(
            TileRequest(
                canvas: canvas, cell: cell, fit: .cover, upscale: true, ground: ground, maxPixels: .max,
                allowance: 1 << 40, index: 199, attempt: 1)),
        .paintSign(SignRequest(canvas: canvas, cell: cell, sign: .missingPhoto, ground: ground)),
        .encode(EncodeRequest(canvas: canvas, format: .avif, quality: 85, attempt: 0)),
        .describe, .grant(true), .grant(false), .release(canvas: 7),
    ]

    private static let facts = PhotoFacts(
        format: "jpeg", size: PixelSize(width: 4032, height: 3024), orientation: 6, frames: 1)

    static let replies: [Reply] = [
        .hello(version: WireVersion.current, libvips: "8.14.1"),
        .probed([
            .header(facts, CaptureTime(dateTime: "2024:07:13 10:11:12", subSeconds: "5", offset: "+02:00")),
            .header(facts, nil), .fault(PhotoFault(.tooLarge, "too many pixels")),
        ]),
        .painted,
        .tile(
            TileResult(
                facts: facts, placement: Placement(rect: cell, crop: cell),
                fault: PhotoFault(.truncated, "“cut” – é月🔌"), note: "note", nanoseconds: 1)),
        .tile(TileResult(fault: PhotoFault(.empty, ""))),
        .needsMemory(1 << 35), .encoded(0), .encodeFailed(error: 28, message: "no space"),
        .description(WorkerDescription(libvips: "8", loads: ["jpeg"], saves: [], hasFonts: false)),
    ]

    @Test(arguments: requests)
    func requestsComeOutAsTheyWentIn(request: Request) throws {
        #expect(try Request(bytes: request.bytes) == request)
    }

    @Test(arguments: replies)
    func repliesComeOutAsTheyWentIn(reply: Reply) throws {
        let envelope = ReplyEnvelope(reply, anonymousMemory: 123)
        #expect(try ReplyEnvelope(bytes: envelope.bytes) == envelope)
    }

    @Test(arguments: requests)
    func aRequestThatIsCutOrTooLongIsRefused(request: Request) {
        for count in 0..<request.bytes.count {
            #expect(throws: WireError.self) { try Request(bytes: request.bytes.prefix(count)) }
        }
        #expect(throws: WireError.self) { try Request(bytes: request.bytes + [0]) }
    }

    @Test func unknownTagsAndCasesAreRefused() {
        #expect(throws: WireError.self) { try Request(bytes: [99]) }
        #expect(throws: WireError.self) { try ReplyEnvelope(bytes: [1]) }
        var bytes = Request.encode(EncodeRequest(canvas: Self.canvas, format: .jpeg, quality: 1, attempt: 0))
            .bytes
        bytes[bytes.count - 17] = 77
        #expect(throws: WireError.self) { try Request(bytes: bytes) }
    }

    @Test func anArrayThatClaimsTooMuchIsRefusedWithoutMemoryForIt() {
        #expect(throws: WireError.self) { try ReplyEnvelope(bytes: [102, 0xFF, 0xFF, 0xFF, 0xFF]) }
    }

    @Test(arguments: [-1, Int.min, Int.max, 1 << 49])
    func numbersOfBytesThatNoMachineHasAreRefused(count: Int) {
        for reply in [Reply.needsMemory(count), .encoded(count)] {
            let bytes = ReplyEnvelope(reply, anonymousMemory: 0).bytes
            #expect(throws: WireError.self) { try ReplyEnvelope(bytes: bytes) }
        }
        let bytes = ReplyEnvelope(.painted, anonymousMemory: count).bytes
        #expect(throws: WireError.self) { try ReplyEnvelope(bytes: bytes) }
    }

    @Test func attachingSaysSoInTheRequest() {
        var reference = Self.canvas
        reference.isAttached = false
        var request = Request.paintGround(GroundRequest(canvas: reference, colour: Self.ground))
        request.attachCanvas()
        #expect(request == .paintGround(GroundRequest(canvas: Self.canvas, colour: Self.ground)))
    }

    @Test func permanentFaultsAreThoseOfThePhotosBytes() {
        let permanent = PhotoFaultReason.allCases.filter(\.isPermanent).map(\.name)
        #expect(permanent == ["empty", "unsupported", "corrupt", "truncated", "too-large"])
        #expect(Set(PhotoFaultReason.allCases.map(\.name)).count == 10)
    }
}
