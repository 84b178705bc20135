/// Decides when a panel that cannot be read, or has gone silent, is opened again, when its command is run, and when it is given up.
///
/// Pure: each event is passed in with its time, and the answer is a decision. Times are µs of one clock. All counts start again after the panel has
/// worked and after a reload. Attempts are limited, because a panel that is reopened forever would hide a broken cable. A panel that was given up is
/// tried again at long intervals, because there may be nobody to plug it in.
public struct RecoverySchedule: Equatable, Sendable {
    public enum Step: Equatable, Sendable {
        /// Open the panel again after this many µs; `attempt` counts from 1.
        case open(after: Int64, attempt: Int)
        /// Log that the panel is given up. No command runs until the panel has worked, is plugged in again, or the configuration is reloaded. A panel
        /// that cannot be read is still tried at long intervals.
        case giveUp
    }

    public struct Decision: Equatable, Sendable {
        /// Whether to run the panel's command first. True once in each period of trouble.
        public var runsCommand: Bool
        public var step: Step
    }

    /// The times in µs to wait before each attempt to open a panel that cannot be read.
    static let waits: [Int64] = [1, 2, 4, 8, 16, 10, 10, 10].map { $0 * 1_000_000 }
    /// The time in µs between the attempts to open a panel that was given up.
    static let longWait: Int64 = 600_000_000
    /// The number of the attempt before which the command is run, at the beginning of the wait.
    static let commandAttempt = 6
    /// The number of times that a silent or noisy panel is opened again, and the attempt at which the command is run as well.
    static let silenceLimit = 5
    static let commandSilence = 3
    /// The time in µs for which the command has effects: a panel that disappears within this time is taken to disappear because of the command. The
    /// command may run for half of this time.
    static let commandEffect: Int64 = 60_000_000

    /// The time of the next attempt; nil if none is due.
    public private(set) var due: Int64?
    /// The number of times that the panel was opened again, in all periods of trouble.
    public private(set) var reopened = 0
    private var failures = 0
    private var silences = 0
    /// The number of times that the panel had too much noise, each time soon after it was opened because of the time before. Reports do not end this
    /// trouble, because noise is made of reports.
    private var storms = 0
    /// The time of the last storm of noise.
    private var lastStorm: Int64?
    /// Whether the panel is closed because of noise, to be opened again.
    private var isReopening = false
    /// The time when the command was run in the current period of trouble; nil if it was not run.
    private var commandTime: Int64?

    public init() {}

    private var isInTrouble: Bool { failures > 0 || silences > 0 }
    private var isGivenUp: Bool { failures > Self.waits.count || silences > Self.silenceLimit || storms > Self.silenceLimit }

    /// Records that the panel could not be opened or read.
    ///
    /// - Parameter hasCommand: whether there is a command to run.
    /// - Returns: nil if there is nothing to say or to run, because the panel was given up or this attempt came before the one that is due.
    public mutating func failed(at time: Int64, hasCommand: Bool) -> Decision? {
        guard time >= due ?? time else { return nil }
        if failures >= Self.waits.count {
            due = time + Self.longWait
            if failures > Self.waits.count { return nil }
            failures += 1
            return Decision(runsCommand: false, step: .giveUp)
        }
        failures += 1
        let wait = Self.waits[failures - 1]
        due = time + wait
        return Decision(
            runsCommand: hasCommand && failures == Self.commandAttempt && recordCommand(at: time), step: .open(after: wait, attempt: failures))
    }

    /// Records that the open panel has been silent for as long as its settings allow.
    ///
    /// - Returns: nil if the panel was given up. It then stays open as it is.
    public mutating func silent(at time: Int64, hasCommand: Bool) -> Decision? {
        guard silences <= Self.silenceLimit else { return nil }
        silences += 1
        guard silences <= Self.silenceLimit else { return Decision(runsCommand: false, step: .giveUp) }
        return Decision(
            runsCommand: hasCommand && silences == Self.commandSilence && recordCommand(at: time), step: .open(after: 0, attempt: silences))
    }

    /// The time without noise since the panel was opened, or since the last storm; a panel that was given up stays open and noisy.
    public func quiet(since opened: Int64, at time: Int64) -> Int64 { time - max(opened, lastStorm ?? opened) }

    /// Records that the open panel has too much noise.
    ///
    /// - Parameter isNew: whether the panel was well for a while since it was last opened because of noise.
    /// - Returns: nil if the panel was given up. It then stays open as it is.
    public mutating func stormed(at time: Int64, isNew: Bool, hasCommand: Bool) -> Decision? {
        lastStorm = time
        if isNew { storms = 0 }
        guard storms <= Self.silenceLimit else { return nil }
        storms += 1
        guard storms <= Self.silenceLimit else { return Decision(runsCommand: false, step: .giveUp) }
        isReopening = true
        return Decision(runsCommand: hasCommand && storms == Self.commandSilence && recordCommand(at: time), step: .open(after: 0, attempt: storms))
    }

    /// Records that the panel was opened.
    public mutating func opened() {
        due = nil
        if isInTrouble || isReopening { reopened += 1 }
        isReopening = false
    }

    /// Clears the time of the next attempt if it has passed. Call it after trying to open all panels: a panel that was opened or failed has a new
    /// time or none.
    public mutating func passed(_ time: Int64) {
        if let due, due <= time { self.due = nil }
    }

    /// Records that the panel has reported something since it was opened. The next failure begins a new period of trouble.
    public mutating func worked() { forget() }

    /// Records that the configuration was read again.
    public mutating func reloaded() {
        forget()
        storms = 0
    }

    /// Records that the panel is gone. If the panel had been given up, and its command did not cause this, the period of trouble ends. Otherwise all
    /// counts stay, because a panel that resets itself whenever it is opened would be opened, and its command run, again and again.
    public mutating func unplugged(at time: Int64) {
        if isGivenUp, commandTime.map({ time - $0 > Self.commandEffect }) ?? true {
            forget()
            storms = 0
        }
    }

    private mutating func recordCommand(at time: Int64) -> Bool {
        if commandTime != nil { return false }
        commandTime = time
        return true
    }

    private mutating func forget() {
        (failures, silences, commandTime, due) = (0, 0, nil, nil)
    }
}
