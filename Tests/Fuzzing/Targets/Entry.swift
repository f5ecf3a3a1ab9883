// Where libFuzzer comes in: its options that are ours, one input, one mutation.

import Glibc
import Vips

/// What is fuzzed, chosen with `--target=NAME`.
enum FuzzTarget: String, CaseIterable {
    /// A photo's file, on the whole way that a worker takes.
    case photo
    /// The parsers of photos that are our own, without libvips: a hundred times as fast.
    case parsers
    /// Messages between coordinator and worker.
    case wire

    /// Set once, before the first input.
    nonisolated(unsafe) static var chosen = FuzzTarget.photo

    func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .photo: PhotoFuzzing.run(bytes)
        case .parsers: ParserFuzzing.run(bytes)
        case .wire: WireFuzzing.run(bytes)
        }
    }
}

/// Stops where something that always holds does not: libFuzzer then keeps the input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
    guard !holds else { return }
    fatalError("broken: \(what())")
}

/// libFuzzer passes over options with two dashes: they are ours.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    let words = (0..<Int(count.pointee)).map { String(cString: arguments.pointee[$0]) }
    func option(_ name: String) -> String? {
        words.first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
    }
    guard let target = option("target").flatMap(FuzzTarget.init(rawValue:)) else {
        fatalError("--target=NAME is one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    FuzzTarget.chosen = target
    do {
        if target == .photo || option("seeds") != nil { try VipsLibrary.start(programName: "collage-fuzz") }
        if let folder = option("seeds") {
            try Seeds.write(for: target, into: folder)
            exit(0)
        }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// libFuzzer's own mutations; most PNGs get their check sums right again, or libpng would look no further.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: CUnsignedInt
) -> Int {
    let length = mutate(bytes, count, room)
    if seed % 8 != 0 { PNGCheckSums.repair(UnsafeMutableRawBufferPointer(start: bytes, count: length)) }
    return length
}
