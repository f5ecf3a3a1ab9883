// What a folder holds, as the system tells it: names and types in one block of bytes.

import Glibc
import Wire

/// A folder's entries in natural order, but for `.` and `..`.
///
/// A folder may hold a hundred thousand: an object for each name would cost more than reading them does.
struct FolderEntries {
    struct Entry {
        /// As in readdir(3): `DT_REG` and others, or `DT_UNKNOWN`.
        var type: UInt8
        /// A zero byte follows.
        var name: UnsafeBufferPointer<UInt8>

        func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
            try UnsafeRawPointer(name.baseAddress!).withMemoryRebound(
                to: CChar.self, capacity: name.count + 1, body)
        }
    }

    /// For each entry its type, the length of its name, the name, and a zero byte.
    private var bytes: [UInt8] = []
    /// Where the entries begin.
    private var offsets: [UInt32] = []

    /// Reads an open folder to its end (`readdir(3)`).
    init(of folder: OpaquePointer) throws(SystemError) {
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw SystemError("readdir") }
                break
            }
            let type = entry.pointee.d_type
            withUnsafeBytes(of: &entry.pointee.d_name) { name in
                append(
                    UnsafeRawBufferPointer(rebasing: name.prefix(strnlen(name.baseAddress!, name.count))),
                    type)
            }
        }
        bytes.withUnsafeBufferPointer { bytes in
            offsets.sort {
                NaturalOrder.precedes(Self.entry(at: $0, in: bytes).name, Self.entry(at: $1, in: bytes).name)
            }
        }
    }

    private mutating func append(_ name: UnsafeRawBufferPointer, _ type: UInt8) {
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return }
        offsets.append(UInt32(bytes.count))
        bytes.append(type)
        bytes.append(UInt8(name.count))
        bytes.append(contentsOf: name)
        bytes.append(0)
    }

    private static func entry(at offset: UInt32, in bytes: UnsafeBufferPointer<UInt8>) -> Entry {
        let start = Int(offset)
        let name = bytes[(start + 2)...].prefix(Int(bytes[start + 1]))
        return Entry(type: bytes[start], name: UnsafeBufferPointer(rebasing: name))
    }

    /// Calls with each entry, which is there only during the call.
    func forEach(_ body: (Entry) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for offset in offsets { body(Self.entry(at: offset, in: bytes)) }
        }
    }

    /// Whether there is an entry of that name.
    func contains(_ name: RawPath) -> Bool {
        name.bytes.withUnsafeBufferPointer { name in
            bytes.withUnsafeBufferPointer { bytes in
                var range = offsets[...]
                while let middle = range.dropFirst(range.count / 2).first {
                    let other = Self.entry(at: middle, in: bytes).name
                    if NaturalOrder.precedes(other, name) {
                        range = range.dropFirst(range.count / 2 + 1)
                    } else if NaturalOrder.precedes(name, other) {
                        range = range.prefix(range.count / 2)
                    } else {
                        return true
                    }
                }
                return false
            }
        }
    }
}
