// Where in the journal each output's last line is: sixteen bytes an output, so that a million fit in memory.

/// Places of lines by the hash of the output's name.
struct JournalIndex {
    private struct Entry {
        var hash: UInt64
        var offset: Int
    }

    private var entries: [Entry] = []
    /// Whether something of this run goes there.
    private var wanted: [Bool] = []

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
        wanted = Array(repeating: false, count: kept)
    }

    /// The offset of the output's last line.
    func offset(of hash: UInt64) -> Int? {
        place(of: hash).map { entries[$0].offset }
    }

    mutating func want(_ hash: UInt64) {
        if let place = place(of: hash) { wanted[place] = true }
    }

    func isWanted(_ hash: UInt64) -> Bool { place(of: hash).map { wanted[$0] } ?? false }

    private func place(of hash: UInt64) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].hash == hash ? low : nil
    }
}
