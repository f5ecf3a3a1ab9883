// Packets and descriptors between two ends, and shared canvases.

import Glibc
import Testing

@testable import Wire

@Suite struct ConnectionTests {
    private func packet(_ received: Connection.Received) -> (bytes: [UInt8], descriptors: [FileDescriptor])? {
        guard case .packet(let bytes, let descriptors) = received else { return nil }
        return (Array(bytes), descriptors)
    }

    @Test func packetsStayWholeAndInOrder() throws {
        let (left, right) = try Connection.pair()
        var buffer: [UInt8] = []
        for size in [1, 1000, Connection.maxPacket] { try left.send([UInt8](repeating: 7, count: size)) }
        for size in [1, 1000, Connection.maxPacket] {
            #expect(try packet(right.receive(into: &buffer, waiting: false))?.bytes.count == size)
        }
        guard case .nothing = try right.receive(into: &buffer, waiting: false) else {
            Issue.record("something came that was not sent")
            return
        }
    }

    @Test func descriptorsArriveAsOpenFilesThatAreClosedOnExec() throws {
        let (left, right) = try Connection.pair()
        let memory = try CanvasMemory(capacity: 4096)
        var buffer: [UInt8] = []
        let sent = [Int32](repeating: memory.descriptor.number, count: Connection.maxDescriptors)
        try left.send([1], descriptors: sent)
        let received = try #require(packet(try right.receive(into: &buffer, waiting: true)))
        #expect(received.descriptors.count == Connection.maxDescriptors)
        for descriptor in received.descriptors {
            #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
        }
        let canvas = try MappedCanvas(descriptor: received.descriptors[0], capacity: 4096)
        let own = try MappedCanvas(descriptor: memory.descriptor, capacity: 4096)
        canvas.pixels.storeBytes(of: 42, as: UInt8.self)
        #expect(own.pixels.load(as: UInt8.self) == 42)
    }

    @Test func whatWasSentBeforeTheEndIsStillReceived() throws {
        let right: Connection
        do {
            let (left, other) = try Connection.pair()
            right = other
            try right.send([1])
            try left.send([2])
        }
        // The left end has gone with a packet unread: ECONNRESET comes first, then what it had sent.
        var buffer: [UInt8] = []
        #expect(try packet(right.receive(into: &buffer, waiting: false))?.bytes == [2])
        guard case .end = try right.receive(into: &buffer, waiting: false) else {
            Issue.record("the end did not come")
            return
        }
    }

    @Test func aCanvasCantShrinkOrGrow() throws {
        let memory = try CanvasMemory(capacity: 8192)
        #expect(ftruncate(memory.descriptor.number, 0) == -1)
        #expect(ftruncate(memory.descriptor.number, 1 << 20) == -1)
    }

    @Test func aClosedDescriptorsErrorIsReadable() {
        let error = SystemError("open", code: ENOENT)
        #expect("\(error)" == "no such file or directory")
    }
}
