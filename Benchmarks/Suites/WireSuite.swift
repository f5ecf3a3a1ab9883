// wire/: what a message costs between coordinator and worker.
import BenchmarkKit
import CSystem
import Glibc
import Layout
import Wire

enum WireSuite {
    static let benchmarks = coding + sending

    /// Messages of one iteration.
    private static let count = 50

    // MARK: Coding

    private static let coding: [Benchmark] = [
        encoding("request", "the request for a tile", tileRequest, { $0.bytes }) { try Request(bytes: $0) },
        decoding("request", "the request for a tile", tileRequest, { $0.bytes }) { try Request(bytes: $0) },
        encoding("reply", "the reply to it", tileReply, { $0.bytes }) { try ReplyEnvelope(bytes: $0) },
        decoding("reply", "the reply to it", tileReply, { $0.bytes }) { try ReplyEnvelope(bytes: $0) },
        encoding("headers", "the headers of 32 photos", headers, { $0.bytes }) {
            try ReplyEnvelope(bytes: $0)
        },
        decoding("headers", "the headers of 32 photos", headers, { $0.bytes }) {
            try ReplyEnvelope(bytes: $0)
        },
        .computation(
            "wire/floor-copy", "as many bytes as the request for a tile has, copied into an array",
            work: WorkAmount(count, "message"), of: { (0..<count).map { tileRequest($0).bytes } },
            expect: { $0 },
            compute: { messages in messages.map { bytes in bytes.withUnsafeBytes { Array($0) } } }),
    ]

    private static func encoding<Message: Equatable & Sendable>(
        _ name: String, _ what: String, _ message: @escaping @Sendable (Int) -> Message,
        _ bytes: @escaping @Sendable (Message) -> [UInt8],
        _ decode: @escaping @Sendable ([UInt8]) throws -> Message
    ) -> Benchmark {
        .computation(
            "wire/encode-\(name)", "\(what), to bytes", work: WorkAmount(count, "message"),
            floor: "wire/floor-copy", of: { (0..<count).map(message) }, compute: { $0.map(bytes) },
            check: { messages, encoded in
                let understood = try encoded.map(decode)
                guard understood == messages else { throw WrongResult("bytes that say something else") }
            })
    }

    private static func decoding<Message: Equatable & Sendable>(
        _ name: String, _ what: String, _ message: @escaping @Sendable (Int) -> Message,
        _ bytes: @escaping @Sendable (Message) -> [UInt8],
        _ decode: @escaping @Sendable ([UInt8]) throws -> Message
    ) -> Benchmark {
        .computation(
            "wire/decode-\(name)", "\(what), from bytes", work: WorkAmount(count, "message"),
            floor: "wire/floor-copy", of: { (0..<count).map { bytes(message($0)) } },
            compute: { try $0.map(decode) },
            check: { _, decoded in
                guard decoded == (0..<count).map(message) else {
                    throw WrongResult("messages that say something else")
                }
            })
    }

    // MARK: Sending

    private static let sending: [Benchmark] = [
        .computation(
            "wire/round-trip", "a request for a tile with a photo, and the reply, within one thread",
            work: WorkAmount(count, "round trip"), floor: "wire/floor-round-trip", of: { try Line() },
            compute: { line in
                try (0..<count).map { index in
                    try line.coordinator.send(
                        Request.paintTile(tile(index)).bytes, descriptors: [line.photo.number])
                    let (request, photo) = try line.request()
                    try line.worker.send(tileReply(index).bytes)
                    return RoundTrip(request: request, photo: photo, reply: try line.reply())
                }
            },
            check: { line, trips in
                guard trips.map(\.request) == (0..<count).map(tileRequest) else {
                    throw WrongResult("requests that say something else")
                }
                guard trips.map(\.reply) == (0..<count).map(tileReply) else {
                    throw WrongResult("replies that say something else")
                }
                for trip in trips { try line.check(trip.photo?.number) }
            }),
        .computation(
            "wire/floor-round-trip", "as many bytes and descriptors by sendmsg and recvmsg alone",
            work: WorkAmount(count, "round trip"), of: { try Line() },
            compute: { line in
                let (request, reply) = (tileRequest(0).bytes, tileReply(0).bytes)
                var descriptors: [Int32] = []
                for _ in 0..<count {
                    csystem_send(
                        line.coordinator.socket.number, request, request.count, [line.photo.number], 1)
                    var photo: Int32 = -1
                    var photos: Int32 = 1
                    let asked = csystem_receive(
                        line.worker.socket.number, &line.workerBuffer, line.workerBuffer.count, &photo,
                        &photos, 1)
                    csystem_send(line.worker.socket.number, reply, reply.count, nil, 0)
                    var none: Int32 = 0
                    let answered = csystem_receive(
                        line.coordinator.socket.number, &line.coordinatorBuffer,
                        line.coordinatorBuffer.count, nil, &none, 1)
                    guard asked == request.count, answered == reply.count, photos == 1 else {
                        throw WrongResult("packets of \(asked) and \(answered) bytes, and \(photos) photos")
                    }
                    descriptors.append(photo)
                }
                return descriptors.map(FileDescriptor.init(owning:))
            },
            check: { line, photos in
                try WrongResult.unless(photos.count, is: count, "photos")
                for photo in photos { try line.check(photo.number) }
            }),
    ]

    // MARK: Messages

    @Sendable private static func tileRequest(_ index: Int) -> Request { .paintTile(tile(index)) }

    private static func tile(_ index: Int) -> TileRequest {
        TileRequest(
            canvas: CanvasReference(id: 7, size: PixelSize(width: 4000, height: 3000), capacity: 36 << 20),
            cell: PixelRect(x: 8 + index, y: 8, width: 320, height: 240), fit: .contain, upscale: false,
            ground: .white, maxPixels: 500_000_000, allowance: 40 << 20, index: index, attempt: 0)
    }

    private static func facts(_ index: Int) -> PhotoFacts {
        PhotoFacts(
            format: "jpeg", size: PixelSize(width: 4000 + index, height: 3000), orientation: 6, frames: 1)
    }

    @Sendable private static func tileReply(_ index: Int) -> ReplyEnvelope {
        ReplyEnvelope(
            .tile(
                TileResult(
                    facts: facts(index),
                    placement: Placement(
                        rect: PixelRect(x: 8, y: 8, width: 320, height: 240),
                        crop: PixelRect(x: 0, y: 0, width: 4000 + index, height: 3000)),
                    nanoseconds: 12_345_678)), anonymousMemory: 31 << 20)
    }

    @Sendable private static func headers(_ index: Int) -> ReplyEnvelope {
        let time = CaptureTime(dateTime: "2024:07:13 10:11:12", subSeconds: "42", offset: "+02:00")
        let results = (0..<Connection.maxDescriptors).map { ProbeResult.header(facts(index + $0), time) }
        return ReplyEnvelope(.probed(results), anonymousMemory: 31 << 20)
    }
}

private struct RoundTrip {
    var request: Request
    var photo: FileDescriptor?
    var reply: ReplyEnvelope
}

/// Both ends of a connection, and a photo to send.
private final class Line {
    let coordinator: Connection
    let worker: Connection
    let photo: FileDescriptor
    var coordinatorBuffer = [UInt8](repeating: 0, count: Connection.maxPacket)
    var workerBuffer = [UInt8](repeating: 0, count: Connection.maxPacket)

    init() throws {
        (coordinator, worker) = try Connection.pair()
        photo = FileDescriptor(owning: csystem_memory_file("photo"))
    }

    /// Understood at once, as both ends do: bytes that are kept would make the next packet take another buffer.
    func request() throws -> (Request, photo: FileDescriptor?) {
        guard
            case .packet(let bytes, let descriptors) = try worker.receive(into: &workerBuffer, waiting: true)
        else { throw WrongResult("the connection has ended") }
        return (try Request(bytes: bytes), descriptors.last)
    }

    func reply() throws -> ReplyEnvelope {
        guard case .packet(let bytes, _) = try coordinator.receive(into: &coordinatorBuffer, waiting: true)
        else { throw WrongResult("the connection has ended") }
        return try ReplyEnvelope(bytes: bytes)
    }

    /// Throws unless the descriptor is of the photo, though not the same.
    func check(_ received: Int32?) throws {
        var (sent, got) = (stat(), stat())
        guard let received, received != photo.number, fstat(photo.number, &sent) == 0,
            fstat(received, &got) == 0, sent.st_ino == got.st_ino, sent.st_dev == got.st_dev
        else { throw WrongResult("the photo did not come along") }
    }
}
