import Configuration
import FakePlatform
import Glibc
import Panels
import Testing

@testable import Service

/// Recovery of panels: the decisions of RecoverySchedule are carried out at their times.
@Suite struct RecoveryTests {
    private static let broken = PanelError("/dev/input/event1", "cannot open it: it is broken", code: EIO)

    @Test func `a panel that cannot be read is opened again until it can, and its trouble is then over`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        (one.readResult, one.openingFailure) = (.failed(EIO), Self.broken)
        one.wake()
        #expect(bench.heard() == ["s-0 removed"])
        #expect(bench.log().last?.contains("reopening it in 1 s (attempt 1)") == true)
        bench.pass(999_999)
        #expect(bench.log().isEmpty)
        bench.pass(1)
        #expect(bench.log().last?.contains("reopening it in 2 s (attempt 2)") == true)
        (one.readResult, one.openingFailure) = (.drained, nil)
        bench.pass(2_000_000)
        #expect(bench.heard() == ["s-0 added"])
        #expect(bench.service.recovery.reopened("s-0") == 1)
        bench.touch(one, (10, 10))
        (one.readResult, one.openingFailure) = (.failed(EIO), Self.broken)
        one.wake()
        #expect(bench.log().last?.contains("(attempt 1)") == true, "it has worked meanwhile")
        // It also holds after a configuration without the panel.
        bench.settings = Bench.settings([])
        bench.service.reload { _ in }
        bench.turn()
        #expect(bench.service.recovery.reopened("s-0") == 1)
    }

    @Test func `a panel that stays broken has its command run once, is given up, and comes back with a reload`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = Self.broken
        let bench = try Bench([Bench.panel { $0.recovery.command = ["reset"] }], one)
        bench.pass(120_000_000)
        #expect(bench.system.commands.run == ["s-0"])
        #expect(bench.log().last?.contains("gave up panel s-0") == true)
        one.openingFailure = nil
        bench.pass(120_000_000)
        #expect(!one.isOpen)
        bench.service.reload { _ in }
        bench.turn()
        #expect(one.isOpen)
    }

    @Test func `a panel that may not be opened is refused and not tried again`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = PanelError("/dev/input/event1", "cannot open it", code: EACCES)
        let bench = try Bench([Bench.panel()], one)
        one.openingFailure = nil
        bench.pass(60_000_000)
        #expect(!one.isOpen)
        #expect(bench.log() == ["warning: \(one.identity.summary) is not used: cannot open it"])
    }

    @Test func `a panel that another touchd has is refused once, and taken when that one lets go`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = PanelError(ownedByAnother: "/dev/input/event1")
        let bench = try Bench([Bench.panel { $0.recovery.command = ["reset"] }], one)
        bench.pass(3_600_000_000)
        #expect(
            bench.log() == [
                "warning: \(one.identity.summary) is not used: another touchd on this machine has this panel; "
                    + "this one opens it once the other releases it"
            ])
        #expect(bench.service.deviceEntries.map(\.reason).allSatisfy { $0.hasPrefix("refused: another touchd") })
        #expect(bench.system.commands.run.isEmpty)
        one.openingFailure = nil
        bench.pass(2_000_000)
        #expect(bench.heard() == ["s-0 added"])
    }

    @Test func `a silent panel is opened again, but not one that is touched`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel { $0.recovery.silentAfter = 2_000_000 }], one)
        bench.touch(one, (10, 10))
        bench.pass(10_000_000)
        #expect(one.openings == 1)
        bench.touch(one, nil)
        bench.pass(1_900_000)
        #expect(one.openings == 1)
        bench.pass(1_200_000)
        #expect(one.openings == 2)
    }
}
