// What people read: tables, numbers, and facts of the machine.
import Testing

@testable import BenchmarkKit

@Suite struct TextTests {
    @Test func columnsAreAsWideAsTheirWidestCell() {
        var table = TextTable(heading: ["name", "wall s", "é"])
        table.append(["a", "1.5", "–"])
        table.append(["longer", "10.25", ""])
        #expect(
            table.lines == [
                "name    wall s  é",
                "a          1.5  –",
                "longer   10.25",
            ])
    }

    @Test(arguments: [
        (0.0, 2, "0.00"), (1.005, 1, "1.0"), (0.9996, 3, "1.000"), (-2.5, 1, "-2.5"), (12.3456, 3, "12.346"),
        (7.5, 0, "8"), (-0.001, 2, "0.00"), (.infinity, 2, "n/a"), (3.07, 2, "3.07"),
    ])
    func numbersHaveAFixedNumberOfDigits(value: Double, digits: Int, text: String) {
        #expect(NumberText.fixed(value, digits: digits) == text)
    }

    @Test func coresAreCountedInTheirMask() {
        #expect(MachineFacts.cores(inMask: "ff,0000000f") == 12)
        #expect(MachineFacts.current.cores >= 1)
        #expect(MachineFacts.current.kernel.hasPrefix("Linux "))
    }

    @Test func commandsAreFoundAsShellsFindThem() {
        #expect(ExecutableSearch.find("sh", path: "/nowhere:/bin:/usr/bin") == "/bin/sh")
        #expect(ExecutableSearch.find("bin", path: "/usr") == nil)
        #expect(ExecutableSearch.find("passwd", path: "/etc") == nil)
    }
}
