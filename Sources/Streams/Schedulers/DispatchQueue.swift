// DispatchQueue as a scheduler.
import Dispatch

extension DispatchQueue: Scheduler {
    /// A moment of the monotonic clock.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The moment as Dispatch has it.
        public var dispatchTime: DispatchTime

        /// Makes a moment of one of Dispatch's.
        public init(_ time: DispatchTime) { dispatchTime = time }

        public init(from decoder: any Decoder) throws {
            let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
            dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }

        public func distance(to other: SchedulerTimeType) -> Stride {
            // Either may be the later one, and the distant future doesn't fit a signed number.
            let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            let distance = Int(clamping: from < to ? to - from : from - to)
            return .nanoseconds(from < to ? distance : -distance)
        }

        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(dispatchTime + n.timeInterval)
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }
    }

    /// How an action is run.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS

        /// The flags of the work item.
        public var flags: DispatchWorkItemFlags

        /// The group that the action belongs to.
        public var group: DispatchGroup?

        /// Makes options of Dispatch's values.
        public init(
            qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
        ) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }

    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let crossing = SchedulerCrossing(action)
        guard let options else { return async { crossing.run() } }
        async(group: options.group, qos: options.qos, flags: options.flags) { crossing.run() }
    }

    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let crossing = SchedulerCrossing(action)
        let group = options?.group
        group?.enter()
        asyncAfter(
            deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
        ) {
            crossing.run()
            group?.leave()
        }
    }

    public func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let crossing = SchedulerCrossing(action)
        let timer = DispatchSource.makeTimerSource(queue: self)
        timer.schedule(
            deadline: date.dispatchTime,
            repeating: interval.timeInterval,
            leeway: max(tolerance, minimumTolerance).timeInterval)
        timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) {
            crossing.run()
        }
        timer.resume()
        return AnyCancellable { timer.cancel() }
    }
}

extension DispatchQueue.SchedulerTimeType {
    /// An interval in nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
        ExpressibleByFloatLiteral, Hashable, Codable, Sendable
    {
        /// The interval in nanoseconds.
        public var magnitude: Int

        /// The interval as Dispatch has it.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

        /// Makes an interval of one of Dispatch's; what doesn't fit, `.never` for one, becomes the largest.
        public init(_ timeInterval: DispatchTimeInterval) {
            switch timeInterval {
            case .seconds(let count): self = .seconds(count)
            case .milliseconds(let count): self = .milliseconds(count)
            case .microseconds(let count): self = .microseconds(count)
            case .nanoseconds(let count): self = .nanoseconds(count)
            case .never: magnitude = .max
            @unknown default: magnitude = .max
            }
        }

        /// Makes an interval of seconds.
        public init(floatLiteral value: Double) { self = .seconds(value) }

        /// Makes an interval of seconds.
        public init(integerLiteral value: Int) { self = .seconds(value) }

        public init?<T: BinaryInteger>(exactly source: T) {
            guard let nanoseconds = Int(exactly: source) else { return nil }
            magnitude = nanoseconds
        }

        private init(_ count: Int, of unit: Int) {
            let (product, overflow) = count.multipliedReportingOverflow(by: unit)
            magnitude = overflow ? (count < 0 ? .min : .max) : product
        }

        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
        public static func + (lhs: Self, rhs: Self) -> Self { .nanoseconds(lhs.magnitude + rhs.magnitude) }
        public static func - (lhs: Self, rhs: Self) -> Self { .nanoseconds(lhs.magnitude - rhs.magnitude) }
        public static func * (lhs: Self, rhs: Self) -> Self { .nanoseconds(lhs.magnitude * rhs.magnitude) }
        public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
        public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
        public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

        public static func seconds(_ s: Int) -> Self { Self(s, of: 1_000_000_000) }
        public static func seconds(_ s: Double) -> Self {
            // As a number of nanoseconds it may be too large for an Int, or none at all.
            let nanoseconds = s * 1e9
            return .nanoseconds(Int(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max))
        }
        public static func milliseconds(_ ms: Int) -> Self { Self(ms, of: 1_000_000) }
        public static func microseconds(_ us: Int) -> Self { Self(us, of: 1000) }
        public static func nanoseconds(_ ns: Int) -> Self { Self(ns, of: 1) }
    }
}
