// Where in the journal each output's last line is: sixteen bytes an output, so that a million fit in memory.

/// Places of lines by the hash of the output's name.
struct JournalIndex {
    private struct Entry {
        var hash: UInt64
        var offset: Int
    }

    private var entries: [Entry] = []
    private var marks: [Mark.RawValue] = []

    /// What this run knows of an output.
    struct Mark: OptionSet {
        var rawValue: UInt8
        /// Something of this run goes there.
        static let isWanted = Mark(rawValue: 1)
        /// A page of a collage that has fewer pages now.
        static let isSurplus = Mark(rawValue: 2)
    }

    var count: Int { entries.count }

    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    /// Adds a line; to be called in the order of the lines, before `sort`.
    mutating func add(hash: UInt64, offset: Int) {
        entries.append(Entry(hash: hash, offset: offset))
    }

    /// Makes the index ready to be asked; of several lines of an output the last one stays.
    mutating func sort() {
        entries.sort { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
        var kept = 0
        for place in entries.indices {
            if kept > 0, entries[kept - 1].hash == entries[place].hash { kept -= 1 }
            entries[kept] = entries[place]
            kept += 1
        }
        entries.removeLast(entries.count - kept)
        marks = Array(repeating: 0, count: kept)
    }

    /// The offset of the output's last line.
    func offset(of hash: UInt64) -> Int? {
        place(of: hash).map { entries[$0].offset }
    }

    mutating func mark(_ hash: UInt64, _ mark: Mark) {
        if let place = place(of: hash) { marks[place] |= mark.rawValue }
    }

    func marks(of hash: UInt64) -> Mark {
        Mark(rawValue: place(of: hash).map { marks[$0] } ?? 0)
    }

    private func place(of hash: UInt64) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].hash == hash ? low : nil
    }
}
