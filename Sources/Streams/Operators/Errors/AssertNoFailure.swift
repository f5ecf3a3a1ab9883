// assertNoFailure: a publisher that must not fail, and stops the process if it does.

extension Publishers {
    /// A publisher that hands on what another sends, and stops the process if that fails.
    ///
    /// It holds no state: upstream's subscription is handed on under its name.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// The publisher that must not fail.
        public let upstream: Upstream

        /// What the message begins with.
        public let prefix: String

        /// The file that the message names.
        public let file: StaticString

        /// The line that the message names.
        public let line: UInt

        /// Makes a publisher that can't fail.
        @inlinable
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let (prefix, file, line) = (self.prefix, self.file, self.line)
            upstream.subscribe(
                Relay<Output, Upstream.Failure>(
                    "AssertNoFailure",
                    subscription: {
                        subscriber.receive(subscription: NamedSubscription("AssertNoFailure", $0))
                    },
                    value: { subscriber.receive($0) },
                    completion: {
                        switch $0 {
                        case .finished:
                            subscriber.receive(completion: .finished)
                        case .failure(let error):
                            fatalError(
                                prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
                        }
                    }))
        }
    }
}

extension Publisher {
    /// Stops the process with a message if this publisher fails, in release builds as in debug builds.
    ///
    /// - Parameters:
    ///   - prefix: what the message begins with, before the error.
    ///   - file: the file that the message names, the caller's unless given.
    ///   - line: the line that the message names, the caller's unless given.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}
