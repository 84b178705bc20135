import TouchCore

/// When reports go out to a virtual panel. Pure: the time is passed in.
///
/// A report of now goes out at once. Touches that were withheld come all together, once it is decided that they go on: they go out in
/// order, with the pauses between them that they had, but for what is longer than half a second. As soon as nothing but moves of fingers
/// that are still down waits, all of it goes out. A touch is down for 8 ms at the least, since a compositor may take less for nothing.
public struct VirtualPace: Sendable {
    public static let leastTouch: Int64 = 8_000
    public static let longestPause: Int64 = 500_000
    /// Reports that are not older go out as reports of now.
    static let live: Int64 = 20_000
    /// How many reports wait: with more, moves that follow each other become one.
    static let limit = 1024

    private struct Waiting {
        var time: Int64
        /// After the report before it.
        var pause: Int64
        var touches: [VirtualTouch]
        var hasEdge: Bool { touches.contains(where: \.isEdge) }
    }

    private var waiting: [Waiting] = []
    /// The first of `waiting` that has not gone out.
    private var head = 0
    /// How many of those have a begin or a lift.
    private var edges = 0
    /// Whether what waits is of earlier, and nothing of it has gone out.
    private var isLate = false, isFirst = false
    private var lastSent: Int64 = .min / 2
    /// Touches whose begin went out a moment ago.
    private var begun: [(id: TouchID, sent: Int64)] = []

    public init() {}

    public var isEmpty: Bool { head == waiting.count }

    /// Whether more waits than can ever be told in time.
    public var isFull: Bool { waiting.count - head >= 2 * Self.limit }

    /// Whether anything of a touch waits.
    public func holds(_ touch: TouchID) -> Bool { waiting[head...].contains { $0.touches.contains { $0.id == touch } } }

    /// Whether a report may go out at once, past the queue; if so it counts as sent.
    public mutating func passes(_ touches: [VirtualTouch], at now: Int64) -> Bool {
        guard isEmpty, earliest(touches) <= now else { return false }
        sent(touches, at: now)
        return true
    }

    /// Queues a report; `next` gives it back when it is due.
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

    /// The next report that is due; it counts as sent.
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

    /// When the next report is due; nil when none waits.
    public var due: Int64? {
        if isEmpty { return nil }
        if edges == 0 { return lastSent }
        let next = waiting[head]
        return max(isFirst ? .min : lastSent + next.pause, earliest(next.touches))
    }

    /// Nothing waits any more.
    public mutating func removeAll() {
        waiting.removeAll()
        begun.removeAll()
        (head, edges) = (0, 0)
    }

    // MARK: -

    /// When these may go out, by the begins of those of them that lift.
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
