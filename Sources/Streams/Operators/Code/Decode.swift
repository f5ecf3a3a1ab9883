// decode: each value through a top-level decoder.

extension Publishers {
    /// A publisher of values decoded from those of another.
    public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
    where Upstream.Output == Coder.Input {
        public typealias Failure = any Error

        /// The publisher whose values are decoded.
        public let upstream: Upstream

        @usableFromInline let decoder: Coder

        /// Makes a publisher of decoded values.
        @inlinable
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let decoder = self.decoder
            upstream.subscribe(
                Stepping<Upstream.Output, Void, Output, Upstream.Failure, any Error>(
                    throwing: "Decode", state: (), downstream: subscriber
                ) { .send(try decoder.decode(Output.self, from: $1)) })
        }
    }
}

extension Publisher {
    /// Decodes each value; an error that the decoder throws ends the stream.
    @inlinable
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}
