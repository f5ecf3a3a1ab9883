// Memory for photos that need more than a worker's standing allowance: a queue with a sum.

/// Divides bytes among those who ask, first come first served; pure.
///
/// One that asks for more than all there is, but not for more than `most`, is served alone.
struct MemoryGrants<Owner: Hashable> {
    let budget: Int
    /// The most that anyone can have.
    let most: Int
    private(set) var inUse = 0
    private var granted: [Owner: Int] = [:]
    private var waiting: [(owner: Owner, bytes: Int)] = []

    init(budget: Int, most: Int) {
        self.budget = budget
        self.most = most
    }

    enum Answer { case granted, denied, wait }

    mutating func request(_ bytes: Int, by owner: Owner) -> Answer {
        if bytes > most { return .denied }
        waiting.append((owner, bytes))
        return admit().contains(owner) ? .granted : .wait
    }

    /// Takes back what the owner had or waited for; gives those who are served now.
    mutating func release(_ owner: Owner) -> [Owner] {
        inUse -= granted.removeValue(forKey: owner) ?? 0
        waiting.removeAll { $0.owner == owner }
        return admit()
    }

    private mutating func admit() -> [Owner] {
        var admitted: [Owner] = []
        while let next = waiting.first, inUse == 0 || inUse + next.bytes <= budget {
            waiting.removeFirst()
            inUse += next.bytes
            granted[next.owner] = next.bytes
            admitted.append(next.owner)
        }
        return admitted
    }
}
