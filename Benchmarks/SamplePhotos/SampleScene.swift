// A landscape: sky, sun, clouds, ridges behind each other, and perhaps a lake; what a sample photo shows.
import Layout

/// A scene, laid out for a size, of which any row can be drawn.
struct SampleScene {
    private let size: PixelSize
    private let mood: SceneMood
    private let grain: NoiseTile
    private let clouds: NoiseTile
    /// Far to near: the row at which each ridge begins, by column.
    private let ridges: [[Int32]]
    private let ridgeColours: [SceneColour]
    private let sun: (x: Float, y: Float, radius: Float)
    private let cloudiness: Float
    /// The row of the shore; the height itself without a lake.
    private let shore: Int
    private let noiseSeed: UInt32

    init(size: PixelSize, seed: UInt64) {
        var random = SampleRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 17)
        self.size = size
        mood = SceneMood.all[Int(seed % UInt64(SceneMood.all.count))]
        grain = NoiseTile(seed: random.next(), coarsest: 32, falloff: 0.8)
        clouds = NoiseTile(seed: random.next(), coarsest: 8, falloff: 0.5)
        cloudiness = random.number(-0.5...0.3)
        let height = Float(size.height)
        let unit = Float(min(size.width, size.height))
        sun = (
            random.number(0.15...0.85) * Float(size.width), random.number(0.12...0.42) * height,
            random.number(0.025...0.05) * unit
        )
        let hasLake = random.index(below: 3) == 0
        shore = hasLake ? Int(height * random.number(0.70...0.80)) : size.height
        let count = 3 + random.index(below: 3)
        let horizon = random.number(0.42...0.56)
        let lowest: Float = hasLake ? 0.70 : 0.86
        var ridges: [[Int32]] = []
        var colours: [SceneColour] = []
        for layer in 0..<count {
            let near = Float(layer) / Float(count - 1)
            let profile = RidgeProfile(
                kind: RidgeProfile.Kind.allCases[random.index(below: RidgeProfile.Kind.allCases.count)],
                base: mix(horizon, lowest, near) * height, swing: random.number(0.06...0.13) * height,
                seed: random.next())
            ridges.append(profile.rows(width: size.width, unit: unit))
            colours.append(mood.haze.mixed(mood.ground, 0.15 + 0.85 * near).scaled(random.number(0.9...1.08)))
        }
        self.ridges = ridges
        ridgeColours = colours
        noiseSeed = UInt32(truncatingIfNeeded: random.next()) | 1
    }

    /// Draws one row, 3 bytes a pixel, the next pixel `step` bytes further.
    func draw(row y: Int, to pixels: UnsafeMutablePointer<UInt8>, step: Int) {
        // What lies below the shore mirrors what lies above it, drawn out by ripples.
        let mirrored = y > shore
        let source = mirrored ? max(0, shore - (y - shore) * 5 / 4) : y
        var random = noiseSeed &+ UInt32(truncatingIfNeeded: y) &* 0x9E37_79B9
        var pixel = pixels
        let skyPart = Float(source) / Float(size.height) * 1.6
        let sky = mood.zenith.mixed(mood.horizon, min(1, skyPart * skyPart))
        // Clouds get flatter towards the horizon.
        let cloudScale = 420 / Float(min(size.width, size.height))
        let cloudRow = (Int(Float(source) * cloudScale * (1 + skyPart)) & NoiseTile.mask) * NoiseTile.side
        let grainRow = (y & NoiseTile.mask) * NoiseTile.side
        let broadRow = ((y >> 2) & NoiseTile.mask) * NoiseTile.side
        grain.values.withUnsafeBufferPointer { grain in
            clouds.values.withUnsafeBufferPointer { clouds in
                for x in 0..<size.width {
                    let column = mirrored ? ripple(x, y, grain) : x
                    let detail = grain[grainRow + (x & NoiseTile.mask)]
                    var colour: SceneColour
                    if let layer = layer(column, source) {
                        let broad = clouds[broadRow + ((x >> 3) & NoiseTile.mask)]
                        let depth = Float(source - Int(ridges[layer][column])) / Float(size.height)
                        let light =
                            1.06 - depth * 0.9 + (detail * 0.07 + broad * 0.10) * Float(layer + 1) * 0.5
                        colour = ridgeColours[layer].scaled(light)
                    } else {
                        let place = Float(column) * cloudScale
                        let left = Int(place)
                        let part = place - Float(left)
                        let noise = mix(
                            clouds[cloudRow + (left & NoiseTile.mask)],
                            clouds[cloudRow + ((left + 1) & NoiseTile.mask)], part)
                        colour = skyColour(column, source, sky: sky, cloud: noise)
                    }
                    if mirrored { colour = colour.mixed(mood.zenith, 0.22).scaled(0.86 + detail * 0.05) }
                    // Xorshift32, as published by Marsaglia (2003): three bytes of it are the sensor's noise.
                    random ^= random << 13
                    random ^= random >> 17
                    random ^= random << 5
                    pixel[0] = Self.sample(colour.red, random & 255)
                    pixel[1] = Self.sample(colour.green, (random >> 8) & 255)
                    pixel[2] = Self.sample(colour.blue, (random >> 16) & 255)
                    pixel += step
                }
            }
        }
    }

    @inline(__always)
    private func layer(_ x: Int, _ y: Int) -> Int? {
        var layer = ridges.count - 1
        while layer >= 0 {
            if Int(ridges[layer][x]) <= y { return layer }
            layer -= 1
        }
        return nil
    }

    @inline(__always)
    private func ripple(_ x: Int, _ y: Int, _ grain: UnsafeBufferPointer<Float>) -> Int {
        let row = ((y * 3) & NoiseTile.mask) * NoiseTile.side
        let shift = grain[row + ((x >> 3) & NoiseTile.mask)] * Float(y - shore) * 0.03
        return min(max(0, x + Int(shift)), size.width - 1)
    }

    @inline(__always)
    private func skyColour(_ x: Int, _ y: Int, sky: SceneColour, cloud: Float) -> SceneColour {
        let dx = Float(x) - sun.x
        let dy = Float(y) - sun.y
        let distance = (dx * dx + dy * dy) / (sun.radius * sun.radius)
        var colour = sky.adding(mood.sun, 0.5 / (1 + distance * 0.05))
        if distance < 1 { colour = mood.sun }
        let cover = min(max((cloud + cloudiness) * 1.5, 0), 1)
        return colour.mixed(mood.cloud, cover * 0.85)
    }

    /// With noise of about four steps either way.
    @inline(__always)
    private static func sample(_ value: Float, _ noise: UInt32) -> UInt8 {
        UInt8(min(max(value + (Float(noise) - 127.5) * 0.036, 0), 255))
    }
}
