// A copy of an executable for one process alone.
import CBenchmarkSystem
import Glibc

/// An executable's bytes in a file of their own that has no name, and is gone when its last user is.
///
/// Which pages of memory the code of a file lies in is decided when the file is written or first read, and stays so for
/// as long as it is cached: two files with the same bytes may differ by a percent in each of their processes, which no
/// number of pairs would average out. A copy for each process draws it anew. It is in the folder of the executable
/// (`O_TMPFILE`, `open(2)`), so that what is looked for beside it is found.
final class ExecutableCopy {
    private let descriptor: Int32

    /// What runs it; for a process that this one starts, while it has the copy.
    var path: String { "/proc/self/fd/\(descriptor)" }

    /// - Returns: nil where there can be none: the folder is not ours to write to, its file system knows no files
    ///   without a name, or the file is a script, whose interpreter would look for it.
    static func make(of executable: String) -> ExecutableCopy? {
        let source = open(executable, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return nil }
        defer { close(source) }
        guard let size = loadedSize(source) else { return nil }
        let folder = executable.lastIndex(of: "/").map { String(executable[...$0]) } ?? "."
        let copy = benchmark_open_unnamed(folder)
        guard copy >= 0 else { return nil }
        defer { close(copy) }
        guard Self.copy(size, from: source, to: copy) else { return nil }
        // What is open for writing can't be run.
        let descriptor = open("/proc/self/fd/\(copy)", O_RDONLY | O_CLOEXEC)
        return descriptor < 0 ? nil : ExecutableCopy(descriptor)
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The bytes of a file up to the end of its last segment that is loaded: debugging information comes after it, and
    /// nobody who runs a program reads it. Nil where the file is no 64-bit ELF of this machine's byte order.
    ///
    /// “Tool Interface Standard (TIS) Executable and Linking Format”, version 1.2, and `elf(5)`.
    private static func loadedSize(_ descriptor: Int32) -> Int? {
        func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
        }
        func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ offset: Int, _: Number.Type) -> Int {
            bytes.withUnsafeBytes {
                Int(truncatingIfNeeded: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
            }
        }
        // e_ident: the magic number, then ELFCLASS64.
        guard let file = bytes(64, at: 0), file.prefix(5) == [0x7F, 0x45, 0x4C, 0x46, 2] else { return nil }
        // e_phoff, e_phentsize, e_phnum.
        let (first, size, count) = (
            number(file, 32, UInt64.self), number(file, 54, UInt16.self), number(file, 56, UInt16.self)
        )
        guard size >= 56, let table = bytes(size * count, at: first) else { return nil }
        let ends = (0..<count).map { $0 * size }.filter { number(table, $0, UInt32.self) == loaded }.map {
            // p_offset and p_filesz.
            number(table, $0 + 8, UInt64.self) + number(table, $0 + 32, UInt64.self)
        }
        return ends.max()
    }

    /// PT_LOAD.
    private static let loaded = 1

    /// Byte by byte, and never as a reference to the same blocks, which some file systems would make of it.
    private static func copy(_ size: Int, from source: Int32, to copy: Int32) -> Bool {
        var left = size
        while left > 0 {
            let count = sendfile(copy, source, nil, left)
            if count > 0 { left -= count } else if count == 0 || errno != EINTR { return false }
        }
        return true
    }
}
