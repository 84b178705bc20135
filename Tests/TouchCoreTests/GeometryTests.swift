import Testing
@testable import TouchCore

/// The conversion of device units to points: cases C6.
@Suite struct GeometryTests {
    private func panel(_ change: (inout PanelDescription) -> Void = { _ in }) -> PanelDescription {
        var panel = Script.tenSlots
        change(&panel)
        return panel
    }

    private func location(
        _ x: Int32, _ y: Int32, _ calibration: AffineTransform = .identity, _ rotation: Rotation = .none,
        _ panel: PanelDescription = Script.tenSlots
    ) -> Point {
        var values = ContactValues()
        values.x = x
        values.y = y
        let mapping = PanelMapping(
            panel: panel, kind: PanelKind(panel), calibration: calibration, rotation: rotation, screen: Size(1000, 500))
        let point = mapping.location(values)
        return Point((point.x * 1e6).rounded() / 1e6, (point.y * 1e6).rounded() / 1e6)
    }

    private func rows(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) -> AffineTransform {
        AffineTransform(a: a, b: d, c: b, d: e, tx: c, ty: f)
    }

    @Test func `calibration scales, turns and moves (case 84)`() {
        #expect(location(500, 500, rows(0.5, 0, 0, 0, 2, 0)) == Point(250, 500))
        #expect(location(100, 200, rows(1, 0, 0.25, 0, 1, -0.1)) == Point(350, 50))
        #expect(location(100, 200, rows(0, 1, 0, 1, 0, 0)) == Point(200, 50), "x and y swapped")
        #expect(location(100, 200, rows(-1, 0, 1, 0, 1, 0)) == Point(900, 100), "mirrored")
    }

    /// udev's matrix applies first, the configuration's after it.
    @Test func `matrices compose (case 85)`() {
        let udev = rows(0, 1, 0, 1, 0, 0)
        let configured = rows(1, 0, 0.5, 0, 1, 0)
        #expect(location(100, 200, udev.then(configured)) == Point(700, 50))
        #expect(location(100, 200, configured.then(udev)) != location(100, 200, udev.then(configured)))
    }

    @Test func `a matrix of udev's that cannot be used is refused (case 86)`() throws {
        #expect(try AffineTransform(libinput: "0 1 0  1\t0 0") == rows(0, 1, 0, 1, 0, 0))
        #expect(try AffineTransform(libinput: "-1 0 1 0 1 0 0 0 1") == rows(-1, 0, 1, 0, 1, 0), "a third row says nothing")
        for (text, fault) in [
            ("", CalibrationMatrixFault.noSixNumbers), ("1 0 0 0 1", .noSixNumbers), ("1 0 0 0 1 x", .noSixNumbers),
            ("1 0 0 1 0 0", .notInvertible(determinant: 0)), ("2 4 0 1 2 0", .notInvertible(determinant: 0)),
            ("0 0 0 0 0 0", .notInvertible(determinant: 0)), ("1e-200 0 0 0 1e-200 0", .notInvertible(determinant: 0)),
            ("nan 0 0 0 1 0", .notFinite), ("1 0 inf 0 1 0", .notFinite), ("1e300 0 0 0 1e300 0", .notFinite),
        ] { #expect(throws: fault, "\(text)") { try AffineTransform(libinput: text) } }
    }

    @Test func `orientation turns with the screen (case 88)`() {
        let panel = panel { $0[axis: AbsCode.mtOrientation] = AxisInfo(minimum: -90, maximum: 90) }
        var values = ContactValues()
        values.orientation = 30
        for (rotation, degrees) in [(Rotation.none, 30.0), (.quarter, -60), (.half, 30), (.threeQuarters, -60)] {
            let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), rotation: rotation, screen: Size(100, 100))
            #expect(abs(mapping.axes(values).orientation! - degrees * .pi / 180) < 1e-9, "\(rotation)")
        }
    }

    @Test func `values beyond the range are kept (case 89)`() {
        #expect(location(-100, 1200) == Point(-100, 600))
    }

    @Test func `extreme ranges do not overflow (case 93)`() {
        let panel = panel {
            for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { $0[axis: code] = AxisInfo(minimum: .min, maximum: .max) }
        }
        #expect(location(.min, .max, .identity, .none, panel) == Point(0, 500))
        #expect(location(0, 0, .identity, .none, panel) == Point(500, 250))
    }

    @Test(arguments: [Int32.min, -5, 0]) func `resolution changes no location (case 94)`(_ resolution: Int32) {
        let panel = panel { $0[axis: AbsCode.mtPositionX]!.resolution = resolution }
        #expect(location(250, 500, .identity, .none, panel) == Point(250, 250))
        #expect(PanelMapping(panel: panel, kind: PanelKind(panel), screen: Size(9, 9)).pointsPerMillimetre == nil)
    }

    @Test func `pressure is from zero to one (case 95)`() {
        let panel = panel { $0[axis: AbsCode.mtPressure] = AxisInfo(minimum: 50, maximum: 250) }
        let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), screen: Size(100, 100))
        var values = ContactValues()
        for (raw, pressure) in [(50, 0.0), (150, 0.5), (250, 1), (0, 0), (1000, 1)] as [(Int32, Double)] {
            values.pressure = raw
            #expect(mapping.axes(values).pressure == pressure)
        }
        let without = Script.tenSlots
        #expect(PanelMapping(panel: without, kind: PanelKind(without), screen: Size(1, 1)).axes(values).pressure == nil)
    }

    /// Sizes are in points: on a panel of 1000 units on 1000×500 points, by the geometric mean of both scales.
    @Test func `sizes are in points (case 96)`() {
        let panel = panel { $0[axis: AbsCode.mtTouchMajor] = AxisInfo(minimum: 0, maximum: 255) }
        let mapping = PanelMapping(panel: panel, kind: PanelKind(panel), screen: Size(2000, 500))
        var values = ContactValues()
        values.major = 10
        #expect(abs(mapping.axes(values).major! - 10) < 1e-9)
        #expect(mapping.axes(values).minor == nil)
    }

    /// The scale of 1000 units with resolutions of 10 and 5 units per mm: glass of 100 × 200 mm.
    private func scale(
        _ screen: Size, _ calibration: AffineTransform = .identity, _ rotation: Rotation = .none, area: Rect? = nil
    ) -> [Double]? {
        let panel = panel {
            $0[axis: AbsCode.mtPositionX]!.resolution = 10
            $0[axis: AbsCode.mtPositionY]!.resolution = 5
        }
        let mapping = PanelMapping(
            panel: panel, kind: PanelKind(panel), calibration: calibration, rotation: rotation, screen: screen, area: area)
        return mapping.pointsPerMillimetre.map { [$0.width, $0.height].map { ($0 * 1e6).rounded() / 1e6 } }
    }

    @Test func `points per millimetre are along the screen's axes (case 96)`() {
        #expect(scale(Size(1000, 600)) == [10, 3])
        #expect(scale(Size(1000, 600), .identity, .quarter) == [5, 6], "x of the screen runs along the glass' 200 mm")
        #expect(scale(Size(1000, 600), .identity, .half) == [10, 3])
        #expect(scale(Size(1000, 600), rows(0, 1, 0, 1, 0, 0), .threeQuarters) == [10, 3], "swapped and turned back")
        #expect(scale(Size(1000, 600), rows(-2, 0, 1, 0, 1, 0)) == [20, 3], "half of the glass, mirrored")
        #expect(scale(Size(1000, 600), area: Rect(500, 0, 250, 300)) == [2.5, 1.5])
        // Turned by 30° on the glass, at 4 points per mm.
        let (cosine, sine) = (0.75.squareRoot(), 0.5)
        #expect(scale(Size(400, 800), rows(cosine, -2 * sine, 0, sine / 2, cosine, 0)) == [4, 4])
    }

    /// The statement of docs/protocol.md about sizes in mm.
    @Test func `sizes in millimetres follow from them (case 96)`() {
        let panel = panel {
            $0[axis: AbsCode.mtTouchMajor] = AxisInfo(minimum: 0, maximum: 255)
            for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { $0[axis: code]!.resolution = 8 }
        }
        var values = ContactValues()
        values.major = 72
        for rotation in Rotation.allCases {
            let mapping = PanelMapping(
                panel: panel, kind: PanelKind(panel), calibration: rows(1.5, 0, 0, 0, 1, 0), rotation: rotation, screen: Size(1920, 1080))
            let scale = mapping.pointsPerMillimetre!
            #expect(abs(mapping.axes(values).major! / (scale.width * scale.height).squareRoot() - 9) < 1e-9)
        }
    }
}
