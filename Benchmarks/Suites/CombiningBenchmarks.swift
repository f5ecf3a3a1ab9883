// streams/zip-, combine-latest, merge-, switch-, append-: what makes one stream of several.
import BenchmarkKit
import Streams

enum CombiningBenchmarks {
    static let all: [Benchmark] =
        [(10_000, "10k"), (100_000, "100k"), (400_000, "400k"), (1_000_000, "1m")].map { count, text in
            StreamsSuite.stream(
                "zip-\(text)", "zip of two sequences of \(count) values", unit: "pair", count: count,
                floor: "loop", expect: { values in Tally(values.map { triple($0) &+ $0 }) }
            ) { values in
                tally(values.map(triple).publisher.zip(values.publisher).map { $0 &+ $1 })
            }
        } + [
            StreamsSuite.stream(
                "combine-latest", "combineLatest of two subjects that send in turn", floor: "closures",
                expect: latestSums
            ) { values in
                let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                let counter = Counter()
                let kept = left.combineLatest(right) { $0 &+ $1 }.sink(
                    receiveCompletion: { _ in counter.tally.ends += 1 },
                    receiveValue: { counter.tally.add($0) })
                for (index, value) in values.enumerated() {
                    (index.isMultiple(of: 2) ? left : right).send(value)
                }
                left.send(completion: .finished)
                right.send(completion: .finished)
                withExtendedLifetime(kept) {}
                return counter.tally
            },
            StreamsSuite.stream(
                "merge-4", "merge of four sequences", floor: "closures", expect: Tally.init
            ) { values in
                let quarter = values.count / 4
                let parts = (0..<4).map { values[$0 * quarter..<($0 + 1) * quarter].publisher }
                return tally(parts[0].merge(with: parts[1], parts[2], parts[3]))
            },
            StreamsSuite.stream(
                "switch-to-latest", "switchToLatest with a sequence of ten for each tenth value",
                floor: "closures",
                expect: { values in
                    Tally(values.prefix(values.count / 10).flatMap { start in (0..<10).map { start + $0 } })
                }
            ) { values in
                tally(
                    values.prefix(values.count / 10).publisher.map { ($0..<$0 + 10).publisher }
                        .switchToLatest())
            },
            StreamsSuite.stream(
                "append", "a sequence, then another", floor: "loop", expect: { Tally($0 + $0) }
            ) { tally($0.publisher.append($0)) },
        ]

    /// What combineLatest makes of values that come in turn from two sides.
    private static func latestSums(_ values: [Int]) -> Tally {
        Tally(zip(values, values.dropFirst()).map { $0 &+ $1 })
    }
}
