import Testing
import Text
import TouchCore

@testable import Configuration

/// A reload does not affect panels whose settings are unchanged.
@Suite struct PanelSettingsTests {
    private static let settings = PanelSettings(id: "main-0", match: PanelMatch(name: "a"))

    private static let changes: [@Sendable (inout PanelSettings) -> Void] = [
        { $0.id = "main-1" }, { $0.match.name = "b" }, { $0.calibration.a = 2 }, { $0.rotation = .quarter }, { $0.area = Rect(0, 0, 1, 1) },
        { $0.rules.outside = PanelRules.Outside.allCases.first { $0 != PanelRules().outside }! }, { $0.grab = true }, { $0.quirks = false },
        { $0.recovery.command = ["true"] }, { $0.output = "HDMI-A-1" }, { $0.grabEscape = .never },
        { $0.virtual.cancel = .away }, { $0.siblings = false },
    ]

    @Test func `a panel whose line moved is the same`() {
        var moved = Self.settings
        moved.mark = Mark(line: 99, column: 9)
        #expect(moved == Self.settings)
    }

    @Test(arguments: changes.indices) func `a panel of which anything else is different is another`(index: Int) {
        var other = Self.settings
        Self.changes[index](&other)
        #expect(other != Self.settings)
    }

    @Test func `every property but the mark is changed here`() {
        #expect(Mirror(reflecting: Self.settings).children.count == Self.changes.count + 1)
    }
}
