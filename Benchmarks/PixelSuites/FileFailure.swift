// What goes wrong with our own files, as one line.
import Glibc

/// A file or folder that could not be made.
struct FileFailure: Error, CustomStringConvertible {
    var description: String

    init(_ what: String, errno number: Int32) {
        description = "\(what): \(String(cString: strerror(number)))"
    }
}
