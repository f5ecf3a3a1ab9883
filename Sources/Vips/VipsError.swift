// The one error of this module: which operation failed, what it said, and what kind of failure it is.
import CVips
import Glibc

/// A failure of libvips, of a descriptor, or of a photo's content.
public struct VipsError: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Not one of the formats of `PhotoFormat`.
        case unsupported
        /// A file of zero bytes.
        case empty
        /// A photo that yields no pixels.
        case corrupt
        /// A photo that yields no pixels, since it ends before they do.
        case truncated
        /// Memory ran out, or a codec's own limit on sizes was met.
        case tooLarge
        /// A system call failed: reading the photo or writing the output.
        case system(errno: Int32)
        /// Anything else: a missing codec, a wrong argument.
        case failed
    }

    /// The operation, in libvips' words where it is one of libvips': `jpegload`, `paint`, `heifsave`.
    public var operation: String
    public var message: String
    public var kind: Kind

    public init(operation: String, message: String, kind: Kind) {
        self.operation = operation
        self.message = message
        self.kind = kind
    }

    /// Only a text tells that it is the size: libvips', GLib's and libheif's.
    private static let sizeComplaints = ["out of memory", "unable to allocate", "Security limit exceeded"]

    /// What the shim reported; an errno and exhausted memory outrank the kind given.
    init(_ error: cvips_error, kind: Kind) {
        let message = string(error.message)
        if error.error_number != 0 {
            self.kind = .system(errno: error.error_number)
        } else if Self.sizeComplaints.contains(where: message.contains) {
            self.kind = .tooLarge
        } else {
            self.kind = kind
        }
        operation = string(error.operation)
        self.message = message.isEmpty ? "no reason given" : message
    }

    /// The same of a file that ends too early, which is all that there is to say: what decoders complain of follows
    /// from it.
    var truncated: VipsError {
        VipsError(operation: operation, message: TileOutcome.endsEarly, kind: .truncated)
    }

    static func system(_ operation: String, errno number: Int32) -> VipsError {
        VipsError(
            operation: operation, message: String(cString: strerror(number)), kind: .system(errno: number))
    }
}

extension VipsError: CustomStringConvertible {
    public var description: String { "\(operation): \(message)" }
}

/// A C array of characters that ends with a zero, with invalid UTF-8 repaired.
func string<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
