// encode: each value through a top-level encoder.

extension Publishers {
    /// A publisher of the encoded values of another.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher
    where Upstream.Output: Encodable {
        public typealias Output = Coder.Output
        public typealias Failure = any Error

        /// The publisher whose values are encoded.
        public let upstream: Upstream

        @usableFromInline let encoder: Coder

        /// Makes a publisher of encoded values.
        @inlinable
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let encoder = self.encoder
            upstream.subscribe(
                Stepping<Upstream.Output, Void, Output, Upstream.Failure, any Error>(
                    throwing: "Encode", state: (), downstream: subscriber
                ) { .send(try encoder.encode($1)) })
        }
    }
}

extension Publisher where Output: Encodable {
    /// Encodes each value; an error that the encoder throws ends the stream.
    @inlinable
    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}
