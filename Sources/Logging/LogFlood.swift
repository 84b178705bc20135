/// Limits frequent messages, of which there may be a thousand a minute, so that they do not fill the log. In a window of 30 s, only so many messages
/// of a kind are written, and fewer about one subject. The newest of the others is kept: when the window is over, it is written with the number of
/// those that were left out. Times are µs of a clock that does not jump.
struct LogFlood: Sendable {
    static let window: Int64 = 30_000_000
    /// The most messages of a kind in a window, about any subject.
    static let mostOfKind = 200
    /// The maximum number of limits that are kept. It is larger than the number of clients and kinds that there can be at a time.
    static let mostLimits = 1024

    private struct Key: Hashable {
        var kind: MessageKind
        /// The subject; nil for all messages of the kind.
        var subject: String?
    }

    private struct Limit {
        /// The time when the window began; nil if there is none yet.
        var start: Int64?
        var written = 0
        var leftOut = 0
        var newest: LogMessage?

        var end: Int64? { start.map { $0 + LogFlood.window } }
        func isOver(at time: Int64) -> Bool { end.map { time >= $0 } ?? true }
    }

    private var limits: [Key: Limit] = [:]
    /// The time when messages that were left out are to be written; nil if there are none.
    private(set) var due: Int64?

    /// The time when the next window ends. Before it, no limit can be removed to make room.
    private var crowdedUntil = Int64.min

    /// The number of limits that are kept.
    var count: Int { limits.count }

    /// Returns the message to write; nil if it is not written now.
    mutating func admit(_ message: LogMessage, at time: Int64) -> LogMessage? { admit(message, standingFor: 1, at: time) }

    /// Returns the newest message that was left out in each window that is over.
    mutating func removeDue(at time: Int64) -> [LogMessage] {
        let over = limits.filter { $0.value.isOver(at: time) }.sorted {
            ($0.value.start ?? 0, $0.key.kind.id, $0.key.subject ?? "") < ($1.value.start ?? 0, $1.key.kind.id, $1.key.subject ?? "")
        }
        var lines: [LogMessage] = []
        for (key, _) in over {
            guard let limit = limits.removeValue(forKey: key), let newest = limit.newest else { continue }
            if let line = admit(newest, standingFor: limit.leftOut, at: time) { lines.append(line) }
        }
        due = limits.values.compactMap { $0.newest == nil ? nil : $0.end }.min()
        return lines
    }

    /// Returns the newest message that was left out in each window, when a program ends.
    mutating func removeAll(at time: Int64) -> [LogMessage] { removeDue(at: time + Self.window) }

    /// - Parameter count: the number of messages that it stands for, including itself.
    private mutating func admit(_ message: LogMessage, standingFor count: Int, at time: Int64) -> LogMessage? {
        let keys = keys(of: message, at: time)
        for (key, most) in keys {
            guard let limit = limits[key], !limit.isOver(at: time), limit.written >= most else { continue }
            limits[key]!.leftOut += count
            limits[key]!.newest = message
            due = min(due ?? .max, limit.end ?? .max)
            return nil
        }
        var more = count - 1
        for (key, _) in keys { more += recordWritten(key, at: time) }
        return more > 0 ? message.addingCount(more) : message
    }

    /// Counts a message of this limit as written. Returns how many were left out since the last one.
    private mutating func recordWritten(_ key: Key, at time: Int64) -> Int {
        var limit = limits[key] ?? Limit()
        if limit.isOver(at: time) { (limit.start, limit.written) = (time, 0) }
        limit.written += 1
        defer {
            (limit.leftOut, limit.newest) = (0, nil)
            limits[key] = limit
        }
        return limit.leftOut
    }

    /// Returns the limits of a message. If there is no room for more limits, only that of its kind applies.
    private mutating func keys(of message: LogMessage, at time: Int64) -> [(key: Key, most: Int)] {
        let ofKind = (key: Key(kind: message.kind), most: Self.mostOfKind)
        let own = message.limits.map { (key: Key(kind: message.kind, subject: $0.subject), most: $0.most) }
        if own.allSatisfy({ limits[$0.key] != nil }) { return own + [ofKind] }
        if limits.count + own.count >= Self.mostLimits, time >= crowdedUntil {
            limits = limits.filter { !$0.value.isOver(at: time) || $0.value.leftOut > 0 }
            crowdedUntil = limits.values.compactMap(\.end).filter { $0 > time }.min() ?? time
        }
        return limits.count + own.count >= Self.mostLimits ? [ofKind] : own + [ofKind]
    }
}
