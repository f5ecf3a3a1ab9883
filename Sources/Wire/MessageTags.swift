// Messages as bytes: a tag, then the case's values.

extension Request {
    private enum Tag: UInt8, WireValue {
        case probe = 1, paintGround, paintTile, paintSign, encode, describe, grant, release
    }

    public var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .probe(let request): writer.write(Tag.probe, request)
        case .paintGround(let request): writer.write(Tag.paintGround, request)
        case .paintTile(let request): writer.write(Tag.paintTile, request)
        case .paintSign(let request): writer.write(Tag.paintSign, request)
        case .encode(let request): writer.write(Tag.encode, request)
        case .describe: writer.write(Tag.describe)
        case .grant(let isGranted): writer.write(Tag.grant, isGranted)
        case .release(let canvas): writer.write(Tag.release, canvas)
        }
        return writer.bytes
    }

    /// - Throws: `WireError` where the bytes are no request of this build.
    public init(bytes: some Sequence<UInt8>) throws(WireError) {
        try self.init(bytes: ArraySlice(bytes))
    }

    /// The same as it is received: known to the compiler, and so several times as fast.
    public init(bytes: ArraySlice<UInt8>) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.value(Tag.self) {
        case .probe: self = .probe(try reader.value())
        case .paintGround: self = .paintGround(try reader.value())
        case .paintTile: self = .paintTile(try reader.value())
        case .paintSign: self = .paintSign(try reader.value())
        case .encode: self = .encode(try reader.value())
        case .describe: self = .describe
        case .grant: self = .grant(try reader.value())
        case .release: self = .release(canvas: try reader.value())
        }
        try reader.finish()
    }
}

extension ReplyEnvelope {
    private enum Tag: UInt8, WireValue {
        case hello = 101, probed, painted, tile, needsMemory, encoded, encodeFailed, description
    }

    public var bytes: [UInt8] {
        var writer = WireWriter()
        switch reply {
        case .hello(let version, let libvips): writer.write(Tag.hello, version, libvips)
        case .probed(let results): writer.write(Tag.probed, results)
        case .painted: writer.write(Tag.painted)
        case .tile(let result): writer.write(Tag.tile, result)
        case .needsMemory(let count): writer.write(Tag.needsMemory, count)
        case .encoded(let count): writer.write(Tag.encoded, count)
        case .encodeFailed(let error, let message): writer.write(Tag.encodeFailed, error, message)
        case .description(let description): writer.write(Tag.description, description)
        }
        writer.write(anonymousMemory)
        return writer.bytes
    }

    /// - Throws: `WireError` where the bytes are no reply of this build.
    public init(bytes: some Sequence<UInt8>) throws(WireError) {
        try self.init(bytes: ArraySlice(bytes))
    }

    /// The same as it is received: known to the compiler, and so several times as fast.
    public init(bytes: ArraySlice<UInt8>) throws(WireError) {
        var reader = WireReader(bytes)
        let reply: Reply
        switch try reader.value(Tag.self) {
        case .hello: reply = .hello(version: try reader.value(), libvips: try reader.value())
        case .probed: reply = .probed(try reader.value())
        case .painted: reply = .painted
        case .tile: reply = .tile(try reader.value())
        case .needsMemory: reply = .needsMemory(try reader.byteCount())
        case .encoded: reply = .encoded(try reader.byteCount())
        case .encodeFailed:
            reply = .encodeFailed(error: try reader.value(), message: try reader.value())
        case .description: reply = .description(try reader.value())
        }
        self.init(reply, anonymousMemory: try reader.byteCount())
        try reader.finish()
    }
}
