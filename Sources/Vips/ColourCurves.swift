// Conversion of 8-bit colours to sRGB by curves and a matrix: what most RGB profiles come down to.
import CVips
import Glibc

/// Three curves to linear light and a matrix to linear sRGB.
///
/// For such profiles, whose black is 0, it equals relative colorimetric with black point compensation.
struct ColourCurves: Hashable, Sendable {
    /// 3 x 256: red, green, blue samples to linear light, 0...1.
    var linear: [Float]
    /// 3 x 3, row by row.
    var matrix: [Float]

    static let identity: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

    /// Adobe RGB (1998), 4.3: gamma 563/256, primaries (0.64, 0.33), (0.21, 0.71), (0.15, 0.06), white D65.
    ///
    /// Its white is that of sRGB, so the matrix goes over XYZ without adaptation.
    static let adobeRGB: ColourCurves = {
        let curve = (0..<256).map { Float(pow(Double($0) / 255, 563.0 / 256)) }
        // XYZ of the primaries: 4.3.5.3 of the same; and IEC 61966-2-1, 5.3, for sRGB from XYZ.
        let toXYZ = [0.57667, 0.18556, 0.18823, 0.29734, 0.62736, 0.07529, 0.02703, 0.07069, 0.99134]
        let fromXYZ = [
            3.2406255, -1.5372080, -0.4986286, -0.9689307, 1.8757561, 0.0415175, 0.0557101, -0.2040211,
            1.0569959,
        ]
        return ColourCurves(linear: curve + curve + curve, matrix: product(fromXYZ, toXYZ).map { Float($0) })
    }()

    /// From a device's primaries in the profile connection space (D50, row by row) to linear sRGB.
    static func matrix(fromD50 primaries: [Double]) -> [Float] {
        // The inverse of sRGB's own primaries adapted to D50, as its ICC profile gives them.
        let toSRGB = [
            3.1341359, -1.6173863, -0.4906619, -0.9787955, 1.9162544, 0.0334427, 0.0719554, -0.2289769,
            1.4053860,
        ]
        return product(toSRGB, primaries).map { Float($0) }
    }

    private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: 9)
        for place in 0..<9 {
            for inner in 0..<3 {
                result[place] += a[place / 3 * 3 + inner] * b[inner * 3 + place % 3]
            }
        }
        return result
    }

    /// Whether it changes no colour by more than a step or so of 255: an sRGB profile, whatever its name.
    var isSRGB: Bool {
        let straight = zip(matrix, Self.identity).allSatisfy { abs($0 - $1) < 0.004 }
        return straight
            && linear.enumerated().allSatisfy { index, light in
                abs(Self.encode(Double(light)) * 255 - Double(index % 256)) < 1.5
            }
    }

    /// IEC 61966-2-1, 5.2: linear light to sRGB's numbers, both 0...1.
    static func encode(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// Fine enough that the steepest part, near black, moves by a fifth of a step.
    private static let encoded: [UInt8] = (0..<16384).map { step in
        UInt8((encode(Double(step) / 16383) * 255).rounded())
    }

    /// Calls the body with the shim's form of this conversion.
    func withShim<Result>(_ body: (UnsafePointer<cvips_matrix_transform>) -> Result) -> Result {
        linear.withUnsafeBufferPointer { linear in
            matrix.withUnsafeBufferPointer { matrix in
                Self.encoded.withUnsafeBufferPointer { encoded in
                    var transform = cvips_matrix_transform(
                        linear: linear.baseAddress, matrix: matrix.baseAddress, encoded: encoded.baseAddress,
                        encoded_count: Int32(encoded.count))
                    return body(&transform)
                }
            }
        }
    }
}
