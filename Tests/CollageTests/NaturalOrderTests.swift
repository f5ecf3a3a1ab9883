// The order of names.

import Testing

@testable import Collage

@Suite struct NaturalOrderTests {
    @Test func digitsSortByValueAndTheRestByScalars() {
        let sorted: [RawPath] = [
            "", "1.jpg", "01.jpg", "1x.jpg", "2.jpg", "10.jpg", "12.jpg", "12x", "112", "A.jpg", "a.jpg",
            "a1b2.jpg", "a1b10.jpg", "a2b1.jpg",
            "a99999999999999999999998.jpg", "a99999999999999999999999.jpg", "b", "é.jpg", "月.jpg", "🔌.jpg",
        ]
        for (index, name) in sorted.enumerated() {
            #expect(!NaturalOrder.precedes(name, name))
            for later in sorted[(index + 1)...] {
                // “1” and “01” have one value: the tie is broken by bytes.
                let isTie = name == "1.jpg" && later == "01.jpg"
                #expect(NaturalOrder.precedes(name, later) != isTie, "\(name) and \(later)")
                #expect(NaturalOrder.precedes(later, name) == isTie)
            }
        }
    }

    @Test func invalidTextSortsByBytes() {
        #expect(NaturalOrder.precedes(RawPath(bytes: [0xC3]), RawPath(bytes: [0xFF])))
    }
}
