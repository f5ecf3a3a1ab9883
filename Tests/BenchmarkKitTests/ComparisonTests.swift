// Several commands in turn: order, warm-up, errors and ratios.
import Testing

@testable import BenchmarkKit

@Suite struct RoundOrderTests {
    @Test(arguments: [1, 2, 3, 5])
    func everyCommandIsOnceAtEveryPlaceOfABlock(commands: Int) {
        let orders = RoundOrder.orders(commands: commands, rounds: commands * 3, seed: 7)
        for block in 0..<3 {
            let rounds = orders[block * commands..<(block + 1) * commands]
            for place in 0..<commands {
                #expect(Set(rounds.map { $0[place] }) == Set(0..<commands))
            }
        }
    }

    @Test func followsFromTheSeed() {
        let orders = RoundOrder.orders(commands: 6, rounds: 20, seed: 1)
        #expect(orders == RoundOrder.orders(commands: 6, rounds: 20, seed: 1))
        #expect(orders != RoundOrder.orders(commands: 6, rounds: 20, seed: 2))
        #expect(RoundOrder.orders(commands: 0, rounds: 2, seed: 1) == [[], []])
    }

    /// The first three outputs of the authors' C code for a state of 1234567.
    @Test func generatorIsSplitMix64() {
        var random = SplitMix64(state: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }
}

@Suite struct ComparisonTests {
    private func command(_ name: String, _ script: String = "true") -> BenchmarkCommand {
        BenchmarkCommand(name: name, executable: "sh", arguments: ["-c", script])
    }

    @Test func runsAllInTurnAndThrowsTheWarmUpAway() throws {
        let comparison = CommandComparison(commands: ["a", "b", "c"].map { command($0) }, rounds: 4, seed: 3)
        var runs: [String] = []
        let result = try comparison.run { command, round in runs.append("\(round)\(command.name)") }
        #expect(runs.prefix(3) == ["0a", "0b", "0c"])
        let orders = RoundOrder.orders(commands: 3, rounds: 4, seed: 3)
        let expected = orders.enumerated().flatMap { round, order in
            order.map { "\(round + 1)\(["a", "b", "c"][$0])" }
        }
        #expect(Array(runs.dropFirst(3)) == expected)
        #expect(result.series.map(\.command.name) == ["a", "b", "c"])
        #expect(result.series.allSatisfy { $0.samples.count == 4 })
    }

    @Test func aFailureEndsItWithoutAResult() {
        let comparison = CommandComparison(
            commands: [command("good"), command("bad", "exit 1")], rounds: 2, seed: 1)
        #expect(throws: BenchmarkError.failed(command: "bad", ending: .status(1), lastErrorLine: nil)) {
            try comparison.run()
        }
    }

    @Test func aWrongResultEndsIt() {
        let wrong = BenchmarkError.wrongResult(command: "a", reason: "empty")
        #expect(throws: wrong) {
            try CommandComparison(commands: [command("a")], rounds: 1, seed: 1)
                .run(check: { _ in throw wrong })
        }
    }

    @Test func ratiosAreToANamedCommand() throws {
        let result = MeasuredComparison(
            series: [series("floor", walls: [1, 2, 4]), series("slow", walls: [3, 4, 4])], seed: 1,
            machine: MachineFacts(cores: 2, kernel: "test", load: 0), loadAtEnd: 0)
        let ratio = try #require(result.ratio(of: "slow", to: "floor", .wall))
        #expect(ratio.ofMedians == 2)
        #expect(ratio.medianOfRounds == 2)
        #expect(result.ratio(of: "floor", to: "floor", .cpu)?.ofMedians == 1)
        #expect(result.ratio(of: "slow", to: "none", .wall) == nil)
        #expect(result.ratio(of: "slow", to: "floor", .system) == nil)
    }

    private func series(_ name: String, walls: [Double]) -> CommandSeries {
        CommandSeries(
            command: command(name),
            samples: walls.map {
                ProcessSample(
                    wall: Seconds($0), user: Seconds(1), system: Seconds(0), peakMemory: ByteCount(1))
            })
    }
}
