// Starting libvips, once a process, and collecting what it would have printed.
import CVips

/// libvips as a whole: its start, its version, and its messages.
public enum VipsLibrary {
    /// Starts libvips, one thread to a picture: no modules, no cache, an allow-list of loaders.
    ///
    /// Call it before anything else of this module, on any thread; later calls do nothing. The first one changes the
    /// environment, which no other thread may read meanwhile (`setenv(3)`).
    public static func start(programName: String) throws(VipsError) {
        var error = cvips_error()
        guard cvips_start(programName, &error) else { throw VipsError(error, kind: .failed) }
    }

    /// As `8.14.1`.
    public static var version: String { String(cString: cvips_version()) }

    /// Gives everything said since the last call, as one line of at most 2 KB, and forgets it.
    public static func takeMessages() -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CVIPS_TEXT_SIZE)) { text in
            let length = cvips_take_messages(text.baseAddress, text.count)
            return String(decoding: UnsafeRawBufferPointer(text).prefix(length), as: UTF8.self)
        }
    }
}
