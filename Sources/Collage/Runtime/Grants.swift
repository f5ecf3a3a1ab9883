// A budget that is divided among those who ask: memory for large photos, descriptors for open ones.

/// Divides an amount: the lowest order first, first come first served within it; pure.
///
/// Who is first and does not fit is waited for: nobody overtakes, so that large ones get their turn.
/// Who wants more than the budget is served while all others stand still, which is for the caller to see to.
struct Grants<Owner: Hashable> {
    let budget: Int
    /// What one may have that is alone.
    let soleBudget: Int
    private(set) var inUse = 0
    private var granted: [Owner: Int] = [:]
    private var waiting: [(owner: Owner, amount: Int, order: Int)] = []

    /// - Parameter soleBudget: the budget where it is nil.
    init(budget: Int, soleBudget: Int? = nil) {
        self.budget = budget
        self.soleBudget = soleBudget ?? budget
    }

    enum Answer { case granted, denied, wait }

    /// Asks for an amount, once for each owner; more than anybody may have is denied.
    mutating func request(_ amount: Int, by owner: Owner, order: Int) -> Answer {
        if amount > soleBudget { return .denied }
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

    /// Whether somebody is to be alone, now or next.
    var needsStillness: Bool { inUse > budget || waiting.first.map { $0.amount > budget } ?? false }

    /// Serves who is next and must be alone; to be called when all others stand still.
    mutating func admitSole() -> Owner? {
        guard let next = waiting.first, next.amount > budget, inUse == 0 else { return nil }
        waiting.removeFirst()
        inUse = next.amount
        granted[next.owner] = next.amount
        return next.owner
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
