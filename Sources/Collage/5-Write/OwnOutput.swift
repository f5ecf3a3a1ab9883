// Telling our own outputs from photos.

import CSystem
import Glibc
import Wire

enum OwnOutput {
    /// Where the mark is: formats put metadata at the beginning of a file, or at its end.
    private static let searched = 256 << 10

    /// Whether a file carries the mark of our outputs.
    static func isOurs(_ path: RawPath) -> Bool {
        guard let status = try? stat(path), status.kind == .file else { return false }
        let mark = Array(OutputMark.text.utf8)
        return [0, max(0, Int(status.st_size) - searched)].contains { offset in
            let bytes = FileBytes.read(path, from: offset, count: searched)
            return csystem_contains(bytes, bytes.count, mark, mark.count) != 0
        }
    }
}
