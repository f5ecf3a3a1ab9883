// What a share that was observed says about the true one.
import Glibc

/// Confidence intervals of a proportion.
enum Proportion {
    /// The interval of Clopper and Pearson: all shares that an exact test of either tail does not reject.
    ///
    /// Holds the true share at least as often as `confidence`, whatever it is: Clopper and Pearson, “The Use
    /// of Confidence or Fiducial Limits Illustrated in the Case of the Binomial”, Biometrika 26 (1934).
    /// Relative error below 1e-9 for up to 100,000 trials. Without trials it is 0...1.
    static func interval(successes: Int, trials: Int, confidence: Double) -> ClosedRange<Double> {
        precondition(confidence > 0 && confidence < 1, "a confidence is between 0 and 1")
        precondition(successes >= 0 && successes <= trials, "successes are some of the trials")
        let tail = (1 - confidence) / 2
        let failures = trials - successes
        return lowest(successes, of: trials, tail: tail)...1 - lowest(failures, of: trials, tail: tail)
    }

    /// The share with which so many successes or more have the chance `tail`; 0 for none.
    ///
    /// Looked for by halving, below the share that was observed: there, that chance is more than one half.
    private static func lowest(_ successes: Int, of trials: Int, tail: Double) -> Double {
        guard successes > 0 else { return 0 }
        let ways = logBinomial(trials, successes)
        var below = 0.0
        var above = Double(successes) / Double(trials)
        while true {
            let middle = (below + above) / 2
            guard middle > below, middle < above else { return middle }
            if upperTail(from: successes, of: trials, share: middle, logWays: ways) < tail {
                below = middle
            } else {
                above = middle
            }
        }
    }

    /// The chance of so many successes or more, not fewer than expected: each term is less than the one before.
    private static func upperTail(
        from successes: Int, of trials: Int, share: Double, logWays: Double
    ) -> Double {
        let odds = share / (1 - share)
        var term = exp(
            logWays + Double(successes) * log(share) + Double(trials - successes) * log1p(-share))
        var sum = term
        for count in successes..<trials {
            term *= odds * Double(trials - count) / Double(count + 1)
            sum += term
            if term < sum * 1e-18 { break }
        }
        return sum
    }

    /// The logarithm of a binomial coefficient (`lgamma_r(3)`).
    private static func logBinomial(_ count: Int, _ taken: Int) -> Double {
        func logFactorial(_ number: Int) -> Double {
            var sign: Int32 = 0
            return lgamma_r(Double(number) + 1, &sign)
        }
        return logFactorial(count) - logFactorial(taken) - logFactorial(count - taken)
    }
}
