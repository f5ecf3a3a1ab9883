// The order of names that people expect: photo2 before photo10, the same everywhere.

/// Natural order: runs of digits by value, the rest by Unicode scalars, ties by bytes; no locale.
enum NaturalOrder {
    /// Whether the first comes before the second.
    static func precedes(_ left: RawPath, _ right: RawPath) -> Bool {
        var a = left.bytes[...]
        var b = right.bytes[...]
        while let first = a.first, let second = b.first {
            if isDigit(first), isDigit(second) {
                let (one, other) = (takeNumber(&a), takeNumber(&b))
                // Without leading zeros, the longer number is the larger.
                if one.count != other.count { return one.count < other.count }
                if one != other { return one.lexicographicallyPrecedes(other) }
            } else {
                // UTF-8 sorts by bytes as it does by scalars.
                if first != second { return first < second }
                a = a.dropFirst()
                b = b.dropFirst()
            }
        }
        if a.isEmpty != b.isEmpty { return a.isEmpty }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Takes a run of digits, and gives it without leading zeros.
    private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = bytes.prefix(while: isDigit)
        bytes = bytes[digits.endIndex...]
        return digits.drop { $0 == 48 }
    }
}
