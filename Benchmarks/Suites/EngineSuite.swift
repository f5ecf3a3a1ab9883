// engine/: what the engine does with each path that it finds.
import BenchmarkKit
import Collage

enum EngineSuite {
    static let benchmarks: [Benchmark] = [
        paths("path-appending", "a folder and a name, as a path", floor: "engine/floor-bytes") { paths in
            let folder: RawPath = "/home/somebody/Pictures"
            return paths.map { folder.appending($0) }
        } expect: {
            "/home/somebody/Pictures/" + $0
        },
        paths("path-extension", "the extension, in lower case", compute: { $0.map(\.lowercasedExtension) }) {
            _ in "jpg"
        },
        paths("path-name", "the last component", floor: "engine/floor-bytes") {
            $0.map(\.lastComponent)
        } expect: {
            String($0.split(separator: "/").last!)
        },
        paths("path-parent", "the folder", floor: "engine/floor-bytes") {
            $0.map(\.parent)
        } expect: {
            $0.split(separator: "/").dropLast().joined(separator: "/")
        },
        paths("path-text", "the readable text", floor: "engine/floor-bytes") {
            $0.map(\.description)
        } expect: {
            $0
        },
        paths("floor-bytes", "the same bytes, copied into an array") {
            $0.map { path in RawPath(bytes: path.bytes.withUnsafeBytes { Array($0) }) }
        } expect: {
            $0
        },
    ]

    private static let count = 200

    /// A benchmark on paths as cameras name them.
    private static func paths<Result: CustomStringConvertible & Sendable>(
        _ name: String, _ explanation: String, floor: String? = nil,
        compute: @escaping @Sendable ([RawPath]) -> [Result], expect: @escaping @Sendable (String) -> String
    ) -> Benchmark {
        let texts = (0..<count).map { "2024-07 Île de Ré/\($0 / 100)/IMG_\($0 + 1000).JPG" }
        return .computation(
            "engine/\(name)", explanation, work: WorkAmount(count, "path"), floor: floor,
            of: { texts.map { RawPath($0) } }, compute: compute,
            check: { _, results in
                try WrongResult.unless(results.count, is: count, "results")
                for (text, result) in zip(texts, results) {
                    try WrongResult.unless("\(result)", is: expect(text), "of \(text)")
                }
            })
    }
}
