// zip of three and of four: their values in groups.

extension Publishers {
    /// A publisher of the values of three others in groups: the first of each, the second of each, and so on.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// Makes a publisher of the values in groups.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Rings = (Ring<A.Output>, Ring<B.Output>, Ring<C.Output>)
            let state = ZipState<Rings, Output>(
                sides: 3, rings: (Ring(), Ring(), Ring()),
                take: {
                    (
                        ($0.0.popFirst()!, $0.1.popFirst()!, $0.2.popFirst()!),
                        $0.0.bit(0) | $0.1.bit(1) | $0.2.bit(2)
                    )
                })
            let inner = JoinInner<ZipState<Rings, Output>, Failure>(
                "Zip", sides: 3, state: state, downstream: subscriber)
            inner.start {
                a.subscribe(inner.side(0) { $0.rings.0.append($1) })
                b.subscribe(inner.side(1) { $0.rings.1.append($1) })
                c.subscribe(inner.side(2) { $0.rings.2.append($1) })
            }
        }
    }

    /// A publisher of the values of four others in groups: the first of each, the second of each, and so on.
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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

        /// Makes a publisher of the values in groups.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Rings = (Ring<A.Output>, Ring<B.Output>, Ring<C.Output>, Ring<D.Output>)
            let state = ZipState<Rings, Output>(
                sides: 4, rings: (Ring(), Ring(), Ring(), Ring()),
                take: {
                    (
                        ($0.0.popFirst()!, $0.1.popFirst()!, $0.2.popFirst()!, $0.3.popFirst()!),
                        $0.0.bit(0) | $0.1.bit(1) | $0.2.bit(2) | $0.3.bit(3)
                    )
                })
            let inner = JoinInner<ZipState<Rings, Output>, Failure>(
                "Zip", sides: 4, state: state, downstream: subscriber)
            inner.start {
                a.subscribe(inner.side(0) { $0.rings.0.append($1) })
                b.subscribe(inner.side(1) { $0.rings.1.append($1) })
                c.subscribe(inner.side(2) { $0.rings.2.append($1) })
                d.subscribe(inner.side(3) { $0.rings.3.append($1) })
            }
        }
    }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Sends this publisher's values in groups with those of two others.
    @inlinable
    public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
        -> Publishers.Zip3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// Sends what the closure makes of each group of this publisher's values and two others'.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
        Publishers.Zip3(self, publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Sends this publisher's values in groups with those of three others.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.Zip4<Self, P, Q, R>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        Publishers.Zip4(self, publisher1, publisher2, publisher3)
    }

    /// Sends what the closure makes of each group of this publisher's values and three others'.
    @inlinable
    public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        Publishers.Zip4(self, publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}
