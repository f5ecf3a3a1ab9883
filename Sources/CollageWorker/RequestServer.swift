// Answers requests, one after the other, on the one thread that there is.

import CanvasPainting
import Glibc
import Layout
import Vips
import Wire

/// Takes requests from the connection, and sends a reply to each.
final class RequestServer {
    private let connection: Connection
    private let memory = AnonymousMemory()
    private let kept = KeptResources()
    private let sign = MissingPhotoSign()
    private var packet: [UInt8] = []
    private var canvases: [Int: MappedCanvas] = [:]

    init(connection: Connection) {
        self.connection = connection
    }

    /// Serves until the other end is closed.
    func serve() throws {
        try send(.hello(version: WireVersion.current, libvips: VipsLibrary.version))
        while let (request, descriptors) = try next() {
            if let reply = try answer(request, descriptors) { try send(reply) }
        }
    }

    private func next() throws -> (Request, [FileDescriptor])? {
        switch try connection.receive(into: &packet, waiting: true) {
        case .end, .nothing: nil
        case .packet(let bytes, let descriptors): (try Request(bytes: bytes), descriptors)
        }
    }

    private func send(_ reply: Reply) throws {
        try connection.send(ReplyEnvelope(reply, anonymousMemory: memory.bytes).bytes)
    }

    private func answer(_ request: Request, _ descriptors: [FileDescriptor]) throws -> Reply? {
        switch request {
        case .probe(let probe):
            return .probed(descriptors.map { header(of: $0, maxPixels: probe.maxPixels) })
        case .paintGround(let ground):
            let canvas = try canvas(ground.canvas, descriptors)
            SolidFill.fill(canvas.pixels, size: ground.canvas.size, with: ground.colour)
            return .painted
        case .paintTile(let tile):
            let canvas = try canvas(tile.canvas, descriptors)
            guard let photo = descriptors.last else { throw WireError(what: "a tile without a photo") }
            return .tile(try TilePainting(tile, canvas: canvas, kept: kept, grant: grant).paint(photo))
        case .paintSign(let sign):
            let canvas = try canvas(sign.canvas, descriptors)
            FaultPoint.hit(.sign, index: 0, attempt: 0)
            self.sign.paint(sign, on: canvas)
            return .painted
        case .encode(let encode):
            let canvas = try canvas(encode.canvas, descriptors)
            guard let output = descriptors.last else { throw WireError(what: "encoding without an output") }
            return self.encode(encode, canvas, to: output)
        case .describe:
            let features = VipsLibrary.features()
            return .description(
                WorkerDescription(
                    libvips: VipsLibrary.version, loads: features.loads.map(\.rawValue).sorted(),
                    saves: features.saves.map(\.rawValue).sorted(), hasFonts: features.rendersText))
        case .release(let id):
            canvases[id] = nil
            return nil
        case .grant:
            throw WireError(what: "a grant that nobody asked for")
        }
    }

    private func canvas(
        _ reference: CanvasReference, _ descriptors: [FileDescriptor]
    ) throws -> MappedCanvas {
        if reference.isAttached, let descriptor = descriptors.first {
            canvases[reference.id] = try MappedCanvas(descriptor: descriptor, capacity: reference.capacity)
        }
        guard let canvas = canvases[reference.id],
            CanvasPixel.bytes(of: reference.size) <= canvas.capacity
        else { throw WireError(what: "canvas \(reference.id) is not there, or too small") }
        return canvas
    }

    /// Asks the coordinator for memory, and waits for the answer.
    private func grant(_ bytes: Int) throws -> Bool {
        try send(.needsMemory(bytes))
        while let (answer, _) = try next() {
            switch answer {
            case .grant(let isGranted): return isGranted
            // Another page may end meanwhile.
            case .release(let id): canvases[id] = nil
            default: throw WireError(what: "no answer to a request for memory")
            }
        }
        throw WireError(what: "no answer to a request for memory")
    }

    private func encode(_ request: EncodeRequest, _ canvas: MappedCanvas, to output: FileDescriptor) -> Reply
    {
        let format = Vips.OutputFormat(rawValue: request.format.name)!
        do throws(VipsError) {
            try PhotoEncoder(
                format: format, quality: request.quality, creatorTool: OutputMark.creatorTool
            )
            .encode(canvas.pixels, size: request.canvas.size, to: output.number) {
                FaultPoint.hit(.encode, index: 0, attempt: request.attempt)
            }
        } catch {
            guard case .system(let code) = error.kind else {
                return .encodeFailed(error: 0, message: error.message)
            }
            return .encodeFailed(error: Int(code), message: error.message)
        }
        var status = stat()
        guard fstat(output.number, &status) == 0 else {
            return .encodeFailed(error: Int(errno), message: "fstat")
        }
        return .encoded(Int(status.st_size))
    }

    private func header(of descriptor: FileDescriptor, maxPixels: Int) -> ProbeResult {
        do throws(VipsError) {
            let header = try PhotoFile(descriptor: descriptor.number, kept: kept).header()
            if let fault = PhotoFault(header, maxPixels: maxPixels) { return .fault(fault) }
            let time = header.dateTimeOriginal.map {
                CaptureTime(
                    dateTime: $0, subSeconds: header.subSecTimeOriginal, offset: header.offsetTimeOriginal)
            }
            return .header(PhotoFacts(header), time)
        } catch {
            return .fault(PhotoFault(error))
        }
    }
}
