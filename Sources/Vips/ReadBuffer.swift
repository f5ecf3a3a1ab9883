// Memory that files are read into, kept from photo to photo.
import Glibc

/// Page-aligned memory that grows to the largest file read into it.
final class ReadBuffer {
    /// More than any machine has: sparse files may claim more, whose sums no `Int` would hold.
    static let largest = 1 << 46

    private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit {
        free(bytes.baseAddress)
    }

    /// Makes room for that many bytes; what was in it is kept.
    func reserve(_ count: Int) throws(VipsError) {
        guard count > bytes.count else { return }
        let page = 4096
        guard count <= Self.largest else { throw Self.noMemory(count) }
        let rounded = (max(count, 2 * bytes.count, 256 * 1024) + page - 1) / page * page
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, page, rounded) == 0, let memory else {
            throw Self.noMemory(count)
        }
        if let old = bytes.baseAddress {
            memory.copyMemory(from: old, byteCount: bytes.count)
            free(old)
        }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: rounded)
    }

    private static func noMemory(_ count: Int) -> VipsError {
        VipsError(operation: "read", message: "no memory for a file of \(count) bytes", kind: .tooLarge)
    }
}
