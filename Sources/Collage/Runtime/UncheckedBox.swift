// The one way by which a closure that is not Sendable goes to another thread.

/// Carries a value to another thread where the type system cannot see that this is safe.
///
/// `@unchecked Sendable`: whoever makes a box hands the value over and no longer uses it.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
