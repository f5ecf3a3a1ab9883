// Colours of the sample scenes, and the moods that they come in.

/// A colour in numbers of sRGB, 0...255, with fractions.
struct SceneColour {
    var red: Float
    var green: Float
    var blue: Float

    init(_ red: Float, _ green: Float, _ blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    @inline(__always)
    func mixed(_ other: SceneColour, _ part: Float) -> SceneColour {
        SceneColour(mix(red, other.red, part), mix(green, other.green, part), mix(blue, other.blue, part))
    }

    @inline(__always)
    func scaled(_ factor: Float) -> SceneColour {
        SceneColour(red * factor, green * factor, blue * factor)
    }

    @inline(__always)
    func adding(_ other: SceneColour, _ factor: Float) -> SceneColour {
        SceneColour(red + other.red * factor, green + other.green * factor, blue + other.blue * factor)
    }
}

/// The light of a scene: an hour of the day and a season.
struct SceneMood {
    var zenith: SceneColour
    var horizon: SceneColour
    var sun: SceneColour
    /// What distance fades to.
    var haze: SceneColour
    var ground: SceneColour
    var cloud: SceneColour

    static let all = [
        // Noon in summer
        SceneMood(
            zenith: SceneColour(52, 112, 196), horizon: SceneColour(184, 214, 236),
            sun: SceneColour(255, 250, 228), haze: SceneColour(150, 184, 208),
            ground: SceneColour(74, 112, 44),
            cloud: SceneColour(250, 250, 252)),
        // Sunset
        SceneMood(
            zenith: SceneColour(58, 66, 128), horizon: SceneColour(250, 164, 92),
            sun: SceneColour(255, 226, 160), haze: SceneColour(206, 122, 98), ground: SceneColour(58, 40, 44),
            cloud: SceneColour(246, 138, 110)),
        // Dawn
        SceneMood(
            zenith: SceneColour(122, 156, 206), horizon: SceneColour(250, 214, 206),
            sun: SceneColour(255, 240, 214), haze: SceneColour(196, 186, 206),
            ground: SceneColour(88, 96, 72),
            cloud: SceneColour(252, 224, 220)),
        // Autumn
        SceneMood(
            zenith: SceneColour(86, 132, 182), horizon: SceneColour(226, 220, 198),
            sun: SceneColour(255, 240, 196), haze: SceneColour(192, 176, 150),
            ground: SceneColour(156, 92, 34),
            cloud: SceneColour(238, 234, 226)),
        // Winter
        SceneMood(
            zenith: SceneColour(112, 150, 192), horizon: SceneColour(222, 232, 242),
            sun: SceneColour(255, 252, 240), haze: SceneColour(198, 212, 226),
            ground: SceneColour(226, 232, 240),
            cloud: SceneColour(244, 246, 250)),
        // Dusk
        SceneMood(
            zenith: SceneColour(22, 30, 70), horizon: SceneColour(150, 98, 142),
            sun: SceneColour(252, 222, 206), haze: SceneColour(82, 66, 112), ground: SceneColour(26, 32, 48),
            cloud: SceneColour(120, 86, 132)),
        // Desert
        SceneMood(
            zenith: SceneColour(70, 134, 200), horizon: SceneColour(238, 216, 182),
            sun: SceneColour(255, 246, 214), haze: SceneColour(222, 180, 142),
            ground: SceneColour(196, 122, 66),
            cloud: SceneColour(250, 244, 236)),
    ]
}
