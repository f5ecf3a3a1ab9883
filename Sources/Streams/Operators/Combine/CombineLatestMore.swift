// combineLatest of three and of four: their newest values, whenever one of them sends.

extension Publishers {
    /// A publisher of the newest values of three others, whenever one of them sends.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Makes a publisher of the newest values.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Values = (A.Output?, B.Output?, C.Output?)
            let state = LatestState<Values, Output>(sides: 3, values: (nil, nil, nil)) {
                if let a = $0.0, let b = $0.1, let c = $0.2 { (a, b, c) } else { nil }
            }
            let inner = JoinInner<LatestState<Values, Output>, Failure>(
                "CombineLatest", sides: 3, state: state, downstream: subscriber)
            inner.start {
                a.subscribe(inner.side(0) { exchange(&$0.values.0, $1) })
                b.subscribe(inner.side(1) { exchange(&$0.values.1, $1) })
                c.subscribe(inner.side(2) { exchange(&$0.values.2, $1) })
            }
        }
    }

    /// A publisher of the newest values of four others, whenever one of them sends.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// The fourth publisher.
        public let d: D

        /// Makes a publisher of the newest values.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Values = (A.Output?, B.Output?, C.Output?, D.Output?)
            let state = LatestState<Values, Output>(sides: 4, values: (nil, nil, nil, nil)) {
                if let a = $0.0, let b = $0.1, let c = $0.2, let d = $0.3 { (a, b, c, d) } else { nil }
            }
            let inner = JoinInner<LatestState<Values, Output>, Failure>(
                "CombineLatest", sides: 4, state: state, downstream: subscriber)
            inner.start {
                a.subscribe(inner.side(0) { exchange(&$0.values.0, $1) })
                b.subscribe(inner.side(1) { exchange(&$0.values.1, $1) })
                c.subscribe(inner.side(2) { exchange(&$0.values.2, $1) })
                d.subscribe(inner.side(3) { exchange(&$0.values.3, $1) })
            }
        }
    }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Sends this publisher's newest value with those of two others, whenever one of them sends.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
        -> Publishers.CombineLatest3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    /// Sends what the closure makes of the newest values of this publisher and two others.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
    where P.Failure == Failure, Q.Failure == Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Sends this publisher's newest value with those of three others, whenever one of them sends.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
    }

    /// Sends what the closure makes of the newest values of this publisher and three others.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3).map {
            transform($0.0, $0.1, $0.2, $0.3)
        }
    }
}
