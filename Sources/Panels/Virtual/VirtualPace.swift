import TouchCore

/// The times when reports go out to a virtual panel. Pure: the current time is passed in.
///
/// A current report goes out at once. Delayed touches arrive all together when they are released. They go out in order and with their original
/// pauses, but no pause is longer than half a second. If the queue has no more begins or lifts, all its reports go out at once. A touch is down for
/// at least 8 ms, because a compositor may ignore a shorter one.
public struct VirtualPace: Sendable {
    public static let leastTouch: Int64 = 8_000
    public static let longestPause: Int64 = 500_000
    /// The age in µs up to which a report counts as current.
    static let live: Int64 = 20_000
    /// The number of reports that may wait. Beyond it, consecutive moves are merged.
    static let limit = 1024

    private struct Waiting {
        var time: Int64
        /// The pause after the previous report.
        var pause: Int64
        var touches: [VirtualTouch]
        var hasEdge: Bool { touches.contains(where: \.isEdge) }
    }

    private var waiting: [Waiting] = []
    /// The index in `waiting` of the first report that has not gone out.
    private var head = 0
    /// The number of waiting reports with a begin or a lift.
    private var edges = 0
    /// Whether the queue began with a delayed report, and whether none of its reports has gone out yet.
    private var isLate = false, isFirst = false
    private var lastSent: Int64 = .min / 2
    /// The touches whose begin went out a moment ago.
    private var begun: [(id: TouchID, sent: Int64)] = []

    public init() {}

    public var isEmpty: Bool { head == waiting.count }

    /// Whether more reports wait than can ever go out in time.
    public var isFull: Bool { waiting.count - head >= 2 * Self.limit }

    /// Whether a report with this touch waits.
    public func holds(_ touch: TouchID) -> Bool { waiting[head...].contains { $0.touches.contains { $0.id == touch } } }

    /// Returns the touches of these surfaces whose reports wait.
    public func touches(of surfaces: Set<RegionID>) -> [TouchID] {
        waiting[head...].flatMap(\.touches).filter { $0.target.map(surfaces.contains) ?? false }.map(\.id)
    }

    /// Returns whether a report may go out at once, without the queue; if so, it counts as sent.
    public mutating func passes(_ touches: [VirtualTouch], at now: Int64) -> Bool {
        guard isEmpty, earliest(touches) <= now else { return false }
        sent(touches, at: now)
        return true
    }

    /// Queues a report; `next` returns it when it is due.
    public mutating func add(_ touches: [VirtualTouch], time: Int64, at now: Int64) {
        var touches = touches
        for touch in touches where touch.phase == .cancelled && beginWaits(touch.id) {
            forget(touch.id)
            touches.removeAll { $0.id == touch.id }
        }
        if touches.isEmpty { return }
        if isEmpty {
            waiting.removeAll(keepingCapacity: true)
            (head, edges, isLate, isFirst) = (0, 0, now - time > Self.live, true)
        }
        var new = Waiting(time: time, pause: 0, touches: touches)
        if let last = waiting.last, isLate { new.pause = min(max(0, time - last.time), Self.longestPause) }
        if waiting.count - head >= Self.limit, !new.hasEdge, waiting.last?.hasEdge == false {
            merge(new)
        } else {
            waiting.append(new)
            if new.hasEdge { edges += 1 }
        }
    }

    /// Returns the next report that is due; it counts as sent.
    public mutating func next(at now: Int64) -> (time: Int64, touches: [VirtualTouch])? {
        guard let due, due <= now else { return nil }
        let next = waiting[head]
        (head, isFirst) = (head + 1, false)
        if next.hasEdge { edges -= 1 }
        sent(next.touches, at: now)
        if head == Self.limit {
            waiting.removeFirst(head)
            head = 0
        }
        return (next.time, next.touches)
    }

    /// The time when the next report is due; nil if none waits.
    public var due: Int64? {
        if isEmpty { return nil }
        if edges == 0 { return lastSent }
        let next = waiting[head]
        return max(isFirst ? .min : lastSent + next.pause, earliest(next.touches))
    }

    /// Discards all reports that wait.
    public mutating func removeAll() {
        waiting.removeAll()
        begun.removeAll()
        (head, edges) = (0, 0)
    }

    /// Discards all reports that wait, except the parts of them with these touches.
    public mutating func removeAll(except kept: [TouchID]) {
        if !waiting[head...].contains(where: { $0.touches.contains { kept.contains($0.id) } }) { return removeAll() }
        waiting.removeFirst(head)
        head = 0
        for index in waiting.indices { waiting[index].touches.removeAll { !kept.contains($0.id) } }
        waiting.removeAll { $0.touches.isEmpty }
        edges = waiting.count(where: \.hasEdge)
        begun.removeAll { !kept.contains($0.id) }
    }

    // MARK: -

    /// Returns the earliest time for a report with these touches: a touch that lifts must have been down long enough.
    private func earliest(_ touches: [VirtualTouch]) -> Int64 {
        if begun.isEmpty { return .min }
        var earliest = Int64.min
        for touch in touches where touch.phase.isTerminal {
            if let begin = begun.first(where: { $0.id == touch.id }) { earliest = max(earliest, begin.sent + Self.leastTouch) }
        }
        return earliest
    }

    private mutating func sent(_ touches: [VirtualTouch], at now: Int64) {
        lastSent = now
        if !begun.isEmpty { begun.removeAll { now - $0.sent >= Self.leastTouch } }
        for touch in touches where touch.phase == .began { begun.append((touch.id, now)) }
    }

    private func beginWaits(_ id: TouchID) -> Bool { waiting[head...].contains { $0.touches.contains { $0.id == id && $0.phase == .began } } }

    private mutating func forget(_ id: TouchID) {
        for index in head..<waiting.count {
            let hadEdge = waiting[index].hasEdge
            waiting[index].touches.removeAll { $0.id == id }
            if hadEdge, !waiting[index].hasEdge { edges -= 1 }
        }
    }

    private mutating func merge(_ new: Waiting) {
        let last = waiting.count - 1
        for touch in new.touches {
            if let index = waiting[last].touches.firstIndex(where: { $0.id == touch.id }) {
                waiting[last].touches[index] = touch
            } else {
                waiting[last].touches.append(touch)
            }
        }
        waiting[last].time = new.time
    }
}
