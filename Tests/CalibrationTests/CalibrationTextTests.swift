import Testing
import TouchCore

@testable import Calibration

@Suite struct CalibrationTextTests {
    private func panel() -> CalibratedPanel {
        var panel = CalibratedPanel()
        panel.id = "main-0"
        panel.name = "ACME \"10*\" Touch"
        panel.vendor = 0x0eef
        panel.product = 0x1
        panel.idPath = "pci-0000:00:14.0-usb-0:3:1.0"
        return panel
    }

    @Test(arguments: 0...8) func `a matrix has six numbers`(count: Int) {
        let rows = (0..<count).map { Double($0 + 1) }
        #expect(AffineTransform(rows: rows)?.rows == (count == 6 ? rows : nil))
    }

    @Test func `the rule names the panel by what tells it apart, literally`() throws {
        var touches = Touches(calibration: Distortion.mirroredLeftToRight.matrix, panel: panel())
        let text = CalibrationText(try touches.solve())
        #expect(text.ruleFile == "99-touchd-calibration-main-0.rules")
        #expect(
            text.rule == """
                # Calibration of panel main-0, "ACME "10*" Touch", written by touchctl calibrate.
                ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:3:1.0", \
                ATTRS{name}=="ACME ?10?? Touch", ATTRS{id/vendor}=="0eef", ATTRS{id/product}=="0001", ENV{ID_INPUT_TOUCHSCREEN}=="1", \
                ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"

                """)
        #expect(text.yaml == "calibration: [-1, 0, 1, 0, 1, 0]")
    }

    @Test func `a virtual panel in the panel's own units has the same calibration`() throws {
        var touches = Touches(calibration: Distortion.turnedBy180.matrix, panel: panel())
        touches.panel.virtualPhys = "touchd/main-0"
        let lines = CalibrationText(try touches.solve()).rule.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(
            lines[3] == #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{phys}=="touchd/main-0", "#
                + #"ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 -1 1""#)
    }

    @Test func `what comes after udev's matrix is composed with it`() throws {
        var touches = Touches(calibration: AffineTransform(a: 0.9, b: 0.01, c: -0.02, d: 1.1, tx: 0.03, ty: -0.04), panel: panel())
        touches.panel.udev = Distortion.turnedBy90.matrix
        let solution = try touches.solve()
        let whole = touches.panel.udev.then(solution.configured)
        for (found, wanted) in zip(whole.rows, solution.matrix.rows) { #expect(abs(found - wanted) < 1e-9) }
        touches.calibration = touches.panel.udev
        #expect(CalibrationText(try touches.solve()).yaml == "")
    }

    @Test func `a device cannot write lines of the rule by its name`() {
        var panel = panel()
        panel.name = "x\nRUN+=\"/bin/evil\"\r\ny"
        let text = UdevRule(panel).text("Calibration of \(panel.summary).", "WL_OUTPUT", "DP-1")
        #expect(text.split(whereSeparator: \.isNewline).count == 2)
        #expect(text.contains(#"ATTRS{name}=="x?RUN+??/bin/evil???y""#))
    }

    @Test func `a panel without an id or a path is told by its name and where it is connected`() {
        var panel = CalibratedPanel()
        panel.name = "i2c touch/α"
        panel.phys = "i2c-1/input0"
        #expect(CalibrationText.ruleFile(panel) == "99-touchd-calibration-i2c-touch---.rules")
        #expect(UdevRule(panel).match == #"ATTRS{name}=="i2c touch/α", ATTRS{phys}=="i2c-1/input0", ENV{ID_INPUT_TOUCHSCREEN}=="1""#)
    }

    @Test func `a panel that nothing tells apart has no rule, which would be every panel's`() throws {
        var touches = Touches(calibration: Distortion.upsideDown.matrix)
        #expect(CalibrationText(try touches.solve()).rule == "")
    }

    @Test(arguments: [(0.1 + 0.2, "0.3"), (-1.0, "-1"), (-0.0000001, "0"), (12.5, "12.5"), (1e-5, "0.00001"), (123456.789, "123456.789")])
    func `numbers have no exponent, and at most six decimals`(_ number: Double, _ text: String) { #expect(decimal(number) == text) }

    @Test func `crosses spread over the screen, and no three of the usual six leave a finger in doubt`() {
        for count in CrossLayout.range {
            let places = CrossLayout.places(count)
            #expect(Set(places).count == count)
            #expect(places.allSatisfy { (0.05...0.95).contains($0.x) && (0.05...0.95).contains($0.y) })
        }
    }
}
