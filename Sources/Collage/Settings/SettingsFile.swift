// Reading files of settings: JSON5, of bounded size.

import Glibc
import Wire

/// Files of settings as keys and values.
public enum SettingsFile {
    /// Reads a regular file; what waits for a writer, or has no end, is refused.
    ///
    /// - Parameter limit: bytes that it may have.
    public static func read(_ path: RawPath, limit: Int) throws(ValueError) -> [String: SettingsValue] {
        let bytes: [UInt8]?
        do throws(SystemError) { bytes = try FileBytes.read(path, limit: limit) } catch {
            throw ValueError("it can't be read: \(error)")
        }
        guard let bytes else { throw ValueError("it is no regular file of at most \(limit >> 10) KB") }
        return try values(in: bytes)
    }

    /// The keys and values of the one object that a text of JSON5 must be.
    public static func values(in bytes: [UInt8]) throws(ValueError) -> [String: SettingsValue] {
        let value = try JSON5Reader.value(of: bytes)
        guard case .table(let values) = value else { throw ValueError("\(value.kind) is not an object") }
        return values
    }

    /// What to say of a key that is not known.
    ///
    /// - Parameter place: where it is, within a sentence.
    public static func unknown(_ key: String, in place: String = "", among known: [String]) -> String {
        let nearest = Nearest.of(key, among: known).map { "; did you mean \"\($0)\"?" }
        return "unknown key \"\(key)\"\(place)\(nearest ?? "; see `collage help config`")"
    }
}
