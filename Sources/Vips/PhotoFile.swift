// A photo's bytes, read from an open descriptor: the beginning at once, the rest when pixels are wanted.
import CVips
import Glibc

/// A photo in an open file. It must not outlive its descriptor, nor the next photo with the same resources.
public final class PhotoFile {
    /// PNG and TIFF files larger than this are streamed from their descriptor instead of being read whole.
    public static let largestHeld = 32 << 20
    /// A length above this, or above so many times what is there, is not believed of a file that is shorter.
    static let largestPadded = 64 << 20
    static let mostPadding = 16
    /// Read at once: enough for the headers of nearly all photos.
    static let prefixLength = 128 << 10

    public let byteCount: Int
    public let format: PhotoFormat
    let descriptor: Int32
    let kept: KeptResources
    private var buffer: ReadBuffer { kept.buffer }
    private let largestHeld: Int
    private var readCount = 0
    /// With the zeros that stand for what is missing.
    private var paddedCount = 0
    private var knownStructure: PhotoStructure?
    private var knownChunks: PNGChunks?

    /// Sizes up the file and tells its format from its content; the descriptor stays the caller's.
    ///
    /// Never by mmap: a file that is cut short meanwhile must be an error, not a SIGBUS.
    public init(
        descriptor: Int32, kept: KeptResources = KeptResources(), largestHeld: Int = PhotoFile.largestHeld
    ) throws(VipsError) {
        // What was said of the photo before is not to be told of this one.
        _ = VipsLibrary.takeMessages()
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("fstat", errno: errno) }
        byteCount = Int(status.st_size)
        guard byteCount > 0 else {
            throw VipsError(operation: "read", message: "the file is empty", kind: .empty)
        }
        self.descriptor = descriptor
        self.kept = kept
        self.largestHeld = largestHeld
        let wanted = min(byteCount, Self.prefixLength)
        let count = try Self.read(descriptor, from: 0, to: wanted, into: kept.buffer)
        guard let format = PhotoFormat.sniff(UnsafeRawBufferPointer(rebasing: kept.buffer.bytes[..<count]))
        else {
            throw VipsError(
                operation: "sniff", message: "not a photo in any supported format", kind: .unsupported)
        }
        self.format = format
        readCount = count
    }

    /// What has been read so far, from the beginning.
    var prefix: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer.bytes[..<readCount]) }

    /// Whether this file is read as it is decoded, instead of being held in memory.
    var isStreamed: Bool { (format == .png || format == .tiff) && byteCount > largestHeld }

    /// Bytes of the file that are held in memory while it is painted.
    public var memory: Int { isStreamed ? 0 : min(max(byteCount, paddedCount), ReadBuffer.largest) }

    /// All of the file, what is not held read as it is asked for.
    var anyBytes: PhotoBytes { PhotoBytes(prefix, of: descriptor, count: byteCount) }

    /// The chunks of a PNG; walked once. Nil without a header.
    func pngChunks() -> PNGChunks? {
        if let knownChunks { return knownChunks }
        knownChunks = PNGChunks(anyBytes)
        return knownChunks
    }

    /// How far the file goes, by its structure; walked once.
    /// - Throws: if it holds no pixels at all, and for what no reader here can show.
    func structure() throws(VipsError) -> PhotoStructure {
        if let knownStructure { return knownStructure }
        let structure =
            if format == .png {
                try PhotoStructure(pngChunks())
            } else {
                try PhotoStructure(isStreamed ? anyBytes : PhotoBytes(contents()), format: format)
            }
        knownStructure = structure
        return structure
    }

    /// The whole file.
    func contents() throws(VipsError) -> UnsafeRawBufferPointer {
        if readCount < byteCount {
            readCount = try Self.read(descriptor, from: readCount, to: byteCount, into: buffer)
        }
        return prefix
    }

    /// What the shim opens this file by, from a place in it on; good for as long as the file.
    func source(shrink: Int, tolerant: Bool, start: Int = 0) throws(VipsError) -> cvips_source {
        var source = cvips_source()
        source.format = format.shimFormat
        source.descriptor = descriptor
        source.shrink = Int32(shrink)
        source.tolerant = tolerant
        if format == .tiff { source.dropped_bands = Int32(try structure().droppedSamples) }
        if isStreamed {
            lseek(descriptor, 0, SEEK_SET)
        } else {
            let bytes = try paddedContents()
            source.data = bytes.baseAddress.map { UnsafeRawPointer($0 + start) }
            source.length = bytes.count - start
        }
        return source
    }

    /// The whole file, with zeros for what is missing at its end where it says how long it should be.
    ///
    /// Decoders refuse a file that is shorter than its boxes, and show the upper part of one that ends in zeros.
    private func paddedContents() throws(VipsError) -> UnsafeRawBufferPointer {
        let bytes = try contents()
        guard let end = try structure().wantedEnd, end <= Self.largestPadded,
            end / Self.mostPadding <= byteCount
        else { return bytes }
        try buffer.reserve(end)
        memset(buffer.bytes.baseAddress! + min(readCount, end), 0, max(0, end - readCount))
        if format == .webp {
            // RIFF's own length: of all that comes behind it (RFC 9649, 2.4).
            (buffer.bytes.baseAddress! + 4).storeBytes(of: UInt32(end - 8).littleEndian, as: UInt32.self)
        }
        paddedCount = end
        return UnsafeRawBufferPointer(rebasing: buffer.bytes[..<end])
    }

    /// Calls the body while the file's bytes before the given place are without the segments that no decoder needs.
    ///
    /// Libvips turns each EXIF field into texts, twice a photo, and copies them from operation to operation: a
    /// twentieth of a tile's time. The kept segments are moved up to the first scan, and back afterwards.
    func withLeanHeader<Result>(
        _ markers: JPEGMarkers, _ body: (_ start: Int) throws(VipsError) -> Result
    ) throws(VipsError) -> Result {
        guard let end = markers.firstScan, end <= readCount else { return try body(0) }
        let header = Array(prefix[..<end])
        var lean: [UInt8] = [0xFF, 0xD8]
        for segment in markers.neededSegments { lean += header[segment] }
        let start = end - lean.count
        guard start > 0 else { return try body(0) }
        lean.withUnsafeBytes {
            (buffer.bytes.baseAddress! + start).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
        }
        defer {
            header.withUnsafeBytes {
                buffer.bytes.baseAddress!.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
        }
        return try body(start)
    }

    /// Reads from one offset up to another, and gives how far it came: less if the file was cut short.
    private static func read(
        _ descriptor: Int32, from start: Int, to end: Int, into buffer: ReadBuffer
    ) throws(VipsError) -> Int {
        try buffer.reserve(end)
        var count = start
        while count < end {
            let got = pread(descriptor, buffer.bytes.baseAddress! + count, end - count, off_t(count))
            if got < 0 && errno == EINTR { continue }
            if got < 0 { throw .system("read", errno: errno) }
            if got == 0 { break }
            count += got
        }
        return count
    }
}
