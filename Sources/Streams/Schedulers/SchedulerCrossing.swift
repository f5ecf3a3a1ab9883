// SchedulerCrossing: the one place where a closure is taken to another thread without the compiler's proof.

/// A closure on its way to a scheduler's thread.
///
/// Combine's signatures ask for no `Sendable`, so the compiler can't see that the closure may cross. The two
/// sides keep this by hand: it is run at most once at a time, everything that it shares with the sending side
/// is behind a `Lock` or an `Atomic`, and the values that it carries were given away by the sender. A scheduler
/// that starts threads or queues wraps its actions in this too; nothing else in the package crosses unchecked.
@usableFromInline
package struct SchedulerCrossing: @unchecked Sendable {  // Run by one thread at a time, see above.
    @usableFromInline let action: () -> Void

    /// Takes the closure, which the maker no longer runs itself.
    @inlinable
    package init(_ action: @escaping () -> Void) { self.action = action }

    /// Runs the closure on the thread that it was taken to.
    @inlinable
    package func run() { action() }
}
