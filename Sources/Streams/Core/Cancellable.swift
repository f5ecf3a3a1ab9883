// Cancellable: anything that can be stopped; store(in:) keeps it.

/// Says that an activity can be cancelled.
public protocol Cancellable {
    /// Cancels the activity; more calls, from whatever thread, do nothing.
    func cancel()
}

extension Cancellable {
    /// Stores this, erased to `AnyCancellable`, in the collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Stores this, erased to `AnyCancellable`, in the set.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
