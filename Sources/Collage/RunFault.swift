// What ends a run before its time.

import Glibc
import Wire

/// A fault that is not one photo's or one collage's: the run can't go on.
struct RunFault: Error, Hashable, Sendable {
    /// One line, in the form `<what> (<path>): <why>; <what to do>`.
    var message: String
    /// What the run exits with.
    var status: ExitStatus

    init(_ message: String, status: ExitStatus = .failure) {
        self.message = message
        self.status = status
    }

    static func workerUnavailable(_ why: String) -> RunFault {
        RunFault("can't start a worker: \(why)")
    }

    static func output(_ path: RawPath, _ error: SystemError) -> RunFault {
        switch error.code {
        case ENOSPC, EDQUOT:
            RunFault("can't write (\(path)): the disk is full; make room and run again")
        default:
            RunFault("can't write (\(path)): \(error); check --output")
        }
    }
}
