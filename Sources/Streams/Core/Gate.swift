// Gate and Gated: let values through without a lock, and drop what they used when the last has passed.
import Synchronization

/// Counts who is inside and, once closed, names the one who has to clean up.
///
/// Operators that hand values on must drop their closures and their downstream on cancel, which may come from
/// another thread in the middle of a value. A lock a value would be too dear; here a value costs two atomic
/// steps: whoever leaves a closed gate last (or closes an empty one) is told to clean up, and nobody enters a
/// closed gate.
@usableFromInline
struct Gate: ~Copyable, Sendable {
    /// Bit 0: closed. The rest: twice the number of those inside.
    @usableFromInline let bits = Atomic<Int>(0)

    @inlinable
    init() {}

    /// Whether nobody may enter any longer.
    @inlinable var isClosed: Bool { bits.load(ordering: .relaxed) & 1 == 1 }

    /// Enters unless the gate is closed; each `true` needs one `leave`.
    @inlinable
    func enter() -> Bool {
        var seen = bits.load(ordering: .relaxed)
        while seen & 1 == 0 {
            let step = bits.weakCompareExchange(
                expected: seen, desired: seen &+ 2, successOrdering: .acquiring, failureOrdering: .relaxed)
            if step.exchanged { return true }
            seen = step.original
        }
        return false
    }

    /// Leaves, and returns true if the caller has to clean up.
    @inlinable
    func leave() -> Bool {
        bits.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == 1
    }

    /// Closes the gate.
    ///
    /// - Returns: whether this call closed it, and whether the caller has to clean up, because nobody is inside.
    @inlinable
    func close() -> (isFirst: Bool, mustCleanUp: Bool) {
        let old = bits.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
        return (old & 1 == 0, old == 0)
    }
}

/// An object that may be used until it's closed, and is released when nobody uses it any longer.
@usableFromInline
struct Gated<Content: AnyObject>: ~Copyable {
    @usableFromInline let gate = Gate()
    /// Released by whoever the gate names, and so alive for everyone inside.
    @usableFromInline let content: Unmanaged<Content>

    @inlinable
    init(_ content: Content) { self.content = .passRetained(content) }

    @inlinable
    deinit {
        if gate.close().mustCleanUp { content.release() }
    }

    /// Runs the body with the content; nil once closed.
    @inlinable @inline(__always)
    @discardableResult
    func use<Result>(_ body: (Content) -> Result) -> Result? {
        guard gate.enter() else { return nil }
        defer { if gate.leave() { content.release() } }
        return content._withUnsafeGuaranteedRef(body)
    }

    /// Closes, then runs the body with the content; false if it was closed before.
    ///
    /// It's closed first, so that what the body causes comes after the end.
    @inlinable
    @discardableResult
    func close(_ body: (Content) -> Void) -> Bool {
        use { content in
            guard gate.close().isFirst else { return false }
            body(content)
            return true
        } ?? false
    }
}
