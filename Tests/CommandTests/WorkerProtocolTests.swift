// Talking to a worker as the coordinator does.

import Foundation
import Layout
import SamplePhotos
import Testing
import Wire

@testable import Collage

@Suite struct WorkerProtocolTests {
    let sandbox: Sandbox
    private let worker: WorkerProcess
    private let memory: CanvasMemory
    private let canvas: CanvasReference

    init() throws {
        sandbox = try Sandbox()
        worker = try WorkerProcess(
            executable: RawPath(CommandRun.folder + "/collage-worker"), memoryLimit: 1 << 30)
        let size = PixelSize(width: 320, height: 240)
        memory = try CanvasMemory(capacity: CanvasPixel.bytes(of: size))
        canvas = CanvasReference(id: 1, size: size, capacity: memory.capacity, isAttached: true)
    }

    private func reply() throws -> Reply? {
        var buffer: [UInt8] = []
        guard case .packet(let bytes, _) = try worker.connection.receive(into: &buffer, waiting: true) else {
            return nil
        }
        return try ReplyEnvelope(bytes: bytes).reply
    }

    private func end() {
        worker.kill()
        _ = worker.reap()
    }

    private func paint(allowance: Int, fit: Fit = .contain, in cell: PixelSize? = nil) throws {
        try sandbox.photo("a.jpg")
        let photo = FileDescriptor(owning: open(sandbox("a.jpg"), O_RDONLY))
        let request = Wire.TileRequest(
            canvas: canvas, cell: PixelRect(cell ?? canvas.size), fit: fit, upscale: false, ground: .white,
            maxPixels: 1 << 30, allowance: allowance, index: 0, attempt: 0)
        try worker.connection.send(
            Request.paintTile(request).bytes, descriptors: [memory.descriptor.number, photo.number])
        withExtendedLifetime(photo) {}
    }

    @Test func aWorkerSaysFirstWhichBuildItIs() throws {
        defer { end() }
        guard case .hello(let version, let libvips) = try reply() else {
            Issue.record("no hello came")
            return
        }
        #expect(version == WireVersion.current)
        #expect(libvips.hasPrefix("8."))
    }

    @Test func aCanvasMayBeReleasedWhileAWorkerWaitsForMemory() throws {
        defer { end() }
        _ = try reply()
        try paint(allowance: 0)
        guard case .needsMemory(let bytes) = try reply() else {
            Issue.record("it did not ask")
            return
        }
        #expect(bytes > 0)
        try worker.connection.send(Request.release(canvas: 99).bytes)
        try worker.connection.send(Request.grant(true).bytes)
        guard case .tile(let result) = try reply() else {
            Issue.record("no tile came")
            return
        }
        #expect(result.fault == nil)
        #expect(result.placement?.rect.size == PixelSize(width: 96, height: 64))
    }

    @Test func aPhotoThatGetsNoMemoryIsTooLarge() throws {
        defer { end() }
        _ = try reply()
        try paint(allowance: 0)
        _ = try reply()
        try worker.connection.send(Request.grant(false).bytes)
        guard case .tile(let result) = try reply() else {
            Issue.record("no answer came")
            return
        }
        #expect(result.fault?.reason == .tooLarge)
        #expect(result.placement == nil)
    }

    @Test func theOverviewOfASmartTileCountsInItsMemory() throws {
        defer { end() }
        _ = try reply()
        func needed(_ fit: Fit) throws -> Int {
            try paint(allowance: 0, fit: fit, in: PixelSize(width: 45, height: 60))
            guard case .needsMemory(let bytes) = try reply() else {
                Issue.record("it did not ask")
                return 0
            }
            try worker.connection.send(Request.grant(true).bytes)
            guard case .tile(let result) = try reply(), result.fault == nil else {
                Issue.record("no tile came")
                return 0
            }
            return bytes
        }
        // 96x64 pixels, of which 60 rows are wanted.
        #expect(try needed(.smart) == needed(.cover) + 90 * 60 * 3)
    }

    @Test func aWorkerEndsWithItsConnection() throws {
        _ = try reply()
        #expect(shutdown(worker.connection.socket.number, Int32(SHUT_WR)) == 0)
        #expect(worker.reap() == "the worker ended with status 0")
    }
}
