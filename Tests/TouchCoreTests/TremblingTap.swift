import Foundation
import Support

@testable import TouchCore

/// A made tap of a finger that trembles: it rests for 0.1 to 0.4 s and swings along a line with 4 to 12 Hz around a place, on a panel with 100 reports
/// a second.
struct TremblingTap {
    /// The number of the report in which the finger lifts; it comes down in report 0.
    let last: Int
    private let amplitude: Double, frequency: Double, phase: Double, direction: Double

    /// - Parameter amplitude: The farthest that the finger swings to each side, in points.
    init(_ amplitude: Double, _ random: inout SeededRandom) {
        self.amplitude = amplitude
        frequency = Double.random(in: 4...12, using: &random)
        last = 10 + random(31)
        phase = Double.random(in: 0...2 * Double.pi, using: &random)
        direction = Double.random(in: 0...2 * Double.pi, using: &random)
    }

    func place(around middle: Point, inReport number: Int) -> Point {
        let swing = amplitude * Self.sine(2 * Double.pi * frequency * Double(number) / 100 + phase)
        return Point(middle.x + swing * Self.sine(direction), middle.y + swing * Self.sine(direction + Double.pi / 2))
    }

    /// The changes of a contact that comes down, moves and lifts.
    static func contact(
        inSlot slot: Int, from first: Int = 0, to last: Int, since start: Int64, _ place: (_ report: Int) -> Point
    ) -> [(time: Int64, change: ContactChange)] {
        (first...last).map { number in
            let phase: TouchPhase = number == first ? .began : number == last ? .ended : .moved
            return (start + Int64(number) * 10_000, ContactChange(slot: slot, phase: phase, location: place(number)))
        }
    }

    /// The sine without a mathematical library, so that the figures are the same everywhere: the first terms of its series, after reduction to ±π.
    private static func sine(_ angle: Double) -> Double {
        let x = angle - 2 * Double.pi * (angle / (2 * Double.pi)).rounded()
        var (term, sum) = (x, x)
        for n in 1..<15 {
            term *= -x * x / Double(2 * n * (2 * n + 1))
            sum += term
        }
        return sum
    }

    /// Whether a page of the documents has a table.
    static func isDocumented(_ table: String, in page: String) throws -> Bool {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8).contains("|\n" + table + "\n\n")
    }
}
