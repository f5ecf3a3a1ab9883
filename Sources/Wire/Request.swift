// What the coordinator asks of a worker. One request at a time is under way on a connection.

import Layout

/// A request to a worker, with the descriptors that go with it told in each case.
public enum Request: Hashable, Sendable {
    /// Read the headers of photos; descriptors: one each.
    case probe(ProbeRequest)
    /// Fill a whole canvas with one colour; descriptors: the canvas, where it is attached.
    case paintGround(GroundRequest)
    /// Decode a photo into its cell; descriptors: the canvas, where it is attached, then the photo.
    case paintTile(TileRequest)
    /// Draw into a cell whose photo failed; descriptors: the canvas, where it is attached.
    case paintSign(SignRequest)
    /// Compress a canvas; descriptors: the canvas, where it is attached, then the output.
    case encode(EncodeRequest)
    /// Say what this machine offers; no descriptors.
    case describe
    /// The answer to `Reply.needsMemory`: go on, or give the photo up as too large. No reply of its own.
    case grant(Bool)
    /// Unmap a canvas; no reply.
    case release(canvas: Int)
}

/// A shared canvas as a request names it.
public struct CanvasReference: Hashable, Sendable, WireValue {
    public var id: Int
    public var size: PixelSize
    /// The bytes of its memory, at least 3 a pixel.
    public var capacity: Int
    /// Whether the canvas' descriptor comes with this request, since this worker has not mapped it yet.
    public var isAttached: Bool

    public init(id: Int, size: PixelSize, capacity: Int, isAttached: Bool = false) {
        self.id = id
        self.size = size
        self.capacity = capacity
        self.isAttached = isAttached
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            id: try reader.value(), size: try reader.value(), capacity: try reader.value(),
            isAttached: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(id, size, capacity, isAttached) }
}

public struct ProbeRequest: Hashable, Sendable, WireValue {
    /// How many photos there are, at most `Connection.maxDescriptors`.
    public var count: Int
    public var maxPixels: Int

    public init(count: Int, maxPixels: Int) {
        self.count = count
        self.maxPixels = maxPixels
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(count: try reader.value(), maxPixels: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(count, maxPixels) }
}

public struct GroundRequest: Hashable, Sendable, WireValue {
    public var canvas: CanvasReference
    public var colour: RGBColour

    public init(canvas: CanvasReference, colour: RGBColour) {
        self.canvas = canvas
        self.colour = colour
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(canvas: try reader.value(), colour: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(canvas, colour) }
}

public struct TileRequest: Hashable, Sendable, WireValue {
    public var canvas: CanvasReference
    public var cell: PixelRect
    public var fit: Fit
    public var upscale: Bool
    /// Shows through where the photo is transparent.
    public var ground: RGBColour
    /// A frame with more pixels than this is refused from its header.
    public var maxPixels: Int
    /// Bytes that decoding may hold before the worker has to ask for more.
    public var allowance: Int
    /// The photo's place in its collage, and how often it was tried before.
    public var index: Int
    public var attempt: Int

    public init(
        canvas: CanvasReference, cell: PixelRect, fit: Fit, upscale: Bool, ground: RGBColour,
        maxPixels: Int, allowance: Int, index: Int, attempt: Int
    ) {
        self.canvas = canvas
        self.cell = cell
        self.fit = fit
        self.upscale = upscale
        self.ground = ground
        self.maxPixels = maxPixels
        self.allowance = allowance
        self.index = index
        self.attempt = attempt
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            canvas: try reader.value(), cell: try reader.value(), fit: try reader.value(),
            upscale: try reader.value(), ground: try reader.value(), maxPixels: try reader.value(),
            allowance: try reader.value(), index: try reader.value(), attempt: try reader.value())
    }
    func write(to writer: inout WireWriter) {
        writer.write(canvas, cell, fit, upscale, ground, maxPixels, allowance, index, attempt)
    }
}

public struct SignRequest: Hashable, Sendable, WireValue {
    public enum Sign: UInt8, Sendable, WireValue {
        /// Nothing but the ground.
        case none
        /// A photo is missing here.
        case missingPhoto
    }
    public var canvas: CanvasReference
    public var cell: PixelRect
    public var sign: Sign
    public var ground: RGBColour

    public init(canvas: CanvasReference, cell: PixelRect, sign: Sign, ground: RGBColour) {
        self.canvas = canvas
        self.cell = cell
        self.sign = sign
        self.ground = ground
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            canvas: try reader.value(), cell: try reader.value(), sign: try reader.value(),
            ground: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(canvas, cell, sign, ground) }
}

public struct EncodeRequest: Hashable, Sendable, WireValue {
    public var canvas: CanvasReference
    public var format: OutputFormat
    /// 1 to 100.
    public var quality: Int
    public var attempt: Int

    public init(canvas: CanvasReference, format: OutputFormat, quality: Int, attempt: Int) {
        self.canvas = canvas
        self.format = format
        self.quality = quality
        self.attempt = attempt
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            canvas: try reader.value(), format: try reader.value(), quality: try reader.value(),
            attempt: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(canvas, format, quality, attempt) }
}

extension Request {
    /// Says in the request that its canvas' descriptor comes with it, first of all.
    ///
    /// The request must be one that names a canvas to paint on or to encode.
    public mutating func attachCanvas() {
        switch self {
        case .paintGround(var request):
            request.canvas.isAttached = true
            self = .paintGround(request)
        case .paintTile(var request):
            request.canvas.isAttached = true
            self = .paintTile(request)
        case .paintSign(var request):
            request.canvas.isAttached = true
            self = .paintSign(request)
        case .encode(var request):
            request.canvas.isAttached = true
            self = .encode(request)
        case .probe, .describe, .grant, .release:
            preconditionFailure("this request has no canvas")
        }
    }
}

extension Request {
    /// Whether a reply is of the kind that ends this request.
    public func isAnswered(by reply: Reply) -> Bool {
        switch (self, reply) {
        case (.probe(let probe), .probed(let results)): results.count == probe.count
        case (.paintGround, .painted), (.paintSign, .painted), (.paintTile, .tile): true
        case (.encode, .encoded), (.encode, .encodeFailed), (.describe, .description): true
        default: false
        }
    }
}
