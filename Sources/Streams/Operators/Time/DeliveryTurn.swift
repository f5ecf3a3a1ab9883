// DeliveryTurn: which of the actions on a scheduler delivers; a value for use under a lock.

/// Tells an action that the scheduler runs later from one that it runs inside another, or beside it.
///
/// After some values an action schedules the next and ends, or a scheduler with one thread would never get to
/// anything else. If the next one runs before that, it only says so, and the first goes on in its place: so the
/// stack stays as it is, and nothing overlaps.
@usableFromInline
struct DeliveryTurn {
    @usableFromInline var isTaken = false
    @usableFromInline var isPassedOn = false

    @inlinable
    init() {}

    /// Takes the turn; false if another action has it, which will go on.
    @inlinable
    mutating func take() -> Bool {
        guard !isTaken else {
            isPassedOn = true
            return false
        }
        isTaken = true
        return true
    }

    /// Gives the turn to the action that was scheduled; true if that has run already and left it.
    @inlinable
    mutating func giveUp() -> Bool {
        defer { isPassedOn = false }
        isTaken = isPassedOn
        return isPassedOn
    }
}
