// Whether two files hold the same, so that one need not take the other's place.

import Glibc
import Wire

enum SameBytes {
    /// Whether an open file and one with that name are regular files of equal bytes (`pread(2)`).
    static func hold(_ file: FileDescriptor, _ path: RawPath) -> Bool {
        let number = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard number >= 0 else { return false }
        let other = FileDescriptor(owning: number)
        guard let (one, two) = try? (stat(file), stat(other)), two.kind == .file, one.st_size == two.st_size
        else { return false }
        var (left, right) = ([UInt8](repeating: 0, count: chunk), [UInt8](repeating: 0, count: chunk))
        var offset = 0
        while offset < Int(one.st_size) {
            let count = file.withNumber { pread($0, &left, chunk, off_t(offset)) }
            guard count > 0, count == other.withNumber({ pread($0, &right, count, off_t(offset)) }),
                left[..<count] == right[..<count]
            else { return false }
            offset += count
        }
        return true
    }

    private static let chunk = 1 << 16
}
