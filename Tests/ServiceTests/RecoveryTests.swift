import Configuration
import FakePlatform
import Glibc
import Panels
import Testing
import TouchCore

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

    @Test func `a panel that was given up is opened ten minutes later, if that helps`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = Self.broken
        let bench = try Bench([Bench.panel()], one)
        bench.pass(1_000_000_000)
        #expect(bench.log().count { $0.contains("s-0") } == 9 && !one.isOpen)
        one.openingFailure = nil
        bench.pass(600_000_000)
        #expect(bench.heard() == ["s-0 added"])
        // The panel fails again before its first report.
        one.readResult = .failed(EIO)
        one.wake()
        one.readResult = .drained
        #expect(bench.heard() == ["s-0 removed"])
        bench.pass(600_000_000)
        #expect(bench.heard() == ["s-0 added"])
    }

    @Test func `a panel that is still broken after a reload gets all its attempts and its command again`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = Self.broken
        let bench = try Bench([Bench.panel { $0.recovery.command = ["reset"] }], one)
        bench.pass(120_000_000)
        _ = bench.log()
        bench.service.reload { _ in }
        bench.turn()
        #expect(bench.log().contains { $0.contains("reopening it in 1 s (attempt 1)") })
        bench.pass(120_000_000)
        #expect(bench.system.commands.run == ["s-0", "s-0"])
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

    @Test func `a panel whose opener does not answer is refused once, resets nothing, and is opened soon after an answer`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = PanelError(unansweredAt: "/run/touchd/devices.sock", for: "/dev/input/event1", "Connection refused", code: ECONNREFUSED)
        let bench = try Bench([Bench.panel { $0.recovery.command = ["reset"] }], one)
        bench.pass(3_600_000_000)
        #expect(bench.log().count == 1 && bench.system.commands.run.isEmpty && !one.isOpen)
        one.openingFailure = nil
        bench.pass(2_000_000)
        #expect(bench.heard() == ["s-0 added"])
    }

    @Test func `a refusal is logged once although the opener is asked again and again`() throws {
        let one = Bench.touchscreen()
        one.openingFailure = PanelError(ownedByAnother: "/dev/input/event1")
        let bench = try Bench([Bench.panel()])
        bench.system.panels.asksAnother = true
        bench.system.panels.plug(one)
        for _ in 0..<5 {
            bench.system.panels.answer()
            bench.pass(2_000_000)
        }
        #expect(bench.system.panels.asked.count == 1 && bench.log().count == 1)
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

    // MARK: Noise

    /// A panel whose `minimumTap` takes taps of less than 50 ms for noise.
    private static func noisy(_ change: @escaping (inout RecoverySettings) -> Void = { _ in }) -> PanelSettings {
        Bench.panel {
            $0.rules.filters = FilterRules()
            $0.rules.filters!.minimumTap = 50_000
            $0.recovery.ghosts = RecoverySettings.Ghosts()
            ($0.recovery.ghosts!.count, $0.recovery.ghosts!.within) = (5, 10_000_000)
            change(&$0.recovery)
        }
    }

    /// Makes contacts of 10 ms that the filter takes for noise, in slot 1.
    private static func disturb(_ bench: Bench, _ touchscreen: FakeTouchscreen, _ count: Int = 5) {
        for index in 0..<count {
            bench.touch(touchscreen, slot: 1, (Int32(100 + index * 37), 500))
            bench.touch(touchscreen, slot: 1, nil)
        }
    }

    @Test func `a panel with too much noise is opened again, and its touches are cancelled`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Self.noisy()], one)
        bench.touch(one, (500, 500))
        bench.pass(60_000)
        Self.disturb(bench, one, 4)
        #expect(bench.heard() == ["began on s-0"] && one.openings == 1)
        Self.disturb(bench, one, 1)
        #expect(bench.heard() == ["cancelled deviceDisabled on s-0", "s-0 removed", "s-0 added"])
        #expect(one.openings == 2)
        #expect(bench.log() == ["warning: panel s-0: 5 contacts within 10.0 s were noise; reopening it (attempt 1)"])
        #expect(bench.service.recovery.reopened("s-0") == 1)
        // Contacts that are down when it is opened are no touches.
        bench.touch(one, (510, 500))
        bench.pass(60_000)
        #expect(bench.heard() == [])
    }

    @Test func `noise that is spread over more time, and taps of people, open nothing`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Self.noisy()], one)
        for _ in 0..<20 {
            Self.disturb(bench, one, 1)
            bench.pass(2_500_000)
        }
        for _ in 0..<20 {
            bench.touch(one, (500, 500))
            bench.pass(60_000)
            bench.touch(one, nil)
        }
        #expect(one.openings == 1)
    }

    @Test func `a panel that stays noisy is opened five times, has its command run once, and is quiet for its clients`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Self.noisy { $0.command = ["reset"] }], one)
        for round in 1...8 {
            bench.touch(one, (500, 500))
            bench.pass(60_000)
            Self.disturb(bench, one)
            #expect(one.openings == min(round, 5) + 1)
            #expect(bench.heard().contains("cancelled deviceDisabled on s-0"))
            bench.touch(one, nil)
        }
        #expect(bench.system.commands.run == ["s-0"])
        let log = bench.log()
        #expect(log.count { $0.contains("reopening it") } == 5)
        #expect(log.count { $0.contains("also after it was reopened; touchd keeps it open and cancels its touches") } == 1)
        // The panel has had no noise for a while.
        bench.pass(30_000_000)
        Self.disturb(bench, one)
        #expect(one.openings == 7)
    }

    @Test func `a reload without the limit ends the watch, and one with it starts anew`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Self.noisy()], one)
        Self.disturb(bench, one, 4)
        for panel in [Self.noisy { $0.ghosts = nil }, Self.noisy()] {
            bench.settings = Bench.settings([panel])
            bench.service.reload { _ in }
            bench.turn()
            Self.disturb(bench, one, 4)
        }
        #expect(one.openings == 1)
        Self.disturb(bench, one, 1)
        #expect(one.openings == 2)
    }
}
