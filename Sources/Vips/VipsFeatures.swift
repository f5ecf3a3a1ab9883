// What this libvips can do, found out by doing it.
import CVips
import Glibc
import Layout

/// Which formats load and save here, and whether text can be rendered.
public struct VipsFeatures: Hashable, Sendable {
    public var loads: Set<PhotoFormat>
    public var saves: Set<OutputFormat>
    /// False without fonts.
    public var rendersText: Bool
}

extension VipsLibrary {
    /// Tries every format on a small picture; takes some tens of milliseconds.
    public static func features() -> VipsFeatures {
        var features = VipsFeatures(loads: [], saves: [], rendersText: cvips_can_render_text())
        for format in OutputFormat.allCases {
            let bytes = encodeSmall(PixelEncoding(format: format.photoFormat))
            if bytes != nil { features.saves.insert(format) }
        }
        for format in PhotoFormat.allCases {
            let bytes = encodeSmall(PixelEncoding(format: format))
            if let bytes, loads(bytes) { features.loads.insert(format) }
        }
        _ = takeMessages()
        return features
    }

    /// A file with a picture of 16 x 16 in it, gone when closed; nil if this encoding does not work here.
    private static func encodeSmall(_ encoding: PixelEncoding) -> UnnamedFile? {
        guard let file = UnnamedFile() else { return nil }
        let pixels = [UInt8](repeating: 128, count: 16 * 16 * 3)
        do {
            try encoding.encode(pixels, size: PixelSize(width: 16, height: 16), to: file.descriptor)
            return file
        } catch {
            return nil
        }
    }

    private static func loads(_ file: UnnamedFile) -> Bool {
        do {
            let photo = try PhotoFile(descriptor: file.descriptor)
            let header = try photo.header()
            let tile = TileRequest(crop: PixelRect(header.uprightSize), size: PixelSize(width: 4, height: 4))
            var pixels = [UInt8](repeating: 0, count: 48)
            return try pixels.withUnsafeMutableBytes { bytes throws(VipsError) in
                try photo.paint(tile, header: header, into: bytes.baseAddress!, bytesPerRow: 12).damage == nil
            }
        } catch {
            return false
        }
    }
}

/// A temporary file without a name, closed with its last reference.
final class UnnamedFile {
    private let stream: UnsafeMutablePointer<FILE>

    init?() {
        guard let stream = tmpfile() else { return nil }
        self.stream = stream
    }

    deinit {
        fclose(stream)
    }

    var descriptor: Int32 { fileno(stream) }
}
