// The journal's file: what goes in comes out, and what is torn or damaged costs only itself.

import Glibc
import Layout
import Testing
import Wire

@testable import Collage

@Suite struct JournalTests {
    private let folder = TemporaryFolder()
    private let state: StateFolder

    init() throws {
        state = try #require(StateFolder(.directory(folder.path)))
        try Folder.make(state.path)
    }

    private func open(isWritten: Bool = true) throws -> Journal {
        try Journal(state, isWritten: isWritten)
    }

    private func record(_ name: RawPath, quality: Int = 85, faults: [RecordedFault] = []) -> OutputRecord {
        OutputRecord(
            output: folder.path.appending(name), root: "/srv/my photos", folder: "2024/07", page: 1, pages: 2,
            key: PageKey(
                settings: "fit=contain quality=\(quality)", digest: Digest(high: 1, low: .max)),
            photos: [PhotoPrint(name: 7, state: .max), PhotoPrint(name: 0, state: 1)],
            candidates: Digest(high: 3, low: 4), file: WrittenFile(size: 12, modified: -5),
            canvas: PixelSize(width: 640, height: 480), photoMemory: 1 << 30, libvips: "8.14.1",
            contents: [1, .max], faults: faults)
    }

    private var bytes: [UInt8] {
        get { (try? FileBytes.read(state.journal)) ?? [] }
        nonmutating set {
            let number = state.journal.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
            _ = write(number, newValue, newValue.count)
            close(number)
        }
    }

    private func expected(_ record: OutputRecord) -> OutputRecord {
        var record = record
        record.output = state.relative(record.output)
        return record
    }

    @Test func whatGoesInComesOut() throws {
        let faults = [
            RecordedFault(
                index: 1, photo: RawPath(bytes: [0xFF, 9, 10, 92, 116]),
                state: WrittenFile(size: 0, modified: 1),
                isShown: true, fault: PhotoFault(.truncated, "a tab \t and a line\n")),
            RecordedFault(
                index: nil, photo: "gone.jpg", state: nil, isShown: false, fault: PhotoFault(.timeout, "")),
        ]
        let one = record(RawPath(bytes: Array("a\tb\\\n".utf8) + [0xFE]), faults: faults)
        let two = record("two.jpg", quality: 10)
        let journal = try open()
        try journal.append(one)
        try journal.append(two)
        let again = try open(isWritten: false)
        #expect(again.record(of: one.output) == expected(one))
        #expect(again.record(of: two.output) == expected(two))
        #expect(again.record(of: "three.jpg") == nil)
        #expect(again.damagedLines == 0)
    }

    @Test func theLastLineOfAnOutputCounts() throws {
        let journal = try open()
        for quality in 1...3 { try journal.append(record("x.jpg", quality: quality)) }
        #expect(
            try open().record(of: folder.path.appending("x.jpg"))?.key.settings == "fit=contain quality=3")
    }

    @Test func aRemovedOutputIsNotRemembered() throws {
        let journal = try open()
        try journal.append(record("x.jpg"))
        try journal.appendRemoval(of: "x.jpg")
        #expect(try open().record(of: folder.path.appending("x.jpg")) == nil)
    }

    @Test func whereverTheLastLineIsTornTheOthersStay() throws {
        let journal = try open()
        try journal.append(record("x.jpg"))
        let whole = bytes
        try journal.append(record("y.jpg"))
        let all = bytes
        for cut in [whole.count, whole.count + 1, (whole.count + all.count) / 2, all.count - 1] {
            bytes = Array(all[..<cut])
            let torn = try open()
            #expect(torn.record(of: folder.path.appending("x.jpg")) != nil)
            #expect(torn.record(of: folder.path.appending("y.jpg")) == nil)
            #expect(torn.damagedLines == 0)
            try torn.append(record("z.jpg"))
            let next = try open()
            #expect(next.record(of: folder.path.appending("z.jpg")) != nil, "cut after \(cut) bytes")
            #expect(next.damagedLines == 0)
        }
    }

    @Test func aTornHeaderIsNoJournalYet() throws {
        try open().append(record("x.jpg"))
        for count in 0..<JournalLines.header.count {
            bytes = Array(JournalLines.header[..<count])
            let journal = try open()
            #expect(journal.isEmpty)
            #expect(bytes == JournalLines.header)
        }
    }

    @Test func aDamagedLineCostsItsOutputAlone() throws {
        let journal = try open()
        for name in ["x.jpg", "y.jpg", "z.jpg"] { try journal.append(record(RawPath(name))) }
        let all = bytes
        let start = try #require(all.split(separator: 10).first { $0.starts(with: Array("o\ty".utf8)) })
            .startIndex
        var damaged = all
        for offset in start..<start + 40 { damaged[offset] = 0 }
        bytes = damaged
        let next = try open()
        #expect(next.damagedLines == 1)
        #expect(next.record(of: folder.path.appending("y.jpg")) == nil)
        #expect(next.record(of: folder.path.appending("x.jpg")) != nil)
        #expect(next.record(of: folder.path.appending("z.jpg")) != nil)
    }

    @Test(arguments: ["collage-journal/2\n", "#!/bin/sh\n", "x", "collage-journal/1 \n"])
    func whatIsNoJournalIsRefusedAndLeftAlone(text: String) throws {
        bytes = Array(text.utf8)
        #expect(throws: SystemError("read", code: EPROTO)) { try open() }
        #expect(bytes == Array(text.utf8))
    }

    @Test func compactionKeepsTheLastLineOfEachOutput() throws {
        let temporaries = TemporaryFiles(runID: "0123456789abcdef", protected: ProtectedPlaces(inputs: []))
        let journal = try open()
        for quality in 1...5 { try journal.append(record("x.jpg", quality: quality)) }
        try journal.append(record("y.jpg"))
        try journal.append(record("z.jpg"))
        try journal.appendRemoval(of: "z.jpg")
        let before = bytes.count
        let next = try open()
        try next.finish(replace: temporaries.replace)
        #expect(bytes.count < before / 2)
        let compact = try open(isWritten: false)
        #expect(compact.record(of: folder.path.appending("x.jpg"))?.key.settings == "fit=contain quality=5")
        #expect(compact.record(of: folder.path.appending("y.jpg")) == expected(record("y.jpg")))
        #expect(compact.record(of: folder.path.appending("z.jpg")) == nil)
        // There is nothing more to be won, and nothing is written.
        let small = bytes
        let last = try open()
        try last.finish { (_, _) throws(SystemError) in Issue.record("the journal is written again") }
        #expect(bytes == small)
    }

    @Test func whatOnlyLooksWritesNothing() throws {
        let journal = try open(isWritten: false)
        try journal.append(record("x.jpg"))
        try journal.finish { (_, _) throws(SystemError) in Issue.record("the journal is written") }
        #expect(bytes.isEmpty)
    }

    @Test func aJournalThatWasRemovedIsNoticed() throws {
        let journal = try open()
        _ = state.journal.withCString { unlink($0) }
        #expect(throws: SystemError("write", code: ENOENT)) { try journal.append(record("x.jpg")) }
    }

    @Test func unwantedAreThoseThatNothingWasFoundFor() throws {
        let writing = try open()
        for name in ["x.jpg", "y.jpg", "z.jpg"] { try writing.append(record(RawPath(name))) }
        let journal = try open()
        journal.want(folder.path.appending("y.jpg"))
        #expect(journal.isWanted("y.jpg"))
        #expect(!journal.isWanted("x.jpg"))
        let unwanted = try journal.unwanted { $0.root == "/srv/my photos" }
        #expect(Set(unwanted.map(\.output)) == ["x.jpg", "z.jpg"])
        #expect(try journal.unwanted { $0.root == "/elsewhere" }.isEmpty)
    }

    @Test func namesOfStateFilesFitWhateverTheOutputIsCalled() throws {
        let long = RawPath(bytes: Array(repeating: UInt8(ascii: "x"), count: 251) + Array(".jpg".utf8))
        let other = RawPath(bytes: [UInt8(ascii: "y")] + long.bytes.dropFirst())
        let (one, two) = (try #require(StateFolder(.file(long))), try #require(StateFolder(.file(other))))
        #expect(one.journal.lastComponent.bytes.count <= 255)
        #expect(one.journal != two.journal)
        #expect(StateFolder(.file("a/b.jpg"))?.lock == "a/.collage/b.jpg.lock")
        #expect(StateFolder(.standardOutput) == nil)
    }
}
