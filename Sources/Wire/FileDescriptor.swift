// An open file that is closed when its owner lets go of it.

import Glibc

/// Owns an open descriptor; the last reference closes it.
public final class FileDescriptor: Sendable {
    public let number: Int32

    /// Takes over an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    /// Calls with the number of a descriptor that stays open until the call is over.
    ///
    /// A bare `number` does not keep it open: the last use of an object may be before the system call.
    public func withNumber<Result, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(number)
    }

    deinit { close(number) }
}

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable {
    /// The C function's name, as in section 2 or 3 of the manual.
    public var call: String
    /// The errno.
    public var code: Int32

    public init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }
}

extension SystemError: CustomStringConvertible {
    /// strerror(3) of the code, in lower case: "no such file or directory".
    public var description: String {
        guard let text = strerror(code) else { return "error \(code)" }
        let sentence = String(cString: text)
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}
