// Memory that files are read into, kept from photo to photo.
import Glibc

/// Memory that grows to the largest file read into it.
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
        let step = 256 << 10
        guard count <= Self.largest else { throw Self.noMemory(count) }
        let rounded = (count + step - 1) / step * step
        // Grown in place where that is possible: two copies of a large file are more than was reckoned with.
        guard let memory = realloc(bytes.baseAddress, rounded) else { throw Self.noMemory(count) }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: rounded)
    }

    private static func noMemory(_ count: Int) -> VipsError {
        VipsError(operation: "read", message: "no memory for a file of \(count) bytes", kind: .tooLarge)
    }
}
