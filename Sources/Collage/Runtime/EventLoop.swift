// The coordinator's one thread of control: descriptors, timers and work from other threads, by poll(2).

import CSystem
import Glibc
import Streams
import Wire

/// A poll loop that is a scheduler; everything that it runs, it runs on the thread that called `run`.
///
/// `@unchecked Sendable`: other threads only use `schedule`, which takes the lock; all else is touched by
/// the loop's own thread alone.
final class EventLoop: @unchecked Sendable {
    private struct Timer {
        var id: Int
        var deadline: MonotonicTime
        var interval: TimeSpan?
        var action: () -> Void
    }

    private let thread = pthread_self()
    private let wakeup: FileDescriptorEvent
    private let lock = Lock()
    private var mailbox: [() -> Void] = []

    private var watches: [(descriptor: Int32, handler: () -> Void)] = []
    private var timers: [Timer] = []
    private var nextTimer = 0
    private var isStopped = false

    init() throws {
        wakeup = try FileDescriptorEvent()
    }

    /// Calls the handler whenever the descriptor can be read from, or its other end has gone.
    func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) {
        watches.append((descriptor, handler))
    }

    /// Ends a watch; to be called before the descriptor is closed.
    func unwatch(_ descriptor: Int32) {
        watches.removeAll { $0.descriptor == descriptor }
    }

    /// Runs until `stop`.
    func run() {
        while !isStopped {
            drainMailbox()
            fireTimers()
            if !isStopped { wait() }
        }
    }

    /// Lets `run` return once the handler at hand has ended, or at once where it has not begun.
    func stop() {
        isStopped = true
    }

    private func drainMailbox() {
        let actions = lock.withLock { () -> [() -> Void] in
            defer { mailbox.removeAll(keepingCapacity: true) }
            return mailbox
        }
        for action in actions { action() }
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = MonotonicTime.now
        let due = timers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
        for timer in due {
            // An earlier one may have cancelled it.
            guard let index = timers.firstIndex(where: { $0.id == timer.id }) else { continue }
            if let interval = timer.interval {
                timers[index].deadline = now.advanced(by: interval)
            } else {
                timers.remove(at: index)
            }
            timer.action()
        }
    }

    private func wait() {
        var descriptors = [pollfd(fd: wakeup.number, events: Int16(POLLIN), revents: 0)]
        descriptors += watches.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return }
        if descriptors[0].revents != 0 { wakeup.clear() }
        for polled in descriptors.dropFirst() where polled.revents != 0 {
            // An earlier handler may have ended this watch.
            watches.first { $0.descriptor == polled.fd }?.handler()
        }
    }

    /// Milliseconds until the next timer, rounded up so as not to spin; -1 where there is none.
    private var timeout: Int32 {
        if lock.withLock({ !mailbox.isEmpty }) { return 0 }
        guard let next = timers.map(\.deadline).min() else { return -1 }
        let span = MonotonicTime.now.distance(to: next).nanoseconds
        return Int32(clamping: (max(0, span) + 999_999) / 1_000_000)
    }
}

extension EventLoop: Scheduler {
    /// There are no options.
    enum Options {}

    var now: MonotonicTime { .now }
    var minimumTolerance: TimeSpan { .milliseconds(1) }

    /// Runs the action on the loop's thread; may be called from any thread.
    func schedule(options: Options?, _ action: @escaping () -> Void) {
        lock.withLock { mailbox.append(action) }
        if pthread_equal(pthread_self(), thread) == 0 { wakeup.signal() }
    }

    func schedule(
        after date: MonotonicTime, tolerance: TimeSpan, options: Options?, _ action: @escaping () -> Void
    ) {
        addTimer(after: date, interval: nil, action)
    }

    func schedule(
        after date: MonotonicTime, interval: TimeSpan, tolerance: TimeSpan, options: Options?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        addTimer(after: date, interval: interval, action)
    }

    /// Runs the action once after that time, unless it is cancelled before.
    func timer(after span: TimeSpan, _ action: @escaping () -> Void) -> any Cancellable {
        addTimer(after: now.advanced(by: span), interval: nil, action)
    }

    @discardableResult
    private func addTimer(
        after date: MonotonicTime, interval: TimeSpan?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let id = nextTimer
        nextTimer += 1
        timers.append(Timer(id: id, deadline: date, interval: interval, action: action))
        return AnyCancellable { [weak self] in self?.timers.removeAll { $0.id == id } }
    }
}

/// An eventfd(2): lets one thread wake another that waits in poll(2).
struct FileDescriptorEvent: ~Copyable {
    let number: Int32

    init() throws(SystemError) {
        number = csystem_event()
        guard number >= 0 else { throw SystemError("eventfd", code: -number) }
    }

    deinit { close(number) }

    borrowing func signal() {
        var one: UInt64 = 1
        _ = write(number, &one, MemoryLayout<UInt64>.size)
    }

    borrowing func clear() {
        var count: UInt64 = 0
        _ = read(number, &count, MemoryLayout<UInt64>.size)
    }
}
