// What a page is made of, and what is known of the one that it is to replace.

import Wire

/// What goes into the journal with a page, and what the journal says of its predecessor.
struct PageProvenance: Sendable {
    var key: PageKey
    /// Of what the collage's photos were chosen from, where that took their headers.
    var candidates: Digest?
    /// Of each photo; empty where nobody asked for it.
    var contents: [UInt64]
    /// Why the page is made.
    var reason: StaleReason
    /// Photos of the collage that could not be shown, or not whole, when it was last made.
    var formerFaults: [RecordedFault]
    var predecessor: Predecessor

    /// The output that is there.
    enum Predecessor: Hashable, Sendable {
        case none
        /// One of ours, with so many photos missing that another try may show.
        case recorded(transientFaults: Int)
        /// A file of which nothing is remembered, or that somebody has changed.
        case unknown
    }

    /// Whether the same fault in the same bytes was reported before.
    func knows(_ fault: PhotoFault, of photo: FoundPhoto) -> Bool {
        formerFaults.contains { $0.isSame(as: fault, of: photo) }
    }
}
