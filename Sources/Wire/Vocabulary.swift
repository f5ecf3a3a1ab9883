// Small values that both ends speak of: formats, faults, geometry.

import Layout

/// A format that outputs can be written in.
public enum OutputFormat: UInt8, Sendable, CaseIterable, WireValue {
    case jpeg, png, webp, avif, tiff

    /// As on the command line.
    public var name: String {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .webp: "webp"
        case .avif: "avif"
        case .tiff: "tiff"
        }
    }
}

/// Why a photo is not shown, or shown although its file is broken.
public enum PhotoFaultReason: UInt8, Sendable, CaseIterable, WireValue {
    // Permanent: the fault lies in the photo's bytes.
    case empty, unsupported, corrupt, truncated, tooLarge
    // Transient: another time it may go well.
    case timeout, stalled, crashed, unreadable, changedWhileReading

    /// Whether the fault lies in the photo's bytes, so that trying again is of no use.
    public var isPermanent: Bool { rawValue <= PhotoFaultReason.tooLarge.rawValue }

    /// As in the report.
    public var name: String {
        switch self {
        case .empty: "empty"
        case .unsupported: "unsupported"
        case .corrupt: "corrupt"
        case .truncated: "truncated"
        case .tooLarge: "too-large"
        case .timeout: "timeout"
        case .stalled: "stalled"
        case .crashed: "crashed"
        case .unreadable: "unreadable"
        case .changedWhileReading: "changed-while-reading"
        }
    }
}

/// What is wrong with a photo: a reason, and a sentence for people.
public struct PhotoFault: Error, Hashable, Sendable, WireValue {
    public var reason: PhotoFaultReason
    public var message: String

    public init(_ reason: PhotoFaultReason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    init(from reader: inout WireReader) throws(WireError) {
        self.init(try reader.value(), try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(reason, message) }
}

extension PixelSize: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        self.init(width: try reader.value(), height: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(width, height) }
}

extension PixelRect: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        self.init(
            x: try reader.value(), y: try reader.value(), width: try reader.value(),
            height: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(x, y, width, height) }
}

extension Placement: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        self.init(rect: try reader.value(), crop: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(rect, crop) }
}

extension RGBColour: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        self.init(red: try reader.value(), green: try reader.value(), blue: try reader.value())
    }
    func write(to writer: inout WireWriter) { writer.write(red, green, blue) }
}

extension Fit: WireValue {}
