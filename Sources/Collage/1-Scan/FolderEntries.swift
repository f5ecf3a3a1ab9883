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

    /// For each entry its type, the length of its name in two bytes, the name, and a zero byte.
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
            // Longer than the field is declared, on some file systems (readdir(3)).
            let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
            let count = strlen(name.assumingMemoryBound(to: CChar.self))
            append(UnsafeRawBufferPointer(start: name, count: count), type)
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
        bytes.append(UInt8(name.count & 0xFF))
        bytes.append(UInt8(name.count >> 8))
        bytes.append(contentsOf: name)
        bytes.append(0)
    }

    private static func entry(at offset: UInt32, in bytes: UnsafeBufferPointer<UInt8>) -> Entry {
        let start = Int(offset)
        let count = Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8
        let name = bytes[(start + 3)...].prefix(count)
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
