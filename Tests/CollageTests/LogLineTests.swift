// Lines for the journal, as values.

import Testing

@testable import Collage

@Suite struct LogLineTests {
    private func text(_ value: String) -> String {
        LogLine(.info, "e").with("k", value).text
    }

    @Test func plainValuesStandAsTheyAre() {
        #expect(text("a/b-ü.jpg") == "<6>event=e k=a/b-ü.jpg")
    }

    @Test func valuesThatCouldBeMistakenAreQuoted() {
        #expect(text("a b") == #"<6>event=e k="a b""#)
        #expect(text("a=b") == #"<6>event=e k="a=b""#)
        #expect(text(#"a"b\c"#) == #"<6>event=e k="a\"b\\c""#)
    }

    @Test func nothingEndsALineOrSteersATerminal() {
        #expect(text("a\nb\tc") == #"<6>event=e k="a\nb\tc""#)
        #expect(text("\r\u{1b}[0m\u{85}\u{2028}") == #"<6>event=e k="\u000d\u001b[0m\u0085\u2028""#)
    }

    @Test func whatIsNotThereIsLeftOut() {
        #expect(
            LogLine(.warning, "e").with("a", nil as Int?).with("b", "").with("c", 0).text == "<4>event=e c=0")
    }

    @Test func theGravityFollowsTheStatus() {
        func priority(_ status: String) -> LogPriority? {
            CollageLine(root: "r", folder: "f", status: status).logLines.last?.priority
        }
        #expect(priority("built") == .info)
        #expect(priority("planned") == .info)
        #expect(priority("unchanged") == .debug)
        #expect(priority("deferred") == .info)
        for status in ["failed", "kept"] { #expect(priority(status) == .warning) }
    }

    @Test func whatWasReportedBeforeIsNoWarning() {
        let known = TileLine(source: "f/b", verdict: "damaged", reason: "truncated", known: true)
        let line = CollageLine(root: "r", folder: "f", status: "unchanged", tiles: [known])
        #expect(line.logLines.map(\.priority) == [.debug, .debug])
    }

    @Test func eachPhotoWithAFaultHasALineBeforeItsCollage() {
        let line = CollageLine(
            root: "r", folder: "f", status: "built",
            tiles: [
                TileLine(source: "f/a", verdict: "ok"),
                TileLine(source: "f/b", verdict: "damaged", reason: "truncated", message: "cut off"),
            ])
        #expect(
            line.logLines.map(\.text) == [
                #"<4>event=photo verdict=damaged path=r/f/b reason=truncated message="cut off""#,
                "<6>event=collage status=built folder=r/f photos=2",
            ])
    }
}
