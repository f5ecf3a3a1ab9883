// Why an output is made anew, for `--explain`.

import Wire

/// Why a page can't stay as it is.
enum StaleReason: Hashable, Sendable {
    case neverMade
    /// There is a file, but nothing is known of it.
    case notRemembered
    case outputMissing
    case outputChanged
    case forced
    case renderer(old: Int)
    /// Names of the settings, with old and new values.
    case settings([String])
    case photos(PhotoChanges)
    /// The same photos in other places, of another order or layout.
    case arrangement
    case transientFaults(Int)
    case moreMemory
    case content(RawPath)
    case contentNotRecorded
}

/// How the photos of a page differ from those that it was made of.
struct PhotoChanges: Hashable, Sendable {
    var added = 0
    var changed = 0
    var removed = 0
    /// The first that is new or changed; of those that are gone no names are kept.
    var first: RawPath?

    /// Compares a page's photos with the prints of those before.
    init(from old: [PhotoPrint], to photos: [FoundPhoto]) {
        var states: [UInt32: UInt32] = [:]
        for print in old { states[print.name] = print.state }
        for photo in photos {
            let print = PhotoPrint(photo)
            switch states.removeValue(forKey: print.name) {
            case nil: added += 1
            case print.state: continue
            default: changed += 1
            }
            if first == nil { first = photo.path }
        }
        removed = states.count
    }

    var isEmpty: Bool { added + changed + removed == 0 }
}

extension StaleReason: CustomStringConvertible {
    var description: String {
        switch self {
        case .neverMade: "it was not made before"
        case .notRemembered: "it is there, but nothing is known of how it was made"
        case .outputMissing: "it is gone"
        case .outputChanged: "somebody has changed it"
        case .forced: "--force"
        case .renderer(let old):
            "revision \(old) of the renderer made it; now it is \(RendererRevision.current)"
        case .settings(let changes): "settings: \(changes.joined(separator: ", "))"
        case .photos(let changes): changes.description
        case .arrangement: "its photos are in another order, or elsewhere"
        case .transientFaults(let count):
            "\(Counted.text(count, "photo")) could not be shown, and may be now"
        case .moreMemory: "a photo was too large for the memory, of which there is another amount now"
        case .content(let photo): "\(photo) has other content"
        case .contentNotRecorded: "the content of its photos was not recorded"
        }
    }
}

extension PhotoChanges: CustomStringConvertible {
    var description: String {
        let parts = [(added, "added"), (changed, "changed"), (removed, "removed")]
            .filter { $0.0 > 0 }
            .map { "\(Counted.text($0.0, "photo")) \($0.1)" }
        return parts.joined(separator: ", ") + (first.map { "; first \($0)" } ?? "")
    }
}
