// Names for formats that forbid some characters: what becomes the same is told apart again.

struct UniqueNames {
    private var taken: Set<String> = []

    /// The name itself the first time, then `name#01` and so on, as Go's package testing does.
    mutating func name(_ wanted: String) -> String {
        var (name, number) = (wanted, 0)
        while !taken.insert(name).inserted {
            number += 1
            name = "\(wanted)#\(number < 10 ? "0" : "")\(number)"
        }
        return name
    }
}
