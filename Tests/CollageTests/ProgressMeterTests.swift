// The bar and the words beside it.

import Testing

@testable import Collage

@Suite struct ProgressMeterTests {
    @Test func theBarFillsWithWhatIsDone() {
        #expect(ProgressMeter.bar(0, of: 0) == "[--------------------]")
        #expect(ProgressMeter.bar(1, of: 2) == "[##########----------]")
        #expect(ProgressMeter.bar(199, of: 200) == "[###################-]")
        #expect(ProgressMeter.bar(200, of: 200) == "[####################]")
    }

    @Test func oneIsSingular() {
        #expect(Counted.text(1, "photo") == "1 photo")
        #expect(Counted.text(0, "photo") == "0 photos")
    }
}
