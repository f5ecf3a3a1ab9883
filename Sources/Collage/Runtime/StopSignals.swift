// The signals that end a run early, as something to wait for beside everything else.

import CSystem
import Glibc
import Wire

/// SIGINT, SIGTERM and SIGHUP, blocked and read from a descriptor (`signalfd(2)`).
///
/// Made before any thread is started, which inherits what is blocked. What the parent had ignored stays ignored.
struct StopSignals: Sendable {
    let descriptor: FileDescriptor

    init() throws(SystemError) {
        let number = csystem_stop_signals()
        guard number >= 0 else { throw SystemError("signalfd", code: -number) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Whether one has come; it is taken then.
    func take() -> Bool { csystem_next_signal(descriptor.number) != 0 }

    /// Waits until the descriptor is ready for `events` (`poll(2)`).
    ///
    /// - Throws: `Stopped` where a signal comes first. It stays to be taken.
    func wait(for number: Int32, _ events: Int32) throws(Stopped) {
        var polled = [
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: number, events: Int16(events), revents: 0),
        ]
        while true {
            let count = poll(&polled, 2, -1)
            if polled[0].revents != 0 { throw Stopped() }
            if count > 0 || errno != EINTR { return }
        }
    }

    struct Stopped: Error {}
}
