// TopLevelEncoder and TopLevelDecoder: whole values to and from one blob.

/// Encodes whole values, as `JSONEncoder` does.
public protocol TopLevelEncoder {
    /// What a value becomes, often `Data`.
    associatedtype Output

    /// Encodes the value.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Decodes whole values, as `JSONDecoder` does.
public protocol TopLevelDecoder {
    /// What a value is read from, often `Data`.
    associatedtype Input

    /// Decodes a value of the type.
    func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
