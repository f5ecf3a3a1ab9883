// Ring: a first-in, first-out buffer whose ends both cost constant time.

/// A growing ring buffer; `Array.removeFirst` would make long queues quadratic.
@usableFromInline
struct Ring<Element> {
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { count == 0 }

    /// The oldest element, which stays.
    @inlinable var first: Element? { isEmpty ? nil : slots[head] }

    /// The element that came so many after the oldest.
    @inlinable
    subscript(offset: Int) -> Element {
        precondition(offset >= 0 && offset < count, "A ring has no element there")
        return slots[(head + offset) & (slots.count - 1)]!
    }

    @inlinable
    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(head + count) & (slots.count - 1)] = element
        count += 1
    }

    @inlinable
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head]
        slots[head] = nil
        head = (head + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    /// Doubles the slots, whose number stays a power of two so that a mask wraps the index.
    @inlinable
    mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(8, slots.count * 2))
        for offset in 0..<count { larger.append(slots[(head + offset) & (slots.count - 1)]) }
        while larger.count < max(8, slots.count * 2) { larger.append(nil) }
        slots = larger
        head = 0
    }
}
