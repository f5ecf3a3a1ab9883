// CombineIdentifier: tells subscribers and subscriptions apart.
import Synchronization

/// An identity for the two ends of a stream, whether they are objects or values.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private static let counter = Atomic<UInt>(0)

    private let value: UInt

    /// Makes an identity that no other has.
    public init() {
        // Odd, because the addresses of objects are even: the two kinds never meet.
        value = Self.counter.add(1, ordering: .relaxed).newValue &* 2 &+ 1
    }

    /// Makes the identity of an object, equal for the same object.
    public init(_ object: AnyObject) {
        value = UInt(bitPattern: ObjectIdentifier(object))
    }

    public var description: String { "0x" + String(value, radix: 16) }
}

/// Says that a type has an identity among the ends of streams.
public protocol CustomCombineIdentifierConvertible {
    /// The identity.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
