// Publishers.Sequence and Sequence.publisher: the elements of a sequence, as many as are asked for.
import Synchronization

extension Publishers {
    /// A publisher of the elements of a sequence.
    ///
    /// One call of `request` delivers at a time; requests from inside or from other threads add to it, so that
    /// nothing recurses. The end comes right after the last element, without more demand.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        public typealias Output = Elements.Element

        /// The sequence, iterated anew for each subscriber.
        public let sequence: Elements

        /// Makes a publisher of the sequence.
        @inlinable
        public init(sequence: Elements) { self.sequence = sequence }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            var iterator = sequence.makeIterator()
            guard let first = iterator.next() else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
                return
            }
            let inner = Inner(sequence: sequence, first: first, rest: iterator, downstream: subscriber)
            subscriber.receive(
                subscription: OperatorSubscription(
                    inner.description, request: { inner.request($0) }, cancel: { _ = inner.close() }))
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Swift.Sequence {
    /// A publisher of the elements of this sequence.
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers.Sequence {
    @usableFromInline
    final class Inner<Downstream: Subscriber>
    where Downstream.Input == Elements.Element, Downstream.Failure == Failure {
        @usableFromInline let lock = Lock()
        /// Set under the lock, read without it before each element.
        @usableFromInline let isCancelled = Atomic<Bool>(false)

        // Under the lock; nil once cancelled or finished.
        @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
        @exclusivity(unchecked) @usableFromInline var sequence: Elements?
        @exclusivity(unchecked) @usableFromInline var pending = Subscribers.Demand.none
        /// The next element is known in advance, so that the end can follow the last one at once.
        @exclusivity(unchecked) @usableFromInline var cursor:
            (next: Elements.Element, rest: Elements.Iterator)?

        @inlinable
        init(sequence: Elements, first: Elements.Element, rest: Elements.Iterator, downstream: Downstream) {
            self.sequence = sequence
            self.downstream = downstream
            cursor = (first, rest)
        }

        @usableFromInline var description: String {
            let sequence = lock.withLock { self.sequence }
            return sequence.map { String(describing: $0) } ?? "Sequence"
        }

        @inlinable
        func request(_ demand: Subscribers.Demand) {
            typealias Start = (Downstream, (next: Elements.Element, rest: Elements.Iterator))
            let start = lock.withLock { () -> Start? in
                guard let downstream else { return nil }
                pending += demand
                // Somebody who delivers has taken the cursor along, and will see the demand.
                guard let taken = cursor else { return nil }
                cursor = nil
                return (downstream, taken)
            }
            if let (downstream, taken) = start { drain(to: downstream, from: taken.next, taken.rest) }
        }

        /// Delivers until demand is used up; the place in the sequence is a local meanwhile.
        @inlinable
        func drain(to downstream: Downstream, from first: Elements.Element, _ rest: Elements.Iterator) {
            var next = first
            var iterator = rest
            var credit = Subscribers.Demand.none
            while true {
                if credit == .none {
                    credit = lock.withLock {
                        defer { pending = .none }
                        if pending == .none, self.downstream != nil { cursor = (next, iterator) }
                        return pending
                    }
                    if credit == .none { return }
                }
                if isCancelled.load(ordering: .relaxed) { return }
                credit -= 1
                credit += downstream.receive(next)
                if isCancelled.load(ordering: .relaxed) { return }
                guard let following = iterator.next() else { break }
                next = following
            }
            if close() { downstream.receive(completion: .finished) }
        }

        /// Drops everything; false if that was done before.
        @inlinable
        func close() -> Bool {
            let dropped = lock.withLock {
                defer { (downstream, sequence, cursor) = (nil, nil, nil) }
                isCancelled.store(true, ordering: .relaxed)
                return (downstream, sequence, cursor)
            }
            return dropped.0 != nil
        }
    }
}
