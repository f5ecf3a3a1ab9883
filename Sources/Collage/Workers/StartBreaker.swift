// When starting workers is given up: a decision about failures in a row, without processes.

/// Counts starts that fail; pure.
///
/// A photo can't make a start fail, so that these failures are never a photo's fault: they would go on for ever.
struct StartBreaker {
    private static let most = 3
    /// Attempts in a row that the system refused.
    private var refusals = 0
    /// Workers in a row that ended before they said hello.
    private var earlyEnds = 0
    /// Why no worker can be had; the run is over then.
    private(set) var verdict: String?

    /// Whether the system refused the last attempt.
    var isRefused: Bool { refusals > 0 }

    mutating func started() { refusals = 0 }

    mutating func saidHello() { earlyEnds = 0 }

    /// - Parameter othersWork: then the run can go on without it.
    mutating func wasRefused(_ why: String, othersWork: Bool) {
        refusals += 1
        if refusals >= Self.most, !othersWork { verdict = why }
    }

    mutating func endedEarly(_ why: String) {
        earlyEnds += 1
        if earlyEnds >= Self.most { verdict = why }
    }

    /// It is of another build: the next one would be too.
    mutating func isStranger(_ why: String) { verdict = why }
}
