/// Decides about one panel that cannot be read, or has gone silent: when it is opened again, when its command is run, and when it
/// is given up.
///
/// Pure: it is told each event with its time, and answers with a decision. Times are µs of one clock. All counts start anew after
/// the panel has worked and after a reload. Endless silent tries would hide a broken cable.
public struct RecoverySchedule: Equatable, Sendable {
    public enum Step: Equatable, Sendable {
        /// Open the panel again after so many µs; the number of this try, from 1.
        case open(after: Int64, attempt: Int)
        /// Do nothing more until the panel has worked, is plugged in again, or the configuration is reloaded.
        case giveUp
    }

    public struct Decision: Equatable, Sendable {
        /// Run the panel's command first: true once in a trouble.
        public var runsCommand: Bool
        public var step: Step
    }

    /// µs to wait before each try to open a panel that cannot be read.
    static let waits: [Int64] = [1, 2, 4, 8, 16, 10, 10, 10].map { $0 * 1_000_000 }
    /// The command is run before the wait for this try.
    static let commandAttempt = 6
    /// How often a silent panel is opened again, and at which of these tries the command is run as well.
    static let silenceLimit = 5
    static let commandSilence = 3
    /// µs after the command. A panel that goes and comes within this time does so because of the command, which may take half of it.
    static let commandEffect: Int64 = 60_000_000

    /// When the next try is due; nil if none is.
    public private(set) var due: Int64?
    /// How often the panel was opened again, in all troubles.
    public private(set) var reopened = 0
    private var failures = 0
    private var silences = 0
    /// When the command was run in this trouble.
    private var commandTime: Int64?

    public init() {}

    private var isInTrouble: Bool { failures > 0 || silences > 0 }
    private var isGivenUp: Bool { failures > Self.waits.count || silences > Self.silenceLimit }

    /// The panel could not be opened, or reading it failed.
    ///
    /// - Parameter hasCommand: whether there is a command to run.
    /// - Returns: nil if there is nothing new to do: the panel was given up, or this try came before the one that is due.
    public mutating func failed(at time: Int64, hasCommand: Bool) -> Decision? {
        guard failures <= Self.waits.count, time >= due ?? time else { return nil }
        failures += 1
        due = nil
        guard failures <= Self.waits.count else { return Decision(runsCommand: false, step: .giveUp) }
        let wait = Self.waits[failures - 1]
        due = time + wait
        return Decision(
            runsCommand: hasCommand && failures == Self.commandAttempt && takeCommand(at: time), step: .open(after: wait, attempt: failures))
    }

    /// The panel is open and has been silent for as long as its settings allow.
    ///
    /// - Returns: nil if the panel was given up: it stays open as it is.
    public mutating func silent(at time: Int64, hasCommand: Bool) -> Decision? {
        guard silences <= Self.silenceLimit else { return nil }
        silences += 1
        guard silences <= Self.silenceLimit else { return Decision(runsCommand: false, step: .giveUp) }
        return Decision(
            runsCommand: hasCommand && silences == Self.commandSilence && takeCommand(at: time), step: .open(after: 0, attempt: silences))
    }

    /// The panel was opened.
    public mutating func opened() {
        due = nil
        if isInTrouble { reopened += 1 }
    }

    /// The time of the try that was due has passed, and there was nothing to open.
    public mutating func passed(_ time: Int64) {
        if let due, due <= time { self.due = nil }
    }

    /// The panel has reported something since it was opened: the next failure begins another trouble.
    public mutating func worked() { forget() }

    /// The configuration was read again.
    public mutating func reloaded() { forget() }

    /// The panel is gone. If the command caused it, or a panel that resets itself when it is opened, the trouble goes on; otherwise
    /// the panel would be opened, or the command be run, again and again.
    public mutating func unplugged(at time: Int64) {
        if isGivenUp, commandTime.map({ time - $0 > Self.commandEffect }) ?? true { forget() }
    }

    private mutating func takeCommand(at time: Int64) -> Bool {
        if commandTime != nil { return false }
        commandTime = time
        return true
    }

    private mutating func forget() {
        (failures, silences, commandTime, due) = (0, 0, nil, nil)
    }
}
