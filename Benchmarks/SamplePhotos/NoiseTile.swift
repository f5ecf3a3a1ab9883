// Value noise of all scales on a square that repeats without a seam: made once, looked up for every pixel.

/// A square of fractal value noise, -1...1 about.
struct NoiseTile {
    static let side = 512
    static let mask = side - 1

    /// Row by row.
    let values: [Float]

    /// Sums lattices from `coarsest` cells a side down to single pixels, each `falloff` times as strong.
    init(seed: UInt64, coarsest: Int, falloff: Float) {
        var random = SampleRandom(seed: seed)
        var sum = [Float](repeating: 0, count: Self.side * Self.side)
        var strength: Float = 1
        var cells = coarsest
        while cells <= Self.side {
            Self.add(cells: cells, strength: strength, to: &sum, &random)
            strength *= falloff
            cells *= 2
        }
        values = sum
    }

    private static func add(
        cells: Int, strength: Float, to sum: inout [Float], _ random: inout SampleRandom
    ) {
        let lattice = (0..<cells * cells).map { _ in random.number(-1...1) * strength }
        let step = side / cells
        sum.withUnsafeMutableBufferPointer { sum in
            lattice.withUnsafeBufferPointer { lattice in
                for y in 0..<side {
                    let upper = y / step * cells
                    let lower = (y / step + 1) % cells * cells
                    let down = smooth(Float(y % step) / Float(step))
                    for x in 0..<side {
                        let left = x / step
                        let right = (left + 1) % cells
                        let across = smooth(Float(x % step) / Float(step))
                        let above = mix(lattice[upper + left], lattice[upper + right], across)
                        let below = mix(lattice[lower + left], lattice[lower + right], across)
                        sum[y * side + x] += mix(above, below, down)
                    }
                }
            }
        }
    }
}

func smooth(_ part: Float) -> Float { part * part * (3 - 2 * part) }

func mix(_ a: Float, _ b: Float, _ part: Float) -> Float { a + (b - a) * part }
