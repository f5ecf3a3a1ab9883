// A budget that is divided among those who ask: memory for large photos, descriptors for open ones.

/// Divides an amount: the lowest order first, first come first served within it; pure.
///
/// Who is first and does not fit is waited for: nobody overtakes, so that large ones get their turn.
struct Grants<Owner: Hashable> {
    let budget: Int
    private(set) var inUse = 0
    private var granted: [Owner: Int] = [:]
    private var waiting: [(owner: Owner, amount: Int, order: Int)] = []

    init(budget: Int) {
        self.budget = budget
    }

    enum Answer { case granted, denied, wait }

    /// Asks for an amount, once for each owner; more than the budget is denied.
    mutating func request(_ amount: Int, by owner: Owner, order: Int) -> Answer {
        if amount > budget { return .denied }
        let place = waiting.lastIndex { $0.order <= order }.map { $0 + 1 } ?? 0
        waiting.insert((owner, amount, order), at: place)
        return admit().contains(owner) ? .granted : .wait
    }

    /// Takes back what the owner had or waited for; gives those who are served now.
    mutating func release(_ owner: Owner) -> [Owner] {
        inUse -= granted.removeValue(forKey: owner) ?? 0
        waiting.removeAll { $0.owner == owner }
        return admit()
    }

    /// Takes back a part of what the owner had; gives those who are served now.
    mutating func release(_ amount: Int, of owner: Owner) -> [Owner] {
        guard let held = granted[owner], held > amount else { return release(owner) }
        granted[owner] = held - amount
        inUse -= amount
        return admit()
    }

    private mutating func admit() -> [Owner] {
        var admitted: [Owner] = []
        while let next = waiting.first, next.amount <= budget - inUse {
            waiting.removeFirst()
            inUse += next.amount
            granted[next.owner] = next.amount
            admitted.append(next.owner)
        }
        return admitted
    }
}
