import Support
import Testing

@testable import Panels

private let second: Int64 = 1_000_000

/// The decisions about a panel that cannot be opened, each at its due time.
private func fail(
    _ schedule: inout RecoverySchedule, times: Int, from start: Int64 = 0, hasCommand: Bool = true
) -> [RecoverySchedule.Decision?] {
    var now = start
    return (0..<times).map { _ in
        now = schedule.due ?? now + second
        return schedule.failed(at: now, hasCommand: hasCommand)
    }
}

/// The decisions about an open but silent panel, each second.
private func sayNothing(_ schedule: inout RecoverySchedule, times: Int, from start: Int64 = 0) -> [RecoverySchedule.Decision?] {
    (0..<times).map { schedule.silent(at: start + Int64($0) * second, hasCommand: true) }
}

private func commands(_ decisions: [RecoverySchedule.Decision?]) -> Int { decisions.count { $0?.runsCommand == true } }

private func open(_ seconds: Int64, _ attempt: Int, command: Bool = false) -> RecoverySchedule.Decision {
    RecoverySchedule.Decision(runsCommand: command, step: .open(after: seconds * second, attempt: attempt))
}

private let giveUp = RecoverySchedule.Decision(runsCommand: false, step: .giveUp)
private let failing = [
    open(1, 1), open(2, 2), open(4, 3), open(8, 4), open(16, 5), open(10, 6, command: true), open(10, 7), open(10, 8), giveUp, nil, nil,
]
private let silences = [open(0, 1), open(0, 2), open(0, 3, command: true), open(0, 4), open(0, 5), giveUp, nil, nil]

@Suite struct `Recovery schedule` {
    @Test func `a panel that cannot be read is opened later and later, its command is run once, and it is given up`() {
        var schedule = RecoverySchedule()
        #expect(fail(&schedule, times: 11) == failing)
    }

    @Test func `a panel that was given up is tried every ten minutes, without a word or a command`() {
        var schedule = RecoverySchedule()
        _ = fail(&schedule, times: 9)
        let givenUp: Int64 = 62 * second
        #expect(schedule.due == givenUp + 600 * second)
        #expect(schedule.failed(at: givenUp + 100 * second, hasCommand: true) == nil)
        #expect(schedule.due == givenUp + 600 * second)
        #expect(fail(&schedule, times: 50) == Array(repeating: nil, count: 50))
        #expect(schedule.due == givenUp + 51 * 600 * second)
        // The panel can be opened, but fails again before its first report.
        schedule.opened()
        #expect(schedule.due == nil && schedule.failed(at: 40_000 * second, hasCommand: true) == nil)
        #expect(schedule.due == 40_600 * second)
    }

    @Test func `a silent panel is opened again five times, its command is run the third time, and it is given up`() {
        var schedule = RecoverySchedule()
        #expect(sayNothing(&schedule, times: 8) == silences)
        #expect(schedule.due == nil)
    }

    @Test(arguments: [0, 1, 5, 6, 8, 9, 12])
    func `after a panel has worked, and after a reload, everything counts anew`(before: Int) {
        let ends: [(inout RecoverySchedule) -> Void] = [{ $0.worked() }, { $0.reloaded() }]
        for end in ends {
            var schedule = RecoverySchedule()
            _ = fail(&schedule, times: before)
            end(&schedule)
            #expect(schedule.due == nil)
            #expect(fail(&schedule, times: 11) == failing)
            end(&schedule)
            _ = sayNothing(&schedule, times: before)
            end(&schedule)
            #expect(sayNothing(&schedule, times: 8) == silences)
        }
    }

    @Test func `the command is run once in a trouble, whatever the trouble is`() {
        var schedule = RecoverySchedule()
        _ = sayNothing(&schedule, times: 3)
        let failures = commands(fail(&schedule, times: 11))
        schedule = RecoverySchedule()
        _ = fail(&schedule, times: 6)
        let silences = commands(sayNothing(&schedule, times: 8))
        #expect(failures == 0 && silences == 0)
    }

    @Test func `a panel that goes and comes is still in trouble, because its command may have done that`() {
        var schedule = RecoverySchedule()
        #expect(sayNothing(&schedule, times: 3) == Array(silences.prefix(3)))
        schedule.unplugged(at: 4 * second)
        schedule.opened()
        #expect(sayNothing(&schedule, times: 4, from: 5 * second) == Array(silences[3..<7]))
        // The command has run at 2 s, and takes a while.
        schedule.unplugged(at: 62 * second)
        #expect(sayNothing(&schedule, times: 1, from: 63 * second) == [nil])
        schedule.unplugged(at: 63 * second)
        #expect(sayNothing(&schedule, times: 8, from: 64 * second) == silences)
    }

    @Test func `a panel that was given up is tried again once it is plugged in`() {
        var schedule = RecoverySchedule()
        _ = fail(&schedule, times: 10)
        schedule.unplugged(at: 1000 * second)
        #expect(fail(&schedule, times: 11) == failing)
        schedule.reloaded()
        _ = sayNothing(&schedule, times: 7)
        schedule.unplugged(at: 1000 * second)
        #expect(sayNothing(&schedule, times: 8) == silences)
    }

    @Test func `a panel without a command that was given up is tried again as soon as it is plugged in`() {
        var schedule = RecoverySchedule()
        let decisions = fail(&schedule, times: 9, hasCommand: false)
        #expect(commands(decisions) == 0 && decisions.last == giveUp)
        schedule.unplugged(at: 52 * second)  // the command would have been run at 41 s
        #expect(schedule.failed(at: 53 * second, hasCommand: false) == open(1, 1))
    }

    @Test func `a try before the one that is due does not count`() {
        var schedule = RecoverySchedule()
        #expect(schedule.failed(at: 5 * second, hasCommand: true) == open(1, 1))
        #expect(schedule.due == 6 * second)
        #expect(schedule.failed(at: 6 * second - 1, hasCommand: true) == nil)
        #expect(schedule.due == 6 * second)
        #expect(schedule.failed(at: 6 * second, hasCommand: true) == open(2, 2))
        // A successful try ends the wait: a later failure starts new trouble of the same kind.
        schedule.opened()
        #expect(schedule.due == nil)
        #expect(schedule.failed(at: 6 * second + 1, hasCommand: true) == open(4, 3))
        schedule.passed(10 * second)
        #expect(schedule.due == 10 * second + 1)
        schedule.passed(10 * second + 1)
        #expect(schedule.due == nil)
    }

    @Test func `only what was opened again after a trouble is counted as that, and a reload does not forget it`() {
        var schedule = RecoverySchedule()
        schedule.opened()
        #expect(schedule.reopened == 0)
        _ = schedule.silent(at: 0, hasCommand: true)
        schedule.opened()
        _ = schedule.failed(at: 0, hasCommand: true)
        schedule.opened()
        #expect(schedule.reopened == 2)
        schedule.reloaded()
        schedule.opened()
        #expect(schedule.reopened == 2)
    }

    /// Checks random orders of events: there is at most one command and one end of tries for each trouble.
    @Test func `no order of events makes the tries or the commands endless`() {
        var dice = SeededRandom()
        for _ in 0..<rounds(200) {
            var schedule = RecoverySchedule()
            var now: Int64 = 0
            var (tries, commands) = (0, 0)
            for _ in 0..<200 {
                now += Int64.random(in: 0...20 * second, using: &dice)
                var decision: RecoverySchedule.Decision?
                switch Int.random(in: 0..<12, using: &dice) {
                case 0..<5: decision = schedule.failed(at: now, hasCommand: true)
                case 5..<9: decision = schedule.silent(at: now, hasCommand: true)
                case 9: schedule.opened()
                case 10: schedule.passed(now)
                default:
                    if Bool.random(using: &dice) { schedule.worked() } else { schedule.reloaded() }
                    (tries, commands) = (0, 0)
                }
                if case .open = decision?.step { tries += 1 }
                commands += decision?.runsCommand == true ? 1 : 0
                #expect(tries <= 13 && commands <= 1)
            }
        }
    }
}
