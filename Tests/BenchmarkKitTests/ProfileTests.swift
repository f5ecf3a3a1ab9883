// Reading what callgrind writes, and showing it.
import Testing

@testable import BenchmarkKit

@Suite struct ProfileTests {
    /// In the format's own terms: names by number, calls with their inclusive cost, relative lines.
    private let text = """
        # callgrind format
        version: 1
        events: Ir
        ob=(1) /usr/bin/program
        fl=(1) file.c
        fn=(1) outer
        10 100
        +2 5
        cob=(2) /usr/lib/other.so
        cfn=(2) inner
        calls=3 40
        12 900
        * 7
        fn=(3) 0x0000000000401000
        1 11
        ob=(2)
        fn=(2)
        40 900
        fn=(1)
        -3 1
        fn=(4) 0x0000000000007700
        1 2
        """

    @Test func costsAreAFunctionsOwn() throws {
        let output = try #require(CallgrindOutput(text))
        #expect(
            output.functions == [
                "outer": 113, "inner": 900, "without a name, in program": 11,
                "without a name, in other.so": 2,
            ])
        #expect(output.total == 1026)
    }

    @Test func otherThingsAreNoProfile() {
        #expect(CallgrindOutput("") == nil)
        #expect(CallgrindOutput("events: Dr Dw\nfn=(1) a\n1 5") == nil)
    }

    @Test func whatChangedMostComesFirst() throws {
        let base = try #require(CallgrindOutput("events: Ir\nfn=a\n1 100\nfn=b\n1 50\nfn=same\n1 850"))
        let head = try #require(CallgrindOutput("events: Ir\nfn=a\n1 90\nfn=c\n1 70\nfn=same\n1 850"))
        let lines = ProfileTable(base: base, head: head, top: 2).lines
        #expect(
            lines == [
                "function that changed  base  head  difference  of all",
                "c                         0    70         +70   7.0 %",
                "b                        50     0         -50  -5.0 %",
                "",
                "1000 instructions became 1010, +1.0 %; 3 functions changed",
            ])
        let same = ProfileTable(base: base, head: base, top: 2).lines
        #expect(same == ["1000 instructions became 1000, 0.0 %; 0 functions changed"])
        let alone = ProfileTable(base: nil, head: head, top: 1).lines
        #expect(alone[1] == "same               850  84.2 %")
    }

    @Test func swiftNamesAreReadable() {
        #expect(Demangling.name("$sSS5countSivg") == "Swift.String.count.getter : Swift.Int")
        #expect(Demangling.name("$sSS5countSivg'2") == "Swift.String.count.getter : Swift.Int'2")
        #expect(Demangling.name("malloc") == "malloc")
    }
}
