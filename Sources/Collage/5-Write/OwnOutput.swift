// Telling our own outputs from photos.

import CSystem
import Glibc
import Wire

enum OwnOutput {
    /// Where the mark is: formats put metadata at the beginning of a file, or at its end.
    private static let searched = 256 << 10

    /// What a file is that has an output's name.
    enum Kind: Sendable {
        case ours
        /// Nobody loses anything with it.
        case empty
        case somebodyElses

        init(of path: RawPath) {
            if OwnOutput.isOurs(path) {
                self = .ours
            } else {
                self = (try? stat(path, followingLinks: false))?.st_size == 0 ? .empty : .somebodyElses
            }
        }
    }

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
