// Answers each request of the engine at once, as if all went well, and counts them.
import CSystem
import Glibc
import Layout
import Wire

/// The worker's side of `Wire` without a picture: nothing is decoded, mapped or painted.
struct InstantWorker {
    /// What each photo is said to be.
    private static let facts = PhotoFacts(
        format: "jpeg", size: PixelSize(width: 4000, height: 3000), orientation: 1, frames: 1)
    /// What each output is.
    private static let output = Array("no picture\n".utf8)

    private let connection: Connection
    private let counts = RequestCounts()
    private var packet: [UInt8] = []

    static func run(_ arguments: [String]) -> Int32 {
        guard fcntl(WorkerStart.socket, F_GETFD) >= 0 else {
            complain("it is started by `collage`, for a benchmark")
            return 64
        }
        _ = csystem_die_with_parent()
        // The parent may have died before the request to die with it was made.
        guard arguments.contains("--parent=\(getppid())") else { return 0 }
        _ = fcntl(WorkerStart.socket, F_SETFD, FD_CLOEXEC)
        var worker = InstantWorker(
            connection: Connection(socket: FileDescriptor(owning: WorkerStart.socket)))
        do {
            try worker.serve()
            return 0
        } catch {
            complain("\(error)")
            return 71
        }
    }

    private init(connection: Connection) { self.connection = connection }

    private mutating func serve() throws {
        try send(.hello(version: WireVersion.current, libvips: "none"))
        while case .packet(let bytes, let descriptors) = try connection.receive(into: &packet, waiting: true)
        {
            let request = try Request(bytes: bytes)
            guard let reply = try answer(request, descriptors) else { continue }
            counts?.add(request)
            try send(reply)
        }
    }

    private func send(_ reply: Reply) throws {
        try connection.send(ReplyEnvelope(reply, anonymousMemory: 1 << 20).bytes)
    }

    private func answer(_ request: Request, _ descriptors: [FileDescriptor]) throws -> Reply? {
        switch request {
        case .probe(let probe):
            .probed(Array(repeating: .header(Self.facts, nil), count: probe.count))
        case .paintGround, .paintSign: .painted
        case .paintTile(let tile):
            .tile(
                TileResult(
                    facts: Self.facts,
                    placement: tile.fit.placement(of: Self.facts.size, in: tile.cell, upscale: tile.upscale)))
        case .encode: try write(to: descriptors.last)
        case .describe:
            .description(WorkerDescription(libvips: "none", loads: [], saves: [], hasFonts: false))
        case .release: nil
        case .grant: throw WireError(what: "a grant that nobody asked for")
        }
    }

    private func write(to output: FileDescriptor?) throws -> Reply {
        guard let output else { throw WireError(what: "encoding without an output") }
        let written = output.withNumber { Glibc.write($0, Self.output, Self.output.count) }
        guard written == Self.output.count else { throw SystemError("write") }
        return .encoded(written)
    }

    private static func complain(_ message: String) {
        let line = Array("collage-instant-worker: \(message)\n".utf8)
        _ = Glibc.write(2, line, line.count)
    }
}
