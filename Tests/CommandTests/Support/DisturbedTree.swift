// A tree of photos in two states, and what must hold of its outputs however a run ended.

import Foundation
import Layout
import SamplePhotos
import Testing

/// Photos that were rendered once, and have changed since: the run that follows is the one to disturb.
struct DisturbedTree {
    let sandbox = try! Sandbox()
    private static let options = [
        "-o", "out", "--tile", "32x24", "--per-page", "3", "--prune", "--jobs", "2",
    ]

    /// Sets up the photos, renders them as they were, and changes them.
    init() throws {
        for (path, bytes) in Self.before.photos { try sandbox.file(path, bytes) }
        for folder in ["photos/\(0)", "photos/\(1)"] { try sandbox.folder(folder) }
        guard try run().status == 3 else { throw Unexpected(what: "the first run") }
        try Self.change(sandbox)
    }

    struct Unexpected: Error { var what: String }

    @discardableResult
    func run(_ arguments: String..., fault: String = "", prefix: [String] = []) throws -> CommandRun {
        try CommandRun(
            Self.options + arguments + ["photos"], in: sandbox, environment: ["COLLAGE_FAULT": fault],
            prefix: prefix)
    }

    func start(fault: String = "") throws -> RunningCommand {
        try RunningCommand(Self.options + ["photos"], in: sandbox, environment: ["COLLAGE_FAULT": fault])
    }

    /// Each output is whole: as it was, or as it will be.
    ///
    /// - Parameter mayMissPhotos: whether outputs that were not there before may show less.
    func expectWholeOutputs(
        _ what: String, mayMissPhotos: Bool = false, location: SourceLocation = #_sourceLocation
    ) throws {
        for name in sandbox.files(in: "out") where !name.hasSuffix(".tmp") {
            if mayMissPhotos, Self.before.outputs[name] == nil { continue }
            let bytes = try sandbox.bytes("out/" + name)
            let isWhole = bytes == Self.before.outputs[name] || bytes == Self.after.outputs[name]
            #expect(
                isWhole, "\(what): \(name) is neither the old one nor the new one", sourceLocation: location)
        }
        for name in Self.after.outputs.keys where Self.before.outputs[name] != nil {
            #expect(sandbox.exists("out/" + name), "\(what): \(name) is lost", sourceLocation: location)
        }
    }

    /// The next run completes, and all is as if nothing had happened.
    func expectRecovery(_ what: String, location: SourceLocation = #_sourceLocation) throws {
        let next = try run()
        // The photo that is broken was reported by the first run.
        #expect(next.status == 0, "\(what): \(next.error)", sourceLocation: location)
        #expect(next.error == "", "\(what)", sourceLocation: location)
        let names = sandbox.files(in: "out")
        #expect(names == Self.after.outputs.keys.sorted(), "\(what)", sourceLocation: location)
        for name in names {
            #expect(
                try sandbox.bytes("out/" + name) == Self.after.outputs[name], "\(what): \(name)",
                sourceLocation: location)
        }
        #expect(
            sandbox.allFiles(in: "").allSatisfy { !$0.hasSuffix(".tmp") }, "\(what)", sourceLocation: location
        )
        let check = try CommandRun(["check"] + Self.options + ["photos"], in: sandbox)
        #expect(check.status == 0, "\(what): it is not fresh", sourceLocation: location)
    }

    // MARK: The two states

    private struct State {
        var photos: [String: [UInt8]]
        var outputs: [String: [UInt8]]
    }

    private static let before = try! state { _ in }
    private static let after = try! state(change)

    private static func state(_ change: (Sandbox) throws -> Void) throws -> State {
        let sandbox = try Sandbox()
        for index in 0..<5 {
            for photo in 0..<(index == 0 ? 8 : 2) {
                try sandbox.photo(
                    "photos/\(index)/\(photo).jpg", TestPicture(PixelSize(width: 40 + 8 * index, height: 32)))
            }
        }
        try sandbox.file("photos/4/2.jpg", Array(sandbox.bytes("photos/4/1.jpg").dropLast(150)))
        try change(sandbox)
        let run = try CommandRun(options + ["photos"], in: sandbox)
        guard run.status == 3 else { throw Unexpected(what: run.error) }
        func contents(_ folder: String) throws -> [String: [UInt8]] {
            Dictionary(
                uniqueKeysWithValues: try sandbox.files(in: folder).map {
                    ($0, try sandbox.bytes(folder + "/" + $0))
                })
        }
        let photos = try contents("photos")
        return State(
            photos: Dictionary(uniqueKeysWithValues: photos.map { ("photos/" + $0.key, $0.value) }),
            outputs: try contents("out"))
    }

    /// Every kind of change: photos added, replaced, removed, and a folder that is gone.
    private static func change(_ sandbox: Sandbox) throws {
        try sandbox.photo("photos/0/3a.jpg", TestPicture(PixelSize(width: 32, height: 48)))
        try sandbox.photo("photos/1/0.jpg", TestPicture(PixelSize(width: 48, height: 32)))
        try FileManager.default.removeItem(atPath: sandbox("photos/2/0.jpg"))
        try FileManager.default.removeItem(atPath: sandbox("photos/3"))
        try sandbox.photo("photos/4/0.jpg", TestPicture(PixelSize(width: 32, height: 32)))
        try sandbox.photo("photos/5/0.jpg", TestPicture(PixelSize(width: 56, height: 32)))
    }
}
