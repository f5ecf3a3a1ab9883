// One end of the socket between coordinator and worker: whole packets, with descriptors.

import CSystem
import Glibc

/// A connected SOCK_SEQPACKET socket; each packet is one message.
public struct Connection: Sendable {
    /// The most descriptors that go with one packet.
    public static let maxDescriptors = Int(CSYSTEM_MAX_DESCRIPTORS)
    /// The most bytes of one packet.
    public static let maxPacket = 64 * 1024

    public let socket: FileDescriptor

    public init(socket: FileDescriptor) {
        self.socket = socket
    }

    /// Two ends that are connected with each other, both close-on-exec (`socketpair(2)`).
    public static func pair() throws(SystemError) -> (Connection, Connection) {
        var ends: [Int32] = [-1, -1]
        let result = csystem_packet_pair(&ends)
        guard result == 0 else { throw SystemError("socketpair", code: -result) }
        return (
            Connection(socket: FileDescriptor(owning: ends[0])),
            Connection(socket: FileDescriptor(owning: ends[1]))
        )
    }

    /// Sends one packet (`sendmsg(2)`); the descriptors stay open here.
    public func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws(SystemError) {
        let sent = csystem_send(socket.number, bytes, bytes.count, descriptors, Int32(descriptors.count))
        guard sent >= 0 else { throw SystemError("sendmsg", code: Int32(-sent)) }
    }

    public enum Received {
        case packet(ArraySlice<UInt8>, descriptors: [FileDescriptor])
        /// Nothing there yet.
        case nothing
        /// The other end has gone, and all that it had sent was received.
        case end
    }

    /// Receives one packet (`recvmsg(2)`).
    ///
    /// A peer that died with requests unread shows first as ECONNRESET, then come the replies that it had
    /// sent, and then the end: the error is passed over, so that no reply is lost.
    public func receive(into buffer: inout [UInt8], waiting: Bool) throws(SystemError) -> Received {
        if buffer.count < Self.maxPacket { buffer = [UInt8](repeating: 0, count: Self.maxPacket) }
        var numbers = [Int32](repeating: -1, count: Self.maxDescriptors)
        while true {
            var count = Int32(Self.maxDescriptors)
            let received = csystem_receive(
                socket.number, &buffer, buffer.count, &numbers, &count, waiting ? 1 : 0)
            switch received {
            case 0: return .end
            case 1...:
                let descriptors = numbers.prefix(Int(count)).map(FileDescriptor.init(owning:))
                return .packet(buffer[..<received], descriptors: descriptors)
            case Int(-EAGAIN): return .nothing
            case Int(-ECONNRESET): continue
            default: throw SystemError("recvmsg", code: Int32(-received))
            }
        }
    }
}
