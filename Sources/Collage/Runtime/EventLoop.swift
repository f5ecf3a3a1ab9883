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

    private let wakeup: FileDescriptorEvent
    private let lock = Lock()
    private var mailbox: [() -> Void] = []
    /// Whether the loop waits for descriptors, so that it has to be woken; under the lock, as the mailbox.
    private var isAsleep = false

    /// Taken from the mailbox; kept for its storage.
    private var taken: [() -> Void] = []
    /// The wake-up first, then one for each watch.
    private var polled: [pollfd]
    private var handlers: [() -> Void] = []
    private var timers: [Timer] = []
    private var nextTimer = 0
    private var isStopped = false

    init() throws {
        wakeup = try FileDescriptorEvent()
        polled = [pollfd(fd: wakeup.number, events: Int16(POLLIN), revents: 0)]
    }

    /// Calls the handler whenever the descriptor can be read from, or its other end has gone.
    func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) {
        polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        handlers.append(handler)
    }

    /// Ends a watch; to be called before the descriptor is closed.
    func unwatch(_ descriptor: Int32) {
        guard let index = polled.dropFirst().firstIndex(where: { $0.fd == descriptor }) else { return }
        polled.remove(at: index)
        handlers.remove(at: index - 1)
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
        lock.withLock { swap(&mailbox, &taken) }
        for action in taken { action() }
        taken.removeAll(keepingCapacity: true)
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = MonotonicTime.now
        guard timers.contains(where: { $0.deadline <= now }) else { return }
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
        let isIdle = lock.withLock {
            isAsleep = mailbox.isEmpty
            return isAsleep
        }
        let count = poll(&polled, nfds_t(polled.count), isIdle ? timeout : 0)
        if isIdle { lock.withLock { isAsleep = false } }
        guard count > 0 else { return }
        if polled[0].revents != 0 { wakeup.clear() }
        // A handler may end this watch or others, and begin new ones.
        let ready = polled
        for descriptor in ready.dropFirst() where descriptor.revents != 0 {
            guard let index = polled.firstIndex(where: { $0.fd == descriptor.fd }) else { continue }
            handlers[index - 1]()
        }
    }

    /// Milliseconds until the next timer, rounded up so as not to spin; -1 where there is none.
    private var timeout: Int32 {
        guard let next = timers.lazy.map(\.deadline).min() else { return -1 }
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
        let wasAsleep = lock.withLock {
            mailbox.append(action)
            defer { isAsleep = false }
            return isAsleep
        }
        if wasAsleep { wakeup.signal() }
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
