// The tasks that wait for a worker: lowest order first, first come first served within it.

/// A priority queue of tasks; a handful wait at any time, so that a sorted array serves.
struct TaskQueue<Element> {
    private var entries: [(order: Int, element: Element)] = []

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    mutating func insert(_ element: Element, order: Int) {
        let place = entries.lastIndex { $0.order <= order }.map { $0 + 1 } ?? 0
        entries.insert((order, element), at: place)
    }

    /// Offers the tasks in their order; those that are taken leave the queue.
    mutating func serve(_ takes: (Element) -> Bool) {
        entries.removeAll { takes($0.element) }
    }

    /// Takes the first that satisfies the condition.
    @discardableResult
    mutating func remove(where condition: (Element) -> Bool) -> Element? {
        entries.firstIndex { condition($0.element) }.map { entries.remove(at: $0).element }
    }

    mutating func removeAll() -> [Element] {
        defer { entries = [] }
        return entries.map(\.element)
    }
}
