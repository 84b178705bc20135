import TouchdClient

/// A finger, as receivers see it (TUIO 1.1, profile 2Dcur).
struct Cursor: Equatable {
    /// The session ID. It is reused only after 2³¹ others.
    let session: Int32
    let touch: UInt64
    /// The regions that receive the touch; nil stands for an observed touch without a receiver.
    var receivers: [String?]
    private(set) var place: Point
    /// The velocity, in widths and heights of the surface per second.
    private(set) var velocity = Point(0, 0)
    /// The change of the speed per second.
    private(set) var acceleration = 0.0
    /// The event time of the place, in µs.
    private var time: Int64
    /// The time at which the place came, in µs of the program's clock.
    private(set) var changedAt: Int64
    /// Whether receivers have the cursor's latest state.
    var isSent = false
    /// Whether receivers know the cursor.
    var isAlive = false

    init(session: Int32, touch: UInt64, receiver: String?, place: Point, time: Int64, now: Int64) {
        (self.session, self.touch, self.place, self.time) = (session, touch, place, time)
        receivers = [receiver]
        changedAt = now
    }

    var isMoving: Bool { velocity != Point(0, 0) || acceleration != 0 }

    mutating func move(to place: Point, at time: Int64, now: Int64) {
        let before = self
        // One report has an event for each receiver of the touch, with the same place.
        if time > self.time {
            let seconds = Double(time - self.time) / 1_000_000
            velocity = Point((place.x - self.place.x) / seconds, (place.y - self.place.y) / seconds)
            acceleration = (speed - before.speed) / seconds
            (self.time, changedAt) = (time, now)
        }
        self.place = place
        if place != before.place || velocity != before.velocity || acceleration != before.acceleration { isSent = false }
    }

    mutating func stop() {
        (velocity, acceleration, isSent) = (Point(0, 0), 0, false)
    }

    private var speed: Double { (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot() }
}
