// How our own outputs are known again.

/// What every output says of itself, in its XMP packet (XMP specification, part 1, 8.4).
public enum OutputMark {
    /// The value of `xmp:CreatorTool`.
    public static let creatorTool = "collage"
    /// The text that stands in the file.
    public static let text = "xmp:CreatorTool=\"\(creatorTool)\""
}
