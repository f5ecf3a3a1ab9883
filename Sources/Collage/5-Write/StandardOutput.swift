// The descriptor that a collage goes to with `--output -`.

import Glibc
import Wire

enum StandardOutput {
    /// Writes all of a file there (`pread(2)`, `write(2)`); blocks.
    static func copy(_ file: FileDescriptor, count: Int) throws(SystemError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var position = 0
        while position < count {
            let size = pread(file.number, &buffer, min(buffer.count, count - position), off_t(position))
            guard size > 0 else { throw SystemError("pread") }
            try DescriptorOutput.write(buffer[..<size], to: 1)
            position += size
        }
    }
}
