// `--on-error`: what becomes of a photo that can't be shown.

/// What happens where a photo can't be shown.
public enum ErrorPolicy: String, Sendable, CaseIterable {
    /// The tile keeps its place, and shows that a photo is missing.
    case placeholder
    /// The photo is left out: before the layout if its header fails, else its cell stays empty.
    case skip
    /// The collage is not written.
    case fail
}
