// Names of files as the system has them: bytes, of no known encoding.

/// A path or a name, as opaque bytes without a zero byte.
public struct RawPath: Hashable, Sendable {
    public var bytes: [UInt8]

    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    public init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    /// From a C string.
    public init(cString: UnsafePointer<CChar>) {
        var end = cString
        while end.pointee != 0 { end += 1 }
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: end - cString))
    }

    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")

    public var isEmpty: Bool { bytes.isEmpty }

    /// The two joined by a slash; an empty one on either side adds nothing.
    public func appending(_ other: RawPath) -> RawPath {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return other.bytes.withUnsafeBufferPointer { appending($0) }
    }

    /// The same with the bytes of a name.
    func appending(_ name: UnsafeBufferPointer<UInt8>) -> RawPath {
        var joined = RawPath(bytes: [])
        joined.bytes.reserveCapacity(bytes.count + 1 + name.count)
        joined.bytes += bytes
        if let last = bytes.last, last != Self.slash { joined.bytes.append(Self.slash) }
        joined.bytes += name
        return joined
    }

    /// The same with text put behind it.
    public func suffixed(_ text: some StringProtocol) -> RawPath {
        RawPath(bytes: bytes + Array(text.utf8))
    }

    /// What stands behind the last slash.
    public var lastComponent: RawPath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return self }
        return RawPath(bytes: bytes[(slash + 1)...])
    }

    /// What stands before the last slash; empty where there is none, `/` for what lies in the root.
    public var parent: RawPath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return RawPath(bytes: []) }
        return RawPath(bytes: slash == 0 ? bytes[...0] : bytes[..<slash])
    }

    /// Where the extension's dot stands; a name that begins with its only dot has no extension.
    private var extensionDot: Int? {
        guard let dot = bytes.lastIndex(of: Self.dot), dot > 0 else { return nil }
        let before = bytes[dot - 1]
        return before == Self.slash || bytes[dot...].contains(Self.slash) ? nil : dot
    }

    /// The extension in lower case (ASCII), without the dot; empty where there is none.
    public var lowercasedExtension: String {
        guard let dot = extensionDot else { return "" }
        let lower = bytes[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
        return String(decoding: lower, as: UTF8.self)
    }

    /// The same without extension and dot.
    public var stem: RawPath {
        extensionDot.map { RawPath(bytes: bytes[..<$0]) } ?? self
    }

    /// Calls with a zero-terminated copy, for system calls.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) {
            copy throws(Failure) in
            for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[bytes.count] = 0
            return try body(copy.baseAddress!)
        }
    }

    /// The text, where the bytes are UTF-8.
    public var utf8: String? { String(validating: bytes, as: UTF8.self) }
}

extension RawPath: CustomStringConvertible {
    /// Readable on one line of a terminal: bad UTF-8 is repaired, control characters show as `?`.
    public var description: String {
        String(
            String(decoding: bytes, as: UTF8.self).unicodeScalars.lazy
                .map { $0.properties.generalCategory == .control ? "?" : Character($0) })
    }
}

extension RawPath: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
