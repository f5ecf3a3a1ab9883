// Schedulers for tests: one that runs when told to, one over a dispatch queue.
import Dispatch
import Streams

/// What the two have in common: no time.
protocol TimelessScheduler: Scheduler
where SchedulerTimeType == ImmediateScheduler.SchedulerTimeType, SchedulerOptions == Never {}

extension TimelessScheduler {
    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { 0 }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) { schedule(options: options, action) }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(options: options, action)
        return Subscriptions.empty
    }
}

/// Keeps actions until `run()`.
final class ManualScheduler: TimelessScheduler {
    private(set) var actions: [() -> Void] = []

    func schedule(options: Never?, _ action: @escaping () -> Void) { actions.append(action) }

    /// Runs what is there and what comes of it.
    func run() {
        while !actions.isEmpty { actions.removeFirst()() }
    }
}

/// Runs actions on a queue, on several threads at a time if it's a concurrent one.
struct QueueScheduler: TimelessScheduler {
    let queue: DispatchQueue

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        let crossing = SchedulerCrossing(action)
        queue.async { crossing.run() }
    }
}
