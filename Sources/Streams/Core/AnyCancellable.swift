// AnyCancellable: cancels when it is told to or when nobody holds it any longer.
import Synchronization

/// A cancellable that runs a closure on cancel, and cancels by itself when it is released.
public final class AnyCancellable: Cancellable, Hashable {
    /// Whoever sets it first owns `action`, so no lock is needed.
    private let isCancelled = Atomic<Bool>(false)
    private var action: (() -> Void)?

    /// Makes a cancellable that runs the closure once, on cancel or on release.
    public init(_ cancel: @escaping () -> Void) {
        action = cancel
    }

    /// Wraps another cancellable, which it holds until cancelled.
    public init<C: Cancellable>(_ canceller: C) {
        action = canceller.cancel
    }

    deinit {
        cancel()
    }

    public func cancel() {
        guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let action = self.action
        self.action = nil
        action?()
    }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension AnyCancellable {
    /// Stores this in the collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Stores this in the set.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}
