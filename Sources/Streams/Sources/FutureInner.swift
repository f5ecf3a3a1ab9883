// FutureInner: one subscriber of a future.
import Synchronization

/// Sends the future's result when it's both known and, if it's a value, asked for.
///
/// Request, result and cancel may come at the same time from three threads. Each sets its mark; whoever finds by
/// the marks that it's the one to act owns the downstream and the future.
@usableFromInline
final class FutureInner<Output, Failure: Error> {
    @usableFromInline static var isDemanded: UInt8 { 1 }
    @usableFromInline static var isKnown: UInt8 { 2 }
    @usableFromInline static var isOver: UInt8 { 4 }

    @usableFromInline let marks = Atomic<UInt8>(0)
    @exclusivity(unchecked) @usableFromInline var future: Future<Output, Failure>?
    @exclusivity(unchecked) @usableFromInline var downstream: Relay<Output, Failure>?

    @inlinable
    init(_ future: Future<Output, Failure>, downstream: Relay<Output, Failure>) {
        self.future = future
        self.downstream = downstream
    }

    @inlinable
    func request() {
        let before = marks.bitwiseOr(Self.isDemanded, ordering: .acquiringAndReleasing).oldValue
        if before == Self.isKnown { deliver() }
    }

    /// For the future, which knows its result now.
    @inlinable
    func fulfil(_ result: Result<Output, Failure>) {
        var marks = Self.isKnown
        // An error needs no demand.
        if case .failure = result { marks |= Self.isDemanded }
        let before = self.marks.bitwiseOr(marks, ordering: .acquiringAndReleasing).oldValue
        guard before & (Self.isOver | Self.isKnown) == 0 else { return }
        if (before | marks) & Self.isDemanded != 0 { deliver() }
    }

    @inlinable
    func cancel() {
        let before = marks.bitwiseOr(Self.isOver, ordering: .acquiringAndReleasing).oldValue
        guard before & Self.isOver == 0, before != Self.isDemanded | Self.isKnown else { return }
        let ends = (future, downstream)
        // First: who tidies up under the lock must find nothing to release.
        (future, downstream) = (nil, nil)
        ends.0?.forget(self)
    }

    @inlinable var isCancelled: Bool { marks.load(ordering: .acquiring) & Self.isOver != 0 }

    @inlinable
    func deliver() {
        guard let downstream, let result = future?.result else { return }
        (self.future, self.downstream) = (nil, nil)
        switch result {
        case .success(let value):
            _ = downstream.receive(value)
            // Not if downstream has cancelled meanwhile.
            if !isCancelled { downstream.receive(completion: .finished) }
        case .failure(let error):
            downstream.receive(completion: .failure(error))
        }
    }
}
