// What is kept from photo to photo, since making it anew would cost more than a small tile.

/// The memory that files are read into, and the conversions of colours; for one photo at a time.
public final class KeptResources {
    let buffer = ReadBuffer()
    let conversions = ColourConversions()

    public init() {}
}
