import TouchdClient

/// The cursors on a surface, and the bundles to send about them. Times are µs of the program's clock.
struct CursorTable {
    /// The interval at which all cursors are sent again, because a datagram may be lost and a receiver may start later.
    static let fullInterval: Int64 = 1_000_000
    /// The time after a finger's last movement at which it is reported as standing still, because a panel does not report resting fingers.
    static let restAfter: Int64 = 100_000
    /// The first ID of touches in sensitive regions (docs/access.md). Such touches are never sent, whatever rights this program has.
    static let firstSensitive: UInt64 = 1 << 52

    private(set) var cursors: [Cursor] = []
    private var sessions: RisingNumber
    private var fullDue: Int64

    /// Creates an empty table. Its first bundle is due at once: it ends all cursors that a receiver has from an earlier run.
    init(sessions: RisingNumber, now: Int64) { (self.sessions, fullDue) = (sessions, now) }

    /// The time at which `tick` has something to do.
    var due: Int64 {
        cursors.reduce(fullDue) { $1.isMoving ? min($0, $1.changedAt + Self.restAfter) : $0 }
    }

    /// Applies the changes of one report. Returns the bundles to send; nil if nothing has changed for receivers.
    mutating func apply(_ touches: [TouchEvent], at time: Int64, on surface: Surface, now: Int64) -> [BundleContent]? {
        var isChanged = false
        var bundles: [BundleContent] = []
        // Ends come first in a frame. A touch that continues for another receiver has not ended.
        for touch in touches where touch.id < Self.firstSensitive {
            guard let index = cursors.firstIndex(where: { $0.touch == touch.id }) else {
                isChanged = begin(touch, at: time, on: surface, now: now) || isChanged
                continue
            }
            if let place = surface.place(of: touch) { cursors[index].move(to: place, at: touch.timestamp ?? time, now: now) }
            if touch.phase.isOver {
                // A delayed tap may begin and end in one frame. Receivers still get both.
                if !cursors[index].isAlive { bundles += makeBundles(now) }
                cursors[index].receivers.removeAll { $0 == touch.region }
            } else if !cursors[index].receivers.contains(touch.region) {
                cursors[index].receivers.append(touch.region)
            }
        }
        let count = cursors.count
        cursors.removeAll(where: \.receivers.isEmpty)
        stopResting(now)
        isChanged = isChanged || cursors.count < count || cursors.contains { !$0.isSent }
        return isChanged ? bundles + makeBundles(now) : nil
    }

    /// Removes all cursors, and returns the bundles that say so.
    mutating func clear(now: Int64) -> [BundleContent] {
        cursors = []
        return makeBundles(now)
    }

    /// Returns the bundles that are due; nil if none are.
    mutating func tick(now: Int64) -> [BundleContent]? {
        stopResting(now)
        return now >= fullDue || cursors.contains { !$0.isSent } ? makeBundles(now) : nil
    }

    private mutating func begin(_ touch: TouchEvent, at time: Int64, on surface: Surface, now: Int64) -> Bool {
        guard touch.phase == .began, let place = surface.place(of: touch) else { return false }
        cursors.append(
            Cursor(session: sessions.next(), touch: touch.id, receiver: touch.region, place: place, time: touch.timestamp ?? time, now: now))
        return true
    }

    private mutating func stopResting(_ now: Int64) {
        for index in cursors.indices where cursors[index].isMoving && now - cursors[index].changedAt >= Self.restAfter { cursors[index].stop() }
    }

    private mutating func makeBundles(_ now: Int64) -> [BundleContent] {
        let isFull = now >= fullDue
        if isFull { fullDue = now + Self.fullInterval }
        let bundles = BundleContent.bundles(of: cursors, isFull: isFull)
        for index in cursors.indices { (cursors[index].isSent, cursors[index].isAlive) = (true, true) }
        return bundles
    }
}
