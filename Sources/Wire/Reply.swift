// What a worker answers. Each request but `grant` and `release` has one final reply.

import Layout

/// A worker's reply.
public enum Reply: Hashable, Sendable {
    /// The first message of a worker, unasked: which build it is, and which libvips it has.
    case hello(version: String, libvips: String)
    case probed([ProbeResult])
    /// The ground or the sign is painted.
    case painted
    case tile(TileResult)
    /// Decoding the photo needs that many bytes, more than the allowance; `Request.grant` answers.
    case needsMemory(Int)
    /// Bytes written.
    case encoded(Int)
    /// `error` is an errno, or 0 where the encoder itself refused.
    case encodeFailed(error: Int, message: String)
    case description(WorkerDescription)
}

/// A reply and what every reply tells besides.
public struct ReplyEnvelope: Hashable, Sendable {
    public var reply: Reply
    /// Bytes of private memory that the worker holds; shared canvases are not in it.
    public var anonymousMemory: Int

    public init(_ reply: Reply, anonymousMemory: Int) {
        self.reply = reply
        self.anonymousMemory = anonymousMemory
    }
}

/// What a photo's header says.
public struct PhotoFacts: Hashable, Sendable, WireValue {
    /// `jpeg`, `png`, …: by content.
    public var format: String
    /// Size of the upright photo, in pixels.
    public var size: PixelSize
    /// EXIF's orientation, 1 to 8.
    public var orientation: Int
    /// Frames of an animation, pages of a document.
    public var frames: Int

    public init(format: String, size: PixelSize, orientation: Int, frames: Int) {
        self.format = format
        self.size = size
        self.orientation = orientation
        self.frames = frames
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            format: try reader.value(), size: try reader.value(), orientation: try reader.value(),
            frames: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(format, size, orientation, frames) }
}

/// EXIF's texts of when a photo was taken, as they stand in the file.
public struct CaptureTime: Hashable, Sendable, WireValue {
    /// DateTimeOriginal, `2024:07:13 10:11:12`.
    public var dateTime: String
    /// SubSecTimeOriginal, the digits behind the decimal point.
    public var subSeconds: String?
    /// OffsetTimeOriginal, `+02:00`.
    public var offset: String?

    public init(dateTime: String, subSeconds: String? = nil, offset: String? = nil) {
        self.dateTime = dateTime
        self.subSeconds = subSeconds
        self.offset = offset
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            dateTime: try reader.value(), subSeconds: try reader.value(), offset: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(dateTime, subSeconds, offset) }
}

public enum ProbeResult: Hashable, Sendable, WireValue {
    case header(PhotoFacts, CaptureTime?)
    case fault(PhotoFault)

    init(from reader: inout WireReader) throws(WireError) {
        self =
            try reader.value(Bool.self)
            ? .header(try reader.value(), try reader.value()) : .fault(try reader.value())
    }
    func write(to writer: inout WireWriter) {
        switch self {
        case .header(let facts, let time): writer.write(true, facts, time)
        case .fault(let fault): writer.write(false, fault)
        }
    }
}

/// What became of a tile: shown where there is a placement, else its cell is untouched or half painted.
public struct TileResult: Hashable, Sendable, WireValue {
    /// Nil where not even the header could be read.
    public var facts: PhotoFacts?
    public var placement: Placement?
    /// With a placement: the photo shows, but its file is broken.
    public var fault: PhotoFault?
    /// What the decoder had to say about a photo that shows.
    public var note: String?
    public var nanoseconds: Int

    public init(
        facts: PhotoFacts? = nil, placement: Placement? = nil, fault: PhotoFault? = nil,
        note: String? = nil, nanoseconds: Int = 0
    ) {
        self.facts = facts
        self.placement = placement
        self.fault = fault
        self.note = note
        self.nanoseconds = nanoseconds
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            facts: try reader.value(), placement: try reader.value(), fault: try reader.value(),
            note: try reader.value(), nanoseconds: try reader.value())
    }
    func write(to writer: inout WireWriter) {
        writer.write(facts, placement, fault, note, nanoseconds)
    }
}

/// What the worker's libvips offers, for `collage doctor`.
public struct WorkerDescription: Hashable, Sendable, WireValue {
    public var libvips: String
    public var loads: [String]
    public var saves: [String]
    public var hasFonts: Bool

    public init(libvips: String, loads: [String], saves: [String], hasFonts: Bool) {
        self.libvips = libvips
        self.loads = loads
        self.saves = saves
        self.hasFonts = hasFonts
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            libvips: try reader.value(), loads: try reader.value(), saves: try reader.value(),
            hasFonts: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(libvips, loads, saves, hasFonts) }
}
