import Glibc
import Sockets

/// The conversion from the monotonic clock, which touchd's times use, to the time of day.
struct WallClock {
    /// The wall clock minus the monotonic clock, in µs; nil before the first update.
    private var offset: Int64?
    /// The smallest change, and the shortest sleep, in µs that is applied. A smaller one comes from reading the clocks one after the other. Applying it
    /// would change how an unchanged event time is written.
    private static let stepMin: Int64 = 500_000
    /// The sleeps of the machine since the first update, in order. The monotonic clock stood still for `length` µs, between the updates at `time` and
    /// after it.
    private var sleeps: [(time: Int64, length: Int64)] = []
    /// The most sleeps that are kept. Older ones count as one, so that times between them become too early.
    private static let sleepsMax = 1000
    /// The time that the machine had slept in all, and the monotonic time, at the last update.
    private var slept: Int64?
    private var updatedAt: Int64 = 0

    /// Adopts the time of day, and notices a sleep since the last update.
    ///
    /// - Parameter slept: the time that the machine has slept since it was started, in µs.
    mutating func update(monotonic: Int64 = MonotonicClock.now, wall: Int64 = WallClock.now, slept: Int64 = WallClock.slept) {
        let length = slept - (self.slept ?? slept)
        if length >= Self.stepMin {
            sleeps.append((updatedAt, length))
            offset = offset.map { $0 + length }
            if sleeps.count > Self.sleepsMax {
                let oldest = sleeps.removeFirst()
                sleeps[0].length += oldest.length
            }
        }
        if self.slept == nil || length >= Self.stepMin { self.slept = slept }
        updatedAt = monotonic
        let new = wall - monotonic
        if let offset, abs(new - offset) < Self.stepMin { return }
        offset = new
    }

    static var now: Int64 { read(CLOCK_REALTIME) }
    static var slept: Int64 { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// The time in ISO 8601 in UTC, in whole ms. A time beyond all clocks becomes the first or the last one.
    func text(_ monotonic: Int64) -> String {
        let sleptSince = sleeps.reduce(0) { $1.time >= monotonic ? $0 + $1.length : $0 }
        let (wall, isBeyond) = monotonic.addingReportingOverflow((offset ?? 0) - sleptSince)
        return Self.text(wall: isBeyond ? (monotonic < 0 ? .min : .max) : wall)
    }

    static func text(wall: Int64) -> String {
        let milliseconds = wall / 1000
        let (days, ofDay) = (milliseconds / 86_400_000, milliseconds % 86_400_000)
        // Howard Hinnant's civil_from_days: eras of 400 years that begin on 1 March.
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func padded(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let (hour, minute, second) = (ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
            + ".\(padded(ofDay % 1000, 3))Z"
    }
}
