import TouchCore

/// Changes of keys on their way to a keyboard. A reader's buffer in the kernel has 64 events, so only a few reports are written at once: a reader
/// that misses a report would lose a letter.
public struct KeyPace: Sendable {
    /// The number of changes that may be written within an `interval`, at once or one by one. Each is a report of two events.
    public static let burst = 16
    /// A time in µs in which every reader reads.
    public static let interval: Int64 = 10_000
    /// The number of changes that may wait.
    public static let most = 1024

    private var waiting: [KeyChange] = []
    /// The times of the changes that have been written within the last interval, at most `burst`.
    private var recent: [Int64] = []
    /// The keys that are down according to the reports written so far.
    private var written: Set<UInt16> = []

    public init() {}

    /// The time when the next of the changes that `appendDue` has left are due; nil if none wait.
    public var due: Int64? { waiting.isEmpty ? nil : recent.first.map { $0 + Self.interval } }
    public var isEmpty: Bool { waiting.isEmpty }

    /// Returns whether there is room for more changes.
    public func hasRoom(for count: Int) -> Bool { waiting.count + count <= Self.most }

    public mutating func add(_ changes: [KeyChange]) { waiting += changes }

    /// Appends the reports that are due.
    public mutating func appendDue(at now: Int64, into events: inout [InputEvent]) {
        if waiting.isEmpty { return }
        recent.removeAll { $0 + Self.interval <= now }
        let count = min(waiting.count, Self.burst - recent.count)
        for change in waiting[..<count] { append(change, &events) }
        waiting.removeSubrange(..<count)
        recent += repeatElement(now, count: count)
    }

    /// Discards the changes that wait, and appends the releases of all keys that readers know to be down.
    public mutating func releaseAll(into events: inout [InputEvent]) {
        waiting = []
        for key in written.sorted() { append(KeyChange(key, isDown: false), &events) }
    }

    private mutating func append(_ change: KeyChange, _ events: inout [InputEvent]) {
        if change.isDown { written.insert(change.key) } else { written.remove(change.key) }
        events.append(InputEvent(time: 0, type: EventType.key, code: change.key, value: change.isDown ? 1 : 0))
        events.append(InputEvent(time: 0, type: EventType.syn, code: SynCode.report, value: 0))
    }
}
