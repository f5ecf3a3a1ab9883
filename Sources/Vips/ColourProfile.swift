// Reads as much of an ICC profile as decides what must be done with a photo's numbers.
import Glibc

/// An ICC profile that describes a device by curves and, for RGB, a matrix; others are only told apart.
///
/// Source: ICC.1:2022, clauses 7 (header and tags) and 10 (curveType, parametricCurveType, XYZType).
struct ColourProfile {
    enum Space {
        case rgb, grey, cmyk, other
    }

    let space: Space
    /// Nil where the profile works by tables: only a colour engine can apply it.
    let curves: ColourCurves?

    /// Nil for bytes that are no profile.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ProfileReader(bytes: bytes)
        guard bytes.count >= 132, reader.tag(36) == "acsp" else { return nil }
        switch reader.tag(16) {
        case "RGB ": space = .rgb
        case "GRAY": space = .grey
        case "CMYK": space = .cmyk
        default: space = .other
        }
        let tags = reader.tags()
        let hasTables = tags["A2B0"] != nil || tags["A2B1"] != nil
        guard reader.tag(20) == "XYZ ", !hasTables else {
            curves = nil
            return
        }
        if space == .grey, let curve = tags["kTRC"].flatMap(reader.curve) {
            curves = ColourCurves(linear: curve + curve + curve, matrix: ColourCurves.identity)
            return
        }
        guard space == .rgb, let primaries = reader.primaries(tags), let linear = reader.curves(tags) else {
            curves = nil
            return
        }
        curves = ColourCurves(linear: linear, matrix: ColourCurves.matrix(fromD50: primaries))
    }
}

/// Bounds-checked access to the fields of a profile.
private struct ProfileReader {
    let bytes: UnsafeRawBufferPointer

    func integer(_ place: Int, bytes count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func tag(_ place: Int) -> String? {
        guard place >= 0, place + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[place..<place + 4], as: UTF8.self)
    }

    /// A signed number with 16 bits of fraction.
    func fixed(_ place: Int) -> Double? {
        integer(place, bytes: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    /// Where each tag's data begins.
    func tags() -> [String: Int] {
        var places: [String: Int] = [:]
        for index in 0..<min(integer(128, bytes: 4) ?? 0, 100) {
            let entry = 132 + index * 12
            guard let name = tag(entry), let place = integer(entry + 4, bytes: 4) else { break }
            places[name] = place
        }
        return places
    }

    /// The matrix from linear red, green, blue to XYZ, row by row.
    func primaries(_ tags: [String: Int]) -> [Double]? {
        let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0].flatMap(xyz) }
        guard columns.count == 3 else { return nil }
        return (0..<3).flatMap { row in columns.map { $0[row] } }
    }

    /// The curves of red, green and blue, one after the other.
    func curves(_ tags: [String: Int]) -> [Float]? {
        let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tags[$0].flatMap(curve) }
        return curves.count == 3 ? curves.flatMap { $0 } : nil
    }

    private func xyz(_ place: Int) -> [Double]? {
        guard tag(place) == "XYZ " else { return nil }
        let values = (0..<3).compactMap { fixed(place + 8 + 4 * $0) }
        return values.count == 3 ? values : nil
    }

    /// The curve at the 256 sample values of a byte.
    func curve(_ place: Int) -> [Float]? {
        switch tag(place) {
        case "curv": sampledCurve(place)
        case "para": parametricCurve(place)
        default: nil
        }
    }

    private func sampledCurve(_ place: Int) -> [Float]? {
        guard let count = integer(place + 8, bytes: 4), count <= 65536 else { return nil }
        if count == 0 { return (0..<256).map { Float($0) / 255 } }
        if count == 1 {
            guard let gamma = integer(place + 12, bytes: 2) else { return nil }
            return (0..<256).map { Float(pow(Double($0) / 255, Double(gamma) / 256)) }
        }
        let table = (0..<count).compactMap { integer(place + 12 + 2 * $0, bytes: 2) }
        guard table.count == count else { return nil }
        return (0..<256).map { sample in
            let position = Double(sample) / 255 * Double(count - 1)
            let below = min(Int(position), count - 2)
            let part = position - Double(below)
            return Float((Double(table[below]) * (1 - part) + Double(table[below + 1]) * part) / 65535)
        }
    }

    private func parametricCurve(_ place: Int) -> [Float]? {
        guard let kind = integer(place + 8, bytes: 2), kind <= 4 else { return nil }
        let parameters = (0..<[1, 3, 4, 5, 7][kind]).compactMap { fixed(place + 12 + 4 * $0) }
        guard parameters.count == [1, 3, 4, 5, 7][kind] else { return nil }
        func at(_ index: Int) -> Double { index < parameters.count ? parameters[index] : 0 }
        let (g, a, b, c) = (at(0), kind == 0 ? 1 : at(1), at(2), at(3))
        return (0..<256).map { sample in
            let x = Double(sample) / 255
            let power = pow(max(0, a * x + b), g)
            let value =
                switch kind {
                case 1: x >= -b / a ? power : 0
                case 2: x >= -b / a ? power + c : c
                case 3: x >= at(4) ? power : c * x
                case 4: x >= at(4) ? power + at(5) : c * x + at(6)
                default: power
                }
            return Float(min(max(value, 0), 1))
        }
    }
}
