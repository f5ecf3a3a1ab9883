// A folder of a test's own, and what tests do in it.

import Foundation
import Layout
import SamplePhotos
import Vips

/// A temporary folder that goes with the test.
final class Sandbox {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "collage-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.libvips.get()
    }

    /// Tests make their pictures with libvips, on many threads: it is started once, before all of them.
    private static let libvips = Result { try VipsLibrary.start(programName: "tests") }

    deinit {
        chmod(path, 0o755)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The absolute path of something in the folder.
    func callAsFunction(_ relative: String) -> String { path + "/" + relative }

    /// Writes a small sound photo, and the folders on the way to it.
    func photo(_ relative: String, _ picture: TestPicture = TestPicture()) throws {
        try picture.write(to: place(relative))
    }

    func file(_ relative: String, _ bytes: [UInt8] = []) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: place(relative)))
    }

    func folder(_ relative: String) throws {
        try FileManager.default.createDirectory(atPath: self(relative), withIntermediateDirectories: true)
    }

    func exists(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: self(relative)) }

    func bytes(_ relative: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: self(relative))))
    }

    /// What tells whether a file was written: inode, size, time of change.
    func state(_ relative: String) -> [String] {
        var status = stat()
        guard lstat(self(relative), &status) == 0 else { return [] }
        return [
            "\(status.st_ino)", "\(status.st_size)", "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)",
        ]
    }

    func modified(_ relative: String) -> timespec {
        var status = stat()
        lstat(self(relative), &status)
        return status.st_mtim
    }

    func setModified(_ relative: String, _ time: timespec) {
        let times = [time, time]
        utimensat(AT_FDCWD, self(relative), times, 0)
    }

    /// Makes a file that old.
    func age(_ relative: String, seconds: Int) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        now.tv_sec -= seconds
        setModified(relative, now)
    }

    /// All files below a folder, as paths relative to it, sorted; but for what runs remember in `.collage`.
    func files(in relative: String) -> [String] {
        allFiles(in: relative).filter { file in
            !file.split(separator: "/").contains(".collage") || file.hasSuffix(".tmp")
        }
    }

    /// The same with what runs remember.
    func allFiles(in relative: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: self(relative))?.compactMap { $0 as? String } ?? []
        var isFolder: ObjCBool = false
        return all.filter {
            FileManager.default.fileExists(atPath: self(relative + "/" + $0), isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// The decoded pixels of a picture.
    func picture(_ relative: String) throws -> Picture { try Picture(path: self(relative)) }

    private func place(_ relative: String) throws -> String {
        let path = self(relative)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        return path
    }
}

/// A decoded picture, to look at its pixels.
struct Picture: CustomStringConvertible {
    let size: PixelSize
    /// Without the pixels, which no message of a test should show.
    var description: String { "a picture of \(size) pixels" }
    private let pixels: [UInt8]

    init(path: String) throws {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let file = try PhotoFile(descriptor: descriptor)
        let header = try file.header()
        size = header.uprightSize
        var pixels = [UInt8](repeating: 0, count: size.area * 3)
        let tile = Vips.TileRequest(crop: PixelRect(size), size: size)
        let width = size.width
        _ = try pixels.withUnsafeMutableBytes {
            try file.paint(tile, header: header, into: $0.baseAddress!, bytesPerRow: width * 3)
        }
        self.pixels = pixels
    }

    func colour(x: Int, y: Int) -> RGBColour {
        let offset = (y * size.width + x) * 3
        return RGBColour(red: pixels[offset], green: pixels[offset + 1], blue: pixels[offset + 2])
    }

    /// Whether a pixel and those around it have about a colour: 14 of 255 a channel are allowed.
    ///
    /// - Parameter radius: of the square whose mean counts, since photos are noisy.
    func shows(_ colour: RGBColour, x: Int, y: Int, radius: Int = 0) -> Bool {
        let square = (y - radius...y + radius).flatMap { y in
            (x - radius...x + radius).map { x in self.colour(x: x, y: y) }
        }
        func mean(_ channel: KeyPath<RGBColour, UInt8>) -> UInt8 {
            UInt8(square.reduce(0) { $0 + Int($1[keyPath: channel]) } / square.count)
        }
        let here = RGBColour(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
        return [(here.red, colour.red), (here.green, colour.green), (here.blue, colour.blue)]
            .allSatisfy { abs(Int($0) - Int($1)) <= 14 }
    }

    /// Whether the middles of a rectangle's quadrants have the test picture's colours.
    func showsTestPicture(in rect: PixelRect) -> Bool {
        let (left, right) = (rect.x + rect.width / 4, rect.x + rect.width * 3 / 4)
        let (top, bottom) = (rect.y + rect.height / 4, rect.y + rect.height * 3 / 4)
        let points = [(left, top), (right, top), (left, bottom), (right, bottom)]
        return zip(points, TestPicture.colours).allSatisfy { shows($1, x: $0.0, y: $0.1) }
    }
}
