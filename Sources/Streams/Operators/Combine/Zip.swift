// zip of two: their values in pairs.

extension Publishers {
    /// A publisher of the values of two others in groups: the first of each, the second of each, and so on.
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Makes a publisher of the values in groups.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Rings = (Ring<A.Output>, Ring<B.Output>)
            let state = ZipState<Rings, Output>(
                sides: 2, rings: (Ring(), Ring()),
                take: { (($0.0.popFirst()!, $0.1.popFirst()!), $0.0.bit(0) | $0.1.bit(1)) })
            let inner = JoinInner<ZipState<Rings, Output>, Failure>(
                "Zip", sides: 2, state: state, downstream: subscriber)
            inner.start {
                a.subscribe(inner.side(0) { $0.rings.0.append($1) })
                b.subscribe(inner.side(1) { $0.rings.1.append($1) })
            }
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Sends this publisher's values in pairs with those of the other.
    ///
    /// Each side is asked for as much as downstream asks for, and what comes before its counterpart waits without
    /// bound. It ends when one side has finished and nothing of it waits, and then cancels the others.
    @inlinable
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
    where P.Failure == Failure {
        Publishers.Zip(self, other)
    }

    /// Sends what the closure makes of each pair of this publisher's values and the other's.
    @inlinable
    public func zip<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
        Publishers.Zip(self, other).map { transform($0.0, $0.1) }
    }
}

/// Holds what waits for its counterparts, by sides; a row is the oldest of each.
@usableFromInline
struct ZipState<Rings, Row>: JoinState {
    @usableFromInline typealias Taken = (row: Row, filled: SideSet)

    /// A `Ring` for each side.
    @usableFromInline var rings: Rings
    /// The sides of which something waits.
    @usableFromInline var filled: SideSet = 0
    @usableFromInline let all: SideSet
    /// Takes the oldest of each, of all of which something waits, and looks which sides still are filled.
    @usableFromInline let take: (inout Rings) -> Taken

    @inlinable
    init(sides: Int, rings: Rings, take: @escaping (inout Rings) -> Taken) {
        all = 1 << SideSet(sides) - 1
        self.rings = rings
        self.take = take
    }

    @inlinable
    mutating func noteValue(of side: SideSet, room: Subscribers.Demand?) { filled |= side }

    @inlinable
    mutating func next() -> Row? {
        guard filled == all else { return nil }
        let taken = take(&rings)
        filled = taken.filled
        return taken.row
    }

    /// Nothing waits of a side from which nothing more comes.
    @inlinable
    func isOver(ended: SideSet) -> Bool { ended & ~filled != 0 }
}

extension Ring {
    /// The set of the side alone, if something waits; else the empty set.
    @inlinable
    func bit(_ side: SideSet) -> SideSet { isEmpty ? 0 : 1 << side }
}
