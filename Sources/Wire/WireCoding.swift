// The bytes of a message: fixed-width little-endian integers, counted strings and arrays.

/// Appends values to a message.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    init() {
        // Most messages are shorter, so that they are one allocation.
        bytes.reserveCapacity(256)
    }

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ value: some Collection<UInt8>) {
        append(UInt32(value.count))
        bytes.append(contentsOf: value)
    }
}

/// Why a message could not be understood: the two ends are of different builds, or one is broken.
public struct WireError: Error, Equatable {
    public var what: String

    public init(what: String) { self.what = what }
}

/// Takes values from a message, in the order in which they were written.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func read<Value: FixedWidthInteger>(_: Value.Type) throws(WireError) -> Value {
        let offset = try take(MemoryLayout<Value>.size) - bytes.startIndex
        return bytes.withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
    }

    mutating func readBytes() throws(WireError) -> ArraySlice<UInt8> {
        let count = Int(try read(UInt32.self))
        let start = try take(count)
        return bytes[start..<start + count]
    }

    /// Moves on by so many bytes, and gives where they begin.
    private mutating func take(_ count: Int) throws(WireError) -> Int {
        guard bytes.endIndex - position >= count else { throw WireError(what: "a message ends too early") }
        defer { position += count }
        return position
    }

    func finish() throws(WireError) {
        let left = bytes.endIndex - position
        guard left == 0 else { throw WireError(what: "a message has \(left) bytes too many") }
    }
}

/// A value that travels in messages.
protocol WireValue {
    init(from reader: inout WireReader) throws(WireError)
    func write(to writer: inout WireWriter)
}

extension WireReader {
    /// Reads a value of the type that the context asks for.
    mutating func value<Value: WireValue>(_: Value.Type = Value.self) throws(WireError) -> Value {
        try Value(from: &self)
    }
}

extension WireReader {
    /// Reads a number of bytes; what no machine has is refused, so that whoever adds some up can trust the sum.
    mutating func byteCount() throws(WireError) -> Int {
        let count = try value(Int.self)
        guard (0...1 << 48).contains(count) else { throw WireError(what: "\(count) is no number of bytes") }
        return count
    }
}

extension WireWriter {
    mutating func write<each Value: WireValue>(_ values: repeat each Value) {
        repeat (each values).write(to: &self)
    }
}

extension Int: WireValue {
    init(from reader: inout WireReader) throws(WireError) { self.init(try reader.read(Int64.self)) }
    func write(to writer: inout WireWriter) { writer.append(Int64(self)) }
}

extension UInt8: WireValue {
    init(from reader: inout WireReader) throws(WireError) { self = try reader.read(UInt8.self) }
    func write(to writer: inout WireWriter) { writer.append(self) }
}

extension Bool: WireValue {
    init(from reader: inout WireReader) throws(WireError) { self = try reader.read(UInt8.self) != 0 }
    func write(to writer: inout WireWriter) { writer.append(UInt8(self ? 1 : 0)) }
}

extension String: WireValue {
    /// Invalid UTF-8 is repaired on the way.
    init(from reader: inout WireReader) throws(WireError) {
        self.init(decoding: try reader.readBytes(), as: UTF8.self)
    }
    func write(to writer: inout WireWriter) { writer.append(utf8) }
}

extension Optional: WireValue where Wrapped: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        self = try reader.value(Bool.self) ? try reader.value(Wrapped.self) : nil
    }
    func write(to writer: inout WireWriter) {
        (self != nil).write(to: &writer)
        self?.write(to: &writer)
    }
}

extension Array: WireValue where Element: WireValue {
    init(from reader: inout WireReader) throws(WireError) {
        let count = Int(try reader.read(UInt32.self))
        self = []
        for _ in 0..<count { append(try reader.value()) }
    }
    func write(to writer: inout WireWriter) {
        writer.append(UInt32(count))
        for element in self { element.write(to: &writer) }
    }
}

extension WireValue where Self: RawRepresentable, RawValue == UInt8 {
    init(from reader: inout WireReader) throws(WireError) {
        let raw = try reader.read(UInt8.self)
        guard let value = Self(rawValue: raw) else {
            throw WireError(what: "\(raw) is no \(Self.self)")
        }
        self = value
    }
    func write(to writer: inout WireWriter) { rawValue.write(to: &writer) }
}
