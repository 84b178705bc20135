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
    /// The number of changes of all clients that may wait, so that the keys of regions and gestures always have room.
    public static let mostOfClients = 768
    /// The number of changes of one client that may wait, so that another client has room.
    public static let mostOfOneClient = 512

    private var waiting: [(change: KeyChange, client: Int?)] = []
    /// The numbers of changes that wait, by the number of the client that has made them.
    private var waitingOfClients: [Int: Int] = [:]
    /// The numbers of presses that wait, by key.
    private var pressesWaiting: [UInt16: Int] = [:]
    /// The times of the changes that have been written within the last interval, at most `burst`.
    private var recent: [Int64] = []
    /// The keys that are down according to the reports written so far.
    private var written: Set<UInt16> = []

    public init() {}

    /// The time when the next of the changes that `appendDue` has left are due; nil if none wait.
    public var due: Int64? { waiting.isEmpty ? nil : recent.first.map { $0 + Self.interval } }
    public var isEmpty: Bool { waiting.isEmpty }

    /// Returns the reason why there is no room for more changes of a client, or of a region or gesture (nil); nil if there is room.
    public func refusal(of count: Int, by client: Int?) -> String? {
        guard let client else { return waiting.count + count <= Self.most ? nil : "\(Self.most) changes of keys wait, which is the limit" }
        if waitingOfClients[client, default: 0] + count > Self.mostOfOneClient {
            return "\(Self.mostOfOneClient) changes of keys of this connection wait, which is the limit"
        }
        let ofAll = waitingOfClients.values.reduce(0, +)
        if ofAll + count > Self.mostOfClients || waiting.count + count > Self.most {
            return "\(Self.mostOfClients) changes of keys of all connections wait, which is the limit"
        }
        return nil
    }

    /// Returns whether readers know the key to be down, or will soon.
    public func mayBeDown(_ key: UInt16) -> Bool { written.contains(key) || pressesWaiting[key] != nil }

    /// - Parameter client: the number of the client that has made the changes; nil for a region or a gesture.
    public mutating func add(_ changes: [KeyChange], by client: Int? = nil) {
        for change in changes {
            waiting.append((change, client))
            if let client { waitingOfClients[client, default: 0] += 1 }
            if change.isDown { pressesWaiting[change.key, default: 0] += 1 }
        }
    }

    /// Appends the reports that are due.
    public mutating func appendDue(at now: Int64, into events: inout [InputEvent]) {
        if waiting.isEmpty { return }
        recent.removeAll { $0 + Self.interval <= now }
        let count = min(waiting.count, Self.burst - recent.count)
        for (change, client) in waiting[..<count] {
            append(change, &events)
            if let client { Self.countDown(client, &waitingOfClients) }
            if change.isDown { Self.countDown(change.key, &pressesWaiting) }
        }
        waiting.removeSubrange(..<count)
        recent += repeatElement(now, count: count)
    }

    /// Discards the changes that wait, and appends the releases of all keys that readers know to be down.
    public mutating func releaseAll(into events: inout [InputEvent]) {
        (waiting, waitingOfClients, pressesWaiting) = ([], [:], [:])
        for key in written.sorted() { append(KeyChange(key, isDown: false), &events) }
    }

    private static func countDown<Key: Hashable>(_ key: Key, _ counts: inout [Key: Int]) {
        counts[key]! -= 1
        if counts[key] == 0 { counts[key] = nil }
    }

    private mutating func append(_ change: KeyChange, _ events: inout [InputEvent]) {
        if change.isDown { written.insert(change.key) } else { written.remove(change.key) }
        events.append(InputEvent(time: 0, type: EventType.key, code: change.key, value: change.isDown ? 1 : 0))
        events.append(InputEvent(time: 0, type: EventType.syn, code: SynCode.report, value: 0))
    }
}
