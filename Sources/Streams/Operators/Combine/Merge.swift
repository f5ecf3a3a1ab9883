// merge of two and of many of one type: all their values, as they come.

extension Publishers {
    /// A publisher of the values of two others, as they come.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Makes a publisher of all their values.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = FlatMapInner<Never, Output, Failure>.merging(2, into: subscriber)
            a.subscribe(inner.mergedSide())
            b.subscribe(inner.mergedSide())
        }
    }

    /// A publisher of the values of any number of others of one type, as they come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers whose values are sent.
        public let publishers: [Upstream]

        /// Makes a publisher of all their values.
        @inlinable
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Makes a publisher of all their values; of none, it finishes at once.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = FlatMapInner<Never, Output, Failure>.merging(publishers.count, into: subscriber)
            for publisher in publishers { publisher.subscribe(inner.mergedSide()) }
        }

        /// Sends the values of one other, too.
        @inlinable
        public func merge(with other: Upstream) -> MergeMany<Upstream> { MergeMany(publishers + [other]) }
    }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the values of this publisher and of another, as they come.
    ///
    /// It ends when all have finished, or with the first error. If downstream asks for a limited number, each
    /// publisher is asked for one value at a time, which waits until it's asked for.
    @inlinable
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }

    /// Sends the values of this publisher and of another of its type, as they come.
    @inlinable
    public func merge(with other: Self) -> Publishers.MergeMany<Self> { Publishers.MergeMany(self, other) }
}

extension FlatMapInner where Input == Never {
    /// Gives downstream a merge that ends after so many sides, each of which the caller subscribes.
    @inlinable
    static func merging<S: Subscriber>(_ count: Int, into downstream: S) -> FlatMapInner
    where S.Input == Output, S.Failure == Failure {
        var admission = Admission<Never>(limit: .unlimited, budget: nil)
        // All children are known: they run from the start, and no upstream brings more.
        admission.running = count
        admission.upstreamHasEnded = true
        let inner = FlatMapInner(
            name: "Merge", admission: admission, cost: nil, start: nil, downstream: downstream)
        downstream.receive(
            subscription: OperatorSubscription(
                "Merge", request: { inner.request($0) }, cancel: { inner.cancel() }))
        if count == 0 { inner.receive(completion: .finished) }
        return inner
    }

    @inlinable
    func mergedSide() -> Side { Side(parent: self, cost: 0) }
}
