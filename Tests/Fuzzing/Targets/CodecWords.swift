// Where in the codecs an input has been, as far as their words tell.

import Counters

/// The codecs are not instrumented: what they say, and what comes out, is all that leads fuzzing into them.
enum CodecWords {
    /// Counts each sentence of a message, its numbers left out.
    static func count(_ message: String) {
        for sentence in message.utf8.split(separator: UInt8(ascii: ";")) {
            fuzzing_count(hash(sentence.lazy.filter { !(48...57).contains($0) }.prefix(80)))
        }
    }

    /// Counts what a small picture looks like: how bright each of its quarters is, in four steps.
    static func count(_ quarters: [Int], of format: String) {
        fuzzing_count(hash(Array(format.utf8) + quarters.map { UInt8($0 / 64) }))
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
