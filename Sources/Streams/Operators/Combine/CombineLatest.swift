// combineLatest of two: their newest values, whenever one of them sends.

extension Publishers {
    /// A publisher of the newest values of two others, whenever one of them sends.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Makes a publisher of the newest values.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Values = (A.Output?, B.Output?)
            let state = LatestState<Values, Output>(sides: 2, values: (nil, nil)) {
                if let a = $0.0, let b = $0.1 { (a, b) } else { nil }
            }
            let inner = JoinInner<LatestState<Values, Output>, Failure>(
                "CombineLatest", sides: 2, state: state, downstream: subscriber)
            inner.start {
                a.subscribe(inner.side(0) { exchange(&$0.values.0, $1) })
                b.subscribe(inner.side(1) { exchange(&$0.values.1, $1) })
            }
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Sends this publisher's newest value with that of the other, whenever one of them sends.
    ///
    /// Nothing is sent until each has sent something. Each side is asked for as much as downstream asks for, which
    /// may be less than comes of it: what came without demand is dropped, but for the newest values, which are sent
    /// when they are asked for (in Combine they are dropped, too). It ends when all sides have finished.
    @inlinable
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where P.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Sends what the closure makes of the newest values of this publisher and the other.
    @inlinable
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
        Publishers.CombineLatest(self, other).map { transform($0.0, $0.1) }
    }
}

/// Holds the newest value of each side; a row is one of each, whenever one has come.
///
/// Rows that come while somebody delivers wait as far as they were asked for. Of all the others the newest is
/// owed: it's made when it's asked for.
@usableFromInline
struct LatestState<Values, Row>: JoinState {
    /// An optional for each side.
    @usableFromInline var values: Values
    /// The row, nil if a side hasn't sent yet.
    @usableFromInline let row: (Values) -> Row?
    @usableFromInline let all: SideSet
    @usableFromInline var waiting = Ring<Row>()
    @usableFromInline var isOwed = false

    @inlinable
    init(sides: Int, values: Values, row: @escaping (Values) -> Row?) {
        all = 1 << SideSet(sides) - 1
        self.values = values
        self.row = row
    }

    @inlinable
    mutating func noteValue(of side: SideSet, room: Subscribers.Demand?) {
        guard let room, room > waiting.count else {
            isOwed = true
            return
        }
        if let row = row(values) {
            waiting.append(row)
            isOwed = false
        }
    }

    @inlinable
    mutating func next() -> Row? {
        if let row = waiting.popFirst() { return row }
        guard isOwed, let row = row(values) else { return nil }
        isOwed = false
        return row
    }

    @inlinable
    func isOver(ended: SideSet) -> Bool {
        ended == all && waiting.isEmpty && (!isOwed || row(values) == nil)
    }
}

/// Replaces a value, and returns the old one.
@inlinable
func exchange<Value>(_ place: inout Value?, _ new: Value) -> Value? {
    let old = place
    place = new
    return old
}
