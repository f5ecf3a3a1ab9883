// Hands a Swift closure to C as a function and a context.

private final class Callback {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

typealias CFunction = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void

/// Calls the body with the closure in C's form; both pointers are good for that long only.
func withCallback<Result>(
    _ closure: (() -> Void)?,
    _ body: (_ function: CFunction?, _ context: UnsafeMutableRawPointer?) -> Result
) -> Result {
    guard let closure else { return body(nil, nil) }
    let callback = Callback(closure)
    return withExtendedLifetime(callback) {
        body(
            { context in Unmanaged<Callback>.fromOpaque(context!).takeUnretainedValue().body() },
            Unmanaged.passUnretained(callback).toOpaque())
    }
}
