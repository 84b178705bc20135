import Support
import Testing

@testable import TouchCore

/// The inverse mapping from points to the panel's values.
@Suite struct `Inverse mapping` {
    private static func panel(_ x: AxisInfo, _ y: AxisInfo) -> PanelDescription {
        var panel = PanelDescription(name: "panel")
        (panel[axis: AbsCode.mtPositionX], panel[axis: AbsCode.mtPositionY]) = (x, y)
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        panel[axis: AbsCode.mtPressure] = AxisInfo(minimum: 3, maximum: 258)
        panel[axis: AbsCode.mtTouchMajor] = AxisInfo(minimum: 0, maximum: 255)
        panel[axis: AbsCode.mtTouchMinor] = AxisInfo(minimum: 0, maximum: 255)
        return panel
    }

    @Test func `what any panel reports comes back to the unit, whatever its calibration, rotation, area and range`() {
        var random = SeededRandom()
        for _ in 0..<rounds(300) {
            func axis() -> AxisInfo {
                let minimum = Int32(random(2) == 0 ? 0 : random(4000) - 2000)
                return AxisInfo(minimum: minimum, maximum: minimum + Int32(1 + random(random(2) == 0 ? 40_000 : 1_000_000)))
            }
            let panel = Self.panel(axis(), axis())
            func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            let calibrations: [AffineTransform] = [
                .identity, AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0), AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0),
                AffineTransform(
                    a: number(0.7...1.4), b: number(-0.2...0.2), c: number(-0.2...0.2), d: number(0.7...1.4), tx: number(-0.1...0.1),
                    ty: number(-0.1...0.1)),
            ]
            let size = Size(number(100...8000), number(100...8000))
            let area = random(2) == 0 ? nil : Rect(number(0...50), number(0...50), number(10...4000), number(10...4000))
            let mapping = PanelMapping(
                panel: panel, kind: PanelKind(panel), calibration: calibrations[random(4)], rotation: Rotation.allCases[random(4)], screen: size,
                area: area)
            let inverse = InverseMapping(mapping, panel: panel)
            for _ in 0..<20 {
                var values = ContactValues()
                func within(_ axis: AxisInfo) -> Int32 { Int32.random(in: axis.minimum...axis.maximum, using: &random) }
                values.x = within(panel[axis: AbsCode.mtPositionX]!)
                values.y = within(panel[axis: AbsCode.mtPositionY]!)
                values.pressure = within(panel[axis: AbsCode.mtPressure]!)
                values.major = within(panel[axis: AbsCode.mtTouchMajor]!)
                values.minor = within(panel[axis: AbsCode.mtTouchMinor]!)
                let back = inverse.values(at: mapping.location(values), mapping.axes(values))
                #expect(back == values)
            }
        }
    }

    @Test func `a value out of the declared range comes back as it was`() {
        let panel = Self.panel(AxisInfo(minimum: 0, maximum: 4095), AxisInfo(minimum: 0, maximum: 4095))
        let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), rotation: .quarter, screen: Size(1080, 1920))
        var values = ContactValues()
        (values.x, values.y, values.pressure) = (-17, 5000, 3)
        #expect(InverseMapping(mapping, panel: panel).values(at: mapping.location(values), mapping.axes(values)) == values)
    }

    @Test(arguments: [(-45, 45), (0, 1), (-127, 127), (0, 90)], Rotation.allCases)
    func `an ellipse lies as it lay`(range: (Int32, Int32), rotation: Rotation) {
        var panel = Self.panel(AxisInfo(minimum: 0, maximum: 999), AxisInfo(minimum: 0, maximum: 999))
        panel[axis: AbsCode.mtOrientation] = AxisInfo(minimum: range.0, maximum: range.1)
        let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), rotation: rotation, screen: Size(500, 700))
        let inverse = InverseMapping(mapping, panel: panel)
        for value in range.0...range.1 {
            var values = ContactValues()
            values.orientation = value
            let back = inverse.values(at: mapping.location(values), mapping.axes(values)).orientation
            // Both ends describe the same ellipse.
            #expect(back == value || abs(back) == range.1 && abs(value) == range.1)
        }
    }

    @Test func `an injected touch, which has no pressure, presses with full force`() {
        let panel = Self.panel(AxisInfo(minimum: 0, maximum: 999), AxisInfo(minimum: 0, maximum: 999))
        let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), screen: Size(1000, 1000))
        let values = InverseMapping(mapping, panel: panel).values(at: Point(500.4, 20.6), TouchAxes())
        #expect((values.x, values.y, values.pressure) == (500, 21, 258))
    }
}
