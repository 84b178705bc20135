import Testing

@testable import Logging

@Suite struct `Texts of messages` {
    private func fits(_ text: String, _ pattern: String) -> Bool { MessageKind("", .info, pattern).fits(text) }

    @Test func `a text is of its kind if it differs only where the kind's may`() {
        #expect(fits("stopped", "stopped"))
        #expect(!fits("stopped now", "stopped"))
        #expect(fits("panel a is gone", "panel … is gone"))
        #expect(fits("panel  is gone", "panel … is gone"))
        #expect(!fits("panel a is gone again", "panel … is gone"))
        #expect(!fits("a panel is gone", "panel … is gone"))
        #expect(fits("a: b: c", "…: …: …"))
        #expect(!fits("a: b", "…: …: …"))
        #expect(fits("anything", "…"))
        #expect(!fits("ab", "ab…b"))
    }

    @Test func `a limit may have added how many were left out`() {
        #expect(fits("stopped" + LogMessage.count(3), "stopped"))
        #expect(!fits("stopped (and more)", "stopped"))
    }
}
