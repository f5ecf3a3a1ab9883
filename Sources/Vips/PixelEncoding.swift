// Everything that the shim can be asked for when it encodes.
import CVips
import Layout

/// One way to encode pixels in memory: collages use little of it (`PhotoEncoder`), samples and tests the rest.
public struct PixelEncoding: Hashable, Sendable {
    public var format: PhotoFormat
    /// 1...100
    public var quality: Int
    /// Grey, grey and alpha, RGB, RGB and alpha: 1...4.
    public var bands = 3
    /// 8, or 16 in the machine's byte order.
    public var bitsPerSample = 8
    /// Four bands are inks.
    public var isCMYK = false
    /// Progressive JPEG, interlaced PNG.
    public var isInterlaced = false
    /// PNG only.
    public var hasPalette = false
    /// libvips' name of a profile that sRGB pixels are converted to and that is attached; nil leaves them.
    public var profile: String?
    /// Whether RGB pixels that are not converted get the sRGB profile.
    public var attachesProfile = true
    /// JPEG only.
    public var exif: ExifFields?
    /// The value of `xmp:CreatorTool`.
    public var creatorTool: String?

    public init(format: PhotoFormat, quality: Int = 85) {
        self.format = format
        self.quality = quality
    }

    /// Encodes pixels, rows without gaps, to where the descriptor stands.
    public func encode(
        _ pixels: UnsafeRawPointer, size: PixelSize, to descriptor: Int32, halfway: (() -> Void)? = nil
    ) throws(VipsError) {
        precondition(size.width > 0 && size.height > 0)
        var error = cvips_error()
        let xmp = creatorTool.map(Self.xmpPacket)
        let segments = (exif.map { $0.block() }, xmp)
        let encoded = withOptionalBytes(segments.0) { exif in
            withOptionalBytes(segments.1.map { Array($0.utf8) }) { xmp in
                withOptionalString(profile) { profile in
                    withCallback(halfway) { function, context in
                        var encoding = cvips_encoding()
                        encoding.format = format.shimFormat
                        encoding.width = Int32(size.width)
                        encoding.height = Int32(size.height)
                        encoding.bands = Int32(bands)
                        encoding.bits = Int32(bitsPerSample)
                        encoding.cmyk = isCMYK
                        encoding.quality = Int32(min(max(quality, 1), 100))
                        encoding.interlaced = isInterlaced
                        encoding.palette = hasPalette
                        encoding.profile = profile
                        encoding.no_profile = !attachesProfile
                        encoding.exif = exif.baseAddress
                        encoding.exif_length = exif.count
                        encoding.xmp = xmp.baseAddress
                        encoding.xmp_length = xmp.count
                        encoding.halfway = function
                        encoding.context = context
                        return cvips_encode(pixels, &encoding, descriptor, &error)
                    }
                }
            }
        }
        guard encoded else { throw VipsError(error, kind: .failed) }
    }

    /// Source: XMP specification part 1, 7.3; the byte order mark says that it is UTF-8.
    private static func xmpPacket(creatorTool: String) -> String {
        "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
            + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
            + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
            + " xmp:CreatorTool=\"\(creatorTool)\"/></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
    }
}

private func withOptionalBytes<Result>(
    _ bytes: [UInt8]?, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
    guard let bytes else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return bytes.withUnsafeBytes(body)
}

private func withOptionalString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
    guard let text else { return body(nil) }
    return text.withCString(body)
}
