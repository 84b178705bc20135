import Testing
import TouchCore

@testable import touchctl

@Suite struct CanvasTests {
    /// The rows of a display of 6 by 4 pixels after a drawing, in the orientation that people see.
    private func display(_ turn: Rotation, _ draw: (Canvas) -> Void) -> [String] {
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 4)
        defer { pixels.deallocate() }
        pixels.initialize(repeating: 0, count: 8 * 4)
        draw(Canvas(pixels, width: 6, height: 4, stride: 8, turn: turn))
        return (0..<4).map { row in String((0..<8).map { pixels[row * 8 + $0] == 0 ? "." : "#" }) }
    }

    @Test(arguments: [
        (Rotation.none, ["##......", "##......", "##......", "........"]),
        (.quarter, ["........", "........", "###.....", "###....."]),
        (.half, ["........", "....##..", "....##..", "....##.."]),
        (.threeQuarters, ["...###..", "...###..", "........", "........"]),
    ])
    func `what is drawn in people's top left corner is there on a display that is turned`(_ turn: Rotation, _ rows: [String]) {
        #expect(display(turn) { $0.fill(-1, -1, 3, 4, .ink) } == rows)
    }

    @Test func `a canvas is as wide as the display looks, and draws nothing beside it`() {
        var size = (0, 0)
        let rows = display(.quarter) { canvas in
            size = (canvas.width, canvas.height)
            canvas.fill(-5, -5, 50, 50, .ink)
        }
        #expect(size == (4, 6))
        #expect(rows == Array(repeating: "######..", count: 4))
    }

    @Test func `text is broken at spaces`() {
        #expect(Canvas.lines("touch the cross now", of: 9) == ["touch the", "cross now"])
        #expect(Canvas.lines("touchscreens", of: 4) == ["touchscreens"])
    }
}
