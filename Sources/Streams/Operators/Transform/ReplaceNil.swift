// replaceNil: a value in place of each nil.

extension Publisher {
    /// Hands on the given value in place of each nil, and the others unwrapped.
    @inlinable
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        Publishers.Map(upstream: self) { $0 ?? output }
    }
}
