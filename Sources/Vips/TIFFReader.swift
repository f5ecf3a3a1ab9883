// Bounds-checked access to directories of TIFF, which EXIF is written in, too.

/// A TIFF structure in either byte order, classic or with offsets of 8 bytes (BigTIFF).
///
/// Source: TIFF 6.0, section 2; for BigTIFF, libtiff's design page of it.
struct TIFFReader {
    struct Entry {
        var type: Int
        var count: Int
        /// Where the value, or the offset to it, stands.
        var place: Int
    }

    struct Directory {
        /// By tag.
        var entries: [Int: Entry] = [:]
        /// Where the next one lies; 0 behind the last.
        var next = 0
        /// Where its entries end, or would if the bytes held all of them.
        var end = 0

        subscript(_ tag: Int) -> Entry? { entries[tag] }
    }

    /// More are no directory but chance.
    private static let mostEntries = 4096

    let bytes: PhotoBytes
    /// 0 where there is none.
    let firstDirectory: Int
    private let isLittleEndian: Bool
    private let isBig: Bool

    /// Nil without a TIFF's beginning.
    init?(_ bytes: PhotoBytes) {
        self.bytes = bytes
        switch bytes.integer(at: 0, length: 2) {
        case 0x4949: isLittleEndian = true
        case 0x4D4D: isLittleEndian = false
        default: return nil
        }
        switch bytes.integer(at: 2, length: 2, isLittleEndian: isLittleEndian) {
        case 42: isBig = false
        case 43: isBig = true
        default: return nil
        }
        let length = isBig ? 8 : 4
        firstDirectory = bytes.integer(at: length, length: length, isLittleEndian: isLittleEndian) ?? 0
    }

    private func number(at place: Int, _ length: Int) -> Int? {
        bytes.integer(at: place, length: length, isLittleEndian: isLittleEndian)
    }

    /// The directory at that place, as far as the bytes hold it; nil where they don't begin it.
    func directory(at place: Int) -> Directory? {
        let offsetLength = isBig ? 8 : 4
        let countLength = isBig ? 8 : 2
        guard place > 0, let count = number(at: place, countLength), count <= Self.mostEntries else {
            return nil
        }
        let entryLength = isBig ? 20 : 12
        let nextPlace = place + countLength + count * entryLength
        // Some end without the next one's place, EXIF's own for instance.
        var directory = Directory(next: number(at: nextPlace, offsetLength) ?? 0, end: nextPlace)
        for index in 0..<count {
            let entry = place + countLength + index * entryLength
            guard let tag = number(at: entry, 2), let type = number(at: entry + 2, 2),
                let valueCount = number(at: entry + 4, offsetLength)
            else { break }
            // The first of equal tags counts, as in most readers.
            if directory.entries[tag] == nil {
                directory.entries[tag] = Entry(
                    type: type, count: valueCount, place: entry + 4 + offsetLength)
            }
        }
        return directory
    }

    /// Where the values of an entry lie; nil for types that are unknown, and for more than any file holds.
    func values(of entry: Entry) -> Range<Int>? {
        guard let size = Self.size(ofType: entry.type) else { return nil }
        let (length, isTooMuch) = entry.count.multipliedReportingOverflow(by: size)
        guard !isTooMuch else { return nil }
        let offsetLength = isBig ? 8 : 4
        let start = length <= offsetLength ? entry.place : number(at: entry.place, offsetLength)
        guard let start, start <= Int.max - length else { return nil }
        return start..<start + length
    }

    /// The first value, if it is a whole number.
    func integer(_ entry: Entry) -> Int? { integers(entry, most: 1)?.first }

    /// The values of whole numbers, without a sign, in their order; nil if they are not, or not there.
    func integers(_ entry: Entry, most: Int) -> [Int]? {
        guard [1, 3, 4, 13, 16, 18].contains(entry.type), let size = Self.size(ofType: entry.type),
            let values = values(of: entry), values.upperBound <= bytes.count
        else { return nil }
        let count = min(entry.count, most)
        guard let list = bytes.bytes(values.lowerBound..<values.lowerBound + count * size) else { return nil }
        var numbers: [Int] = []
        numbers.reserveCapacity(count)
        for start in stride(from: 0, to: count * size, by: size) {
            var value: UInt64 = 0
            for place in 0..<size {
                value = value << 8 | UInt64(list[start + (isLittleEndian ? size - 1 - place : place)])
            }
            guard let number = Int(exactly: value) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// An ASCII value up to its first zero, without blanks around it; nil if nothing is left.
    func text(_ entry: Entry) -> String? {
        guard entry.type == 2, entry.count <= 256, let values = values(of: entry) else { return nil }
        let value = bytes.bytes(values)?.prefix { $0 != 0 }
        let blank = UInt8(ascii: " ")
        guard let value, let first = value.firstIndex(where: { $0 != blank }),
            let last = value.lastIndex(where: { $0 != blank })
        else { return nil }
        return String(decoding: value[first...last], as: UTF8.self)
    }

    /// Bytes of one value; TIFF 6.0, section 2, IFD of its supplement, and the three of BigTIFF.
    private static func size(ofType type: Int) -> Int? {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: nil
        }
    }
}
