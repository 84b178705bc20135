import Glibc
import TouchCore

/// The movements of fingers, as a list of reports.
struct FingerScript {
    struct Step {
        var finger: Int
        var phase: TouchPhase
        /// The place; nil for a finger that lifts where it is.
        var place: Point?
    }

    /// The reports: µs since the beginning, rising, and the changes at that time.
    private(set) var reports: [(time: Int64, steps: [Step])] = []

    /// The µs between two reports of a moving finger, as on a panel of 100 Hz.
    private static let interval: Int64 = 10_000

    /// Adds fingers that come down together, move for a time, rest for a time, and lift.
    ///
    /// - Parameters:
    ///   - over, rest: seconds.
    ///   - fingers: the path of each finger: its place at each part of the movement, from 0, where it comes down, to 1.
    mutating func add(after pause: Double = 0, over: Double, rest: Double, _ fingers: [(Double) -> Point]) {
        let start = (reports.last?.time ?? 0) + Self.microseconds(pause)
        let duration = Self.microseconds(over)
        func report(_ time: Int64, _ phase: TouchPhase, at part: Double?) {
            let steps = fingers.enumerated().map { number, path in Step(finger: number + 1, phase: phase, place: part.map(path)) }
            reports.append((start + time, steps))
        }
        report(0, .began, at: 0)
        var time = Self.interval
        while time < duration {
            report(time, .moved, at: Double(time) / Double(duration))
            time += Self.interval
        }
        if duration > 0 { report(duration, .moved, at: 1) }
        report(duration + Self.microseconds(rest), .ended, at: nil)
    }

    private static func microseconds(_ seconds: Double) -> Int64 { Int64(microsecondsOf: seconds) }

    /// The paths of `count` fingers side by side, centred at a point.
    static func row(_ count: Int, spread: Double, around path: @escaping (Double) -> Point) -> [(Double) -> Point] {
        (0..<count).map { number in
            let aside = (Double(number) - Double(count - 1) / 2) * spread
            return { part in Point(path(part).x + aside, path(part).y) }
        }
    }

    /// The paths of two fingers on opposite sides of a point.
    ///
    /// - Parameters:
    ///   - distance: between the fingers, at the beginning and at the end.
    ///   - turn: radians, clockwise.
    static func pair(around centre: Point, distance: (from: Double, to: Double), turn: Double) -> [(Double) -> Point] {
        [-1.0, 1.0].map { side in
            { part in
                let radius = side * (distance.from + (distance.to - distance.from) * part) / 2
                return Point(centre.x + radius * cos(turn * part), centre.y + radius * sin(turn * part))
            }
        }
    }
}
