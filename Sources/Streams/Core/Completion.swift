// Subscribers.Completion: how a stream ended.

extension Subscribers {
    /// The end of a stream: all values were sent, or an error stopped it.
    @frozen
    public enum Completion<Failure: Error>: Sendable {
        /// The publisher has sent all its values.
        case finished

        /// The publisher stopped for the error.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

private enum CompletionKey: String, CodingKey {
    case success
    case error
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CompletionKey.self)
        switch self {
        case .finished:
            try container.encode(true, forKey: .success)
        case .failure(let error):
            try container.encode(false, forKey: .success)
            try container.encode(error, forKey: .error)
        }
    }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CompletionKey.self)
        self =
            try container.decode(Bool.self, forKey: .success)
            ? .finished : .failure(container.decode(Failure.self, forKey: .error))
    }
}

extension Subscribers.Completion {
    /// The same end with the error transformed.
    @inlinable
    func mapFailure<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> Subscribers.Completion<NewFailure> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
