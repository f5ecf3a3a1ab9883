// swift-tools-version: 6.1
// The targets are the architecture: see ARCHITECTURE.md, whose table `make lint` holds against the imports.
import PackageDescription

let package = Package(
    name: "collage",
    products: [
        .executable(name: "collage", targets: ["CollageCommand"]),
        .executable(name: "collage-worker", targets: ["CollageWorker"]),
        .executable(name: "collage-bench", targets: ["CollageBench"]),
        .executable(name: "collage-bench-pixels", targets: ["CollageBenchPixels"]),
        .executable(name: "collage-instant-worker", targets: ["CollageInstantWorker"]),
        .library(name: "Streams", targets: ["Streams"]),
        .library(name: "StreamsFoundation", targets: ["StreamsFoundation"]),
        .library(name: "BenchmarkKit", targets: ["BenchmarkKit"]),
    ],
    targets: [
        .systemLibrary(name: "CLibvips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CLcms", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .target(name: "CVips", dependencies: ["CLibvips", "CLcms"]),
        .target(name: "CSystem"),
        .target(name: "CXXHash"),
        .target(name: "Vips", dependencies: ["CVips", "Layout"]),
        .target(name: "Streams"),
        .target(name: "StreamsFoundation", dependencies: ["Streams"]),
        .target(name: "Layout"),
        .target(name: "Wire", dependencies: ["CSystem", "Layout"]),
        .target(name: "CanvasPainting", dependencies: ["Wire", "Layout"]),
        .target(name: "Collage", dependencies: ["Streams", "Layout", "Wire", "CSystem", "CXXHash"]),
        .executableTarget(
            name: "CollageWorker", dependencies: ["Vips", "CanvasPainting", "Wire", "Layout", "CSystem"]),
        .executableTarget(
            name: "CollageCommand",
            // Not the worker: what it links, the command would link too. See docs/decisions/0005.
            dependencies: ["Collage", "Layout", "Wire"]),

        .target(name: "SamplePhotos", dependencies: ["Vips", "Layout"], path: "Benchmarks/SamplePhotos"),
        // Of the codecs that libvips-dev brings along, for benchmarks alone.
        .systemLibrary(name: "CLibjpeg", path: "Benchmarks/Libraries/CLibjpeg", pkgConfig: "libjpeg"),
        .systemLibrary(name: "CLibpng", path: "Benchmarks/Libraries/CLibpng", pkgConfig: "libpng"),
        .systemLibrary(name: "CLibwebp", path: "Benchmarks/Libraries/CLibwebp", pkgConfig: "libwebp"),
        .systemLibrary(name: "CLibtiff", path: "Benchmarks/Libraries/CLibtiff", pkgConfig: "libtiff-4"),
        .systemLibrary(name: "CLibheif", path: "Benchmarks/Libraries/CLibheif", pkgConfig: "libheif"),
        .target(
            name: "CCodecs", dependencies: ["CLibjpeg", "CLibpng", "CLibwebp", "CLibtiff", "CLibheif"],
            path: "Benchmarks/Codecs"),
        .target(name: "CBenchmarkSystem", path: "Benchmarks/KitSystem"),
        .target(name: "BenchmarkKit", dependencies: ["CBenchmarkSystem"], path: "Benchmarks/Kit"),
        .executableTarget(
            name: "CollageBench",
            dependencies: ["BenchmarkKit", "Collage", "Layout", "Streams", "Wire", "CSystem"],
            path: "Benchmarks/Suites"),
        .executableTarget(
            name: "CollageInstantWorker", dependencies: ["Wire", "Layout", "CSystem"],
            path: "Benchmarks/InstantWorker"),
        // What needs libvips, which takes longer to load than most benchmarks take.
        .executableTarget(
            name: "CollageBenchPixels",
            dependencies: [
                "BenchmarkKit", "SamplePhotos", "CCodecs", "CanvasPainting", "CSystem", "Vips", "Wire",
                "Layout",
            ],
            path: "Benchmarks/PixelSuites"),

        .testTarget(name: "StreamsTests", dependencies: ["Streams"]),
        .testTarget(name: "StreamsFoundationTests", dependencies: ["StreamsFoundation"]),
        .testTarget(name: "LayoutTests", dependencies: ["Layout"]),
        .testTarget(name: "WireTests", dependencies: ["Wire", "CSystem", "Layout"]),
        .testTarget(name: "VipsTests", dependencies: ["Vips", "CVips", "Layout", "SamplePhotos"]),
        .testTarget(name: "CollageTests", dependencies: ["Collage", "Layout", "Streams", "Wire"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "CollageCommand", "CollageWorker", "Collage", "Wire", "Layout", "SamplePhotos", "Vips",
            ]),
        .executableTarget(
            name: "BenchmarkFixture", dependencies: ["BenchmarkKit"], path: "Tests/BenchmarkFixture"),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit", "BenchmarkFixture"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// `make fuzz` sets it. libFuzzer brings the main function, so that nothing else may have one: the worker is a
// library then, and what is no part of it is left out.
if Context.environment["COLLAGE_FUZZING"] != nil {
    let worker = package.targets.first { $0.name == "CollageWorker" }!
    package.products = []
    package.targets.removeAll { $0.type == .executable || $0.type == .test }
    package.targets += [
        .target(name: worker.name, dependencies: worker.dependencies, exclude: ["main.swift"]),
        .target(name: "Counters", path: "Tests/Fuzzing/Counters"),
        .executableTarget(
            name: "CollageFuzzing",
            dependencies: ["Counters", "CollageWorker", "Vips", "Wire", "Layout", "SamplePhotos"],
            path: "Tests/Fuzzing/Targets"),
    ]
}
