// Bytes as messages: whatever they are they are understood or refused, and mean the same when sent again.

import Wire

enum WireFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        if let request = try? Request(bytes: bytes) {
            require((try? Request(bytes: request.bytes)) == request, "\(request) comes out differently")
        }
        if let reply = try? ReplyEnvelope(bytes: bytes) {
            require((try? ReplyEnvelope(bytes: reply.bytes)) == reply, "\(reply) comes out differently")
        }
    }
}
