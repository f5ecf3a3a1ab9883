// What the process knows of its own memory.

import Testing

@testable import Collage

@Suite struct ProcessMemoryTests {
    @Test func peakMemoryIsAtLeastWhatWasTouched() {
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        #expect(bytes.last == 1)
        #expect(ProcessMemory.peak > 64 << 20)
    }
}
