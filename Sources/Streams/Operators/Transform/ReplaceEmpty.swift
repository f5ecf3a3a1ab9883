// replaceEmpty: a value in place of none at all.

extension Publishers {
    /// A publisher of the values of another, or of one of its own if that ends without any.
    ///
    /// Its own value waits for demand like any other.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The value that is sent if upstream sends none.
        public let output: Upstream.Output

        /// The publisher that may be empty.
        public let upstream: Upstream

        /// Makes a publisher that isn't empty.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReplaceEmptyInner(output: output, downstream: subscriber))
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Sends the value, then the end, if this publisher ends without a value; an error passes.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

@usableFromInline
final class ReplaceEmptyInner<Output, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Work = (output: Output, isEmpty: Bool)

    @usableFromInline let link: PassingLink<Output, Failure, Work>

    // Under the link's lock.
    @exclusivity(unchecked) @usableFromInline var isDemanded = false
    /// Upstream has ended without a value, and nobody has begun to send the one in its place.
    @exclusivity(unchecked) @usableFromInline var isOwed = false

    /// Used by signals from upstream only.
    @exclusivity(unchecked) @usableFromInline var hasEnded = false

    @inlinable
    init<S: Subscriber>(output: Output, downstream: S) where S.Input == Output, S.Failure == Failure {
        link = PassingLink(downstream: AnySubscriber(downstream), work: (output, true))
    }

    @usableFromInline var description: String { "ReplaceEmpty" }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    "ReplaceEmpty", request: { self.request($0) }, cancel: { self.link.cancel() }))
        }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        link.pass { ends in
            guard !hasEnded else { return .none }
            ends.work.isEmpty = false
            return ends.downstream.receive(input)
        } ?? .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard !hasEnded else { return }
        hasEnded = true
        if case .finished = completion, link.pass({ $0.work.isEmpty }) == true {
            let (isSender, old) = link.lock.withLock {
                defer { link.subscription = nil }
                isOwed = true
                return (takeDebt(), link.subscription)
            }
            withExtendedLifetime(old) {}
            if isSender { sendOutput() }
        } else {
            link.close { ends, _ in ends.downstream.receive(completion: completion) }
        }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        let (isSender, upstream) = link.lock.withLock {
            isDemanded = true
            return (takeDebt(), link.subscription)
        }
        if isSender { sendOutput() } else { upstream?.request(demand) }
    }

    /// Under the lock: whether the caller is the one to send the value.
    @inlinable
    func takeDebt() -> Bool {
        guard isOwed, isDemanded else { return false }
        isOwed = false
        return true
    }

    @inlinable
    func sendOutput() {
        link.pass { ends in _ = ends.downstream.receive(ends.work.output) }
        // Not if downstream has cancelled meanwhile.
        link.close { ends, _ in ends.downstream.receive(completion: .finished) }
    }
}
