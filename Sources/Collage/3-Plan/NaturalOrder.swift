// The order of names that people expect: photo2 before photo10, the same everywhere.

/// Natural order: runs of digits by value, the rest by Unicode scalars, ties by bytes; no locale.
enum NaturalOrder {
    /// Whether the first comes before the second.
    static func precedes(_ left: RawPath, _ right: RawPath) -> Bool {
        left.bytes.withUnsafeBufferPointer { left in
            right.bytes.withUnsafeBufferPointer { right in precedes(left, right) }
        }
    }

    static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        let shorter = min(left.count, right.count)
        var difference = 0
        while difference < shorter, left[difference] == right[difference] { difference += 1 }
        // What is the beginning of the other comes first, whatever follows.
        if difference == shorter { return left.count < right.count }
        // Where numbers differ it is from their first digit on that they do.
        var a = difference
        while a > 0, isDigit(left[a - 1]) { a -= 1 }
        var b = a
        while a < left.count, b < right.count {
            if isDigit(left[a]), isDigit(right[b]) {
                let (one, other) = (takeNumber(left, &a), takeNumber(right, &b))
                // Without leading zeros, the longer number is the larger.
                if one.count != other.count { return one.count < other.count }
                if !one.elementsEqual(other) { return one.lexicographicallyPrecedes(other) }
            } else {
                // UTF-8 sorts by bytes as it does by scalars.
                if left[a] != right[b] { return left[a] < right[b] }
                a += 1
                b += 1
            }
        }
        let (leftHasEnded, rightHasEnded) = (a == left.count, b == right.count)
        if leftHasEnded != rightHasEnded { return leftHasEnded }
        return left[difference] < right[difference]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Takes a run of digits, and gives it without leading zeros.
    private static func takeNumber(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        var start = position
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
        while start < position, bytes[start] == 48 { start += 1 }
        return bytes[start..<position]
    }
}
