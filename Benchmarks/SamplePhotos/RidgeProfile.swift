// The outlines that lie behind each other in a sample scene.
import Glibc

/// The upper edge of a range of hills, mountains, woods or houses.
struct RidgeProfile {
    enum Kind: CaseIterable {
        case hills, mountains, forest, town
    }

    var kind: Kind
    /// The row about which it swings, and how far.
    var base: Float
    var swing: Float
    var seed: UInt64

    /// The row at which it begins in each column; `unit` is the shorter side of the picture.
    func rows(width: Int, unit: Float) -> [Int32] {
        var random = SampleRandom(seed: seed)
        let waves = (0..<6).map { octave -> (frequency: Float, phase: Float, strength: Float) in
            let octave = Float(octave)
            return (
                random.number(1.2...2.6) * pow(1.9, octave) / unit, random.number(0...6.28),
                pow(kind == .mountains ? 0.6 : 0.42, octave)
            )
        }
        var rows = (0..<width).map { x -> Float in
            var height: Float = 0
            for wave in waves {
                let value = sin(Float(x) * wave.frequency + wave.phase)
                // Folded waves have the sharp crests of mountains.
                height += (kind == .mountains ? 1 - 2 * abs(value) : value) * wave.strength
            }
            return base - height * swing * 0.7
        }
        switch kind {
        case .hills, .mountains: break
        case .forest: addTrees(to: &rows, unit: unit, &random)
        case .town: addHouses(to: &rows, unit: unit, &random)
        }
        return rows.map { Int32($0) }
    }

    private func addTrees(to rows: inout [Float], unit: Float, _ random: inout SampleRandom) {
        var x = 0
        while x < rows.count {
            let width = max(3, Int(unit * random.number(0.006...0.018)))
            let height = Float(width) * random.number(1.6...3.2)
            for column in x..<min(x + width, rows.count) {
                let fromMiddle = abs(Float(column - x) / Float(width) * 2 - 1)
                rows[column] -= height * (1 - fromMiddle)
            }
            x += max(2, width * 2 / 3)
        }
    }

    private func addHouses(to rows: inout [Float], unit: Float, _ random: inout SampleRandom) {
        var x = 0
        while x < rows.count {
            let width = max(4, Int(unit * random.number(0.015...0.05)))
            let end = min(x + width, rows.count)
            let roof = rows[x] - unit * random.number(0...0.06)
            let slope = random.index(below: 2) == 0 ? Float(0) : unit * 0.012
            for column in x..<end {
                let fromMiddle = abs(Float(column - x) / Float(width) * 2 - 1)
                rows[column] = roof - slope * (1 - fromMiddle)
            }
            x = end
        }
    }
}
