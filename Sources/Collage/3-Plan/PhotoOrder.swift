// The order of photos on a collage, and which of them are chosen.

import Wire

/// What `--sort` orders by.
public enum SortKey: String, Sendable, CaseIterable {
    case name, date, mtime, random, none
}

/// The options that order and choose photos.
public struct PhotoChoice: Hashable, Sendable {
    /// Nil: by name for folders, as given for lists.
    public var sort: SortKey?
    public var isReversed = false
    public var seed: UInt64 = 0
    /// The first so many of the order.
    public var limit: Int?
    /// So many, evenly over the order.
    public var sample: Int?

    public init() {}

    /// Orders the photos, and divides them into those that are chosen and those that are not.
    func choose(
        from photos: [ProbedPhoto], isList: Bool
    ) -> (chosen: [ProbedPhoto], others: [ProbedPhoto]) {
        var ordered = sorted(photos, by: sort ?? (isList ? .none : .name))
        if isReversed { ordered.reverse() }
        var others: [ProbedPhoto] = []
        if let sample, sample < ordered.count {
            let places = Set((0..<sample).map { $0 * ordered.count / sample })
            others += ordered.indices.lazy.filter { !places.contains($0) }.map { ordered[$0] }
            ordered = ordered.indices.filter(places.contains).map { ordered[$0] }
        }
        if let limit, limit < ordered.count {
            others += ordered[limit...]
            ordered.removeLast(ordered.count - limit)
        }
        return (ordered, others)
    }

    private func sorted(_ photos: [ProbedPhoto], by key: SortKey) -> [ProbedPhoto] {
        switch key {
        case .none: return photos
        case .name: return photos.sorted { NaturalOrder.precedes($0.photo.path, $1.photo.path) }
        case .mtime: return sorted(photos) { $0.photo.identity.map { CaptureDate(modified: $0.modified) } }
        case .date: return sorted(photos, by: \.captureDate)
        case .random:
            var generator = SplitMix64(seed: seed)
            return sorted(photos, by: .name).shuffled(using: &generator)
        }
    }

    /// By a date, those without one last; ties by name.
    private func sorted(
        _ photos: [ProbedPhoto], by date: (ProbedPhoto) -> CaptureDate?
    ) -> [ProbedPhoto] {
        photos.map { (photo: $0, date: date($0)) }
            .sorted { left, right in
                if left.date == right.date {
                    return NaturalOrder.precedes(left.photo.photo.path, right.photo.photo.path)
                }
                guard let first = left.date, let second = right.date else { return left.date != nil }
                return first < second
            }
            .map(\.photo)
    }
}

/// A small generator of random numbers that gives the same ones everywhere.
///
/// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 16.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
