import TouchdClient

/// The fingers on a surface, and which bundles tell of them at which time. Times are µs of the program's clock.
struct CursorTable {
    /// All cursors are told again this often: a datagram may be lost, and a receiver may come later.
    static let fullInterval: Int64 = 1_000_000
    /// A panel says nothing of a finger that rests. So long after its last movement it is told to stand still.
    static let restAfter: Int64 = 100_000
    /// Touches in sensitive regions are numbered from here on (docs/access.md). Whatever the rights of this program are, none is sent.
    static let firstSensitive: UInt64 = 1 << 52

    private(set) var cursors: [Cursor] = []
    private var sessions: RisingNumber
    private var fullDue: Int64

    /// The first bundle is due at once: it ends whatever a receiver has of an earlier run.
    init(sessions: RisingNumber, now: Int64) { (self.sessions, fullDue) = (sessions, now) }

    /// When `tick` has something to do.
    var due: Int64 {
        cursors.reduce(fullDue) { $1.isMoving ? min($0, $1.changedAt + Self.restAfter) : $0 }
    }

    /// Takes what one report has changed; nil: nothing that receivers are told.
    mutating func take(_ touches: [TouchEvent], at time: Int64, on surface: Surface, now: Int64) -> [BundleContent]? {
        var isChanged = false
        var bundles: [BundleContent] = []
        // Endings come first in a frame; one that goes on for another receiver has not ended.
        for touch in touches where touch.id < Self.firstSensitive {
            guard let index = cursors.firstIndex(where: { $0.touch == touch.id }) else {
                isChanged = begin(touch, at: time, on: surface, now: now) || isChanged
                continue
            }
            if let place = surface.place(of: touch) { cursors[index].move(to: place, at: touch.timestamp ?? time, now: now) }
            if touch.phase.isOver {
                // A withheld tap may begin and end in one frame: it is told that it was there.
                if !cursors[index].isAlive { bundles += tell(now) }
                cursors[index].receivers.removeAll { $0 == touch.region }
            } else if !cursors[index].receivers.contains(touch.region) {
                cursors[index].receivers.append(touch.region)
            }
        }
        let count = cursors.count
        cursors.removeAll(where: \.receivers.isEmpty)
        rest(now)
        isChanged = isChanged || cursors.count < count || cursors.contains { !$0.isTold }
        return isChanged ? bundles + tell(now) : nil
    }

    /// Everything is over.
    mutating func clear(now: Int64) -> [BundleContent] {
        cursors = []
        return tell(now)
    }

    /// What is due by now; nil: nothing.
    mutating func tick(now: Int64) -> [BundleContent]? {
        rest(now)
        return now >= fullDue || cursors.contains { !$0.isTold } ? tell(now) : nil
    }

    private mutating func begin(_ touch: TouchEvent, at time: Int64, on surface: Surface, now: Int64) -> Bool {
        guard touch.phase == .began, let place = surface.place(of: touch) else { return false }
        cursors.append(
            Cursor(session: sessions.next(), touch: touch.id, receiver: touch.region, place: place, time: touch.timestamp ?? time, now: now))
        return true
    }

    private mutating func rest(_ now: Int64) {
        for index in cursors.indices where cursors[index].isMoving && now - cursors[index].changedAt >= Self.restAfter { cursors[index].stop() }
    }

    private mutating func tell(_ now: Int64) -> [BundleContent] {
        let isFull = now >= fullDue
        if isFull { fullDue = now + Self.fullInterval }
        let bundles = BundleContent.bundles(of: cursors, isFull: isFull)
        for index in cursors.indices { (cursors[index].isTold, cursors[index].isAlive) = (true, true) }
        return bundles
    }
}
