// VirtualScheduler: a scheduler whose time passes when the test says so.
import Dispatch
import Streams

/// A moment, in nanoseconds since the test began.
struct VirtualTime: Strideable {
    var nanoseconds: Int

    func distance(to other: VirtualTime) -> DispatchQueue.SchedulerTimeType.Stride {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    func advanced(by n: DispatchQueue.SchedulerTimeType.Stride) -> VirtualTime {
        VirtualTime(nanoseconds: nanoseconds + n.magnitude)
    }
}

/// Runs actions in the order of their time when time passes; on the thread that lets it.
final class VirtualScheduler: Scheduler {
    private struct Planned {
        var due: VirtualTime
        var number: Int
        var interval: DispatchQueue.SchedulerTimeType.Stride?
        var action: () -> Void
    }

    private(set) var now = VirtualTime(nanoseconds: 0)
    private var planned: [Planned] = []
    private var number = 0

    var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { .nanoseconds(1) }

    /// How many actions wait.
    var pending: Int { planned.count }

    /// Lets time pass, and what is due run.
    func advance(by nanoseconds: Int) {
        let end = VirtualTime(nanoseconds: now.nanoseconds + nanoseconds)
        while let next = planned.filter({ $0.due <= end }).min(by: {
            ($0.due, $0.number) < ($1.due, $1.number)
        }) {
            now = max(now, next.due)
            planned.removeAll { $0.number == next.number }
            if let interval = next.interval {
                planned.append(
                    Planned(
                        due: next.due.advanced(by: interval), number: next.number, interval: interval,
                        action: next.action))
            }
            next.action()
        }
        now = end
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) { plan(now, nil, action) }

    func schedule(
        after date: VirtualTime, tolerance: DispatchQueue.SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) { plan(date, nil, action) }

    func schedule(
        after date: VirtualTime, interval: DispatchQueue.SchedulerTimeType.Stride,
        tolerance: DispatchQueue.SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let planned = plan(date, interval, action)
        return AnyCancellable { self.planned.removeAll { $0.number == planned } }
    }

    @discardableResult
    private func plan(
        _ due: VirtualTime, _ interval: DispatchQueue.SchedulerTimeType.Stride?,
        _ action: @escaping () -> Void
    ) -> Int {
        number += 1
        planned.append(Planned(due: due, number: number, interval: interval, action: action))
        return number
    }
}
