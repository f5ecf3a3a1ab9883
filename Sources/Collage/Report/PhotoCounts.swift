// How many photos were looked at, and what was wrong with them.

import Wire

/// Counts of photos, those of unchanged outputs included.
struct PhotoCounts {
    private(set) var ok = 0
    private(set) var damaged = 0
    private(set) var failed = 0
    /// Of the damaged and failed ones, those that a run before has reported.
    private(set) var known = 0
    /// The first fault that is not known.
    private(set) var firstNews: (photo: RawPath, fault: PhotoFault)?
    /// The first fault at all.
    private(set) var first: (photo: RawPath, fault: PhotoFault)?

    var faults: Int { damaged + failed }
    var all: Int { ok + faults }

    mutating func add(_ tiles: [PaintedTile]) {
        for tile in tiles {
            if let fault = tile.result.fault {
                add(fault, of: tile.photo.path, isShown: tile.verdict == .damaged, isKnown: tile.isKnown)
            } else {
                ok += 1
            }
        }
    }

    mutating func add(_ dropped: [DroppedPhoto]) {
        for photo in dropped {
            add(photo.fault, of: photo.photo.path, isShown: false, isKnown: photo.isKnown)
        }
    }

    /// What is remembered of an output was reported when it was made.
    mutating func add(_ record: OutputRecord) {
        for fault in record.faults {
            add(fault.fault, of: fault.photo, isShown: fault.isShown, isKnown: true)
        }
        ok += record.photos.count - record.faults.count { $0.index != nil }
    }

    private mutating func add(_ fault: PhotoFault, of photo: RawPath, isShown: Bool, isKnown: Bool) {
        if isShown { damaged += 1 } else { failed += 1 }
        if isKnown { known += 1 }
        if first == nil { first = (photo, fault) }
        if firstNews == nil, !isKnown { firstNews = (photo, fault) }
    }
}
