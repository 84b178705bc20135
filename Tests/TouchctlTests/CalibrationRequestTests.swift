import Calibration
import Testing
import TouchCore
import Wire

@testable import touchctl

@Suite struct CalibrationRequestTests {
    private func answer(_ text: String) throws -> JSONValue {
        try JSONReader.parse(CalibrationAnswer(try CalibrationRequest(Array(text.utf8))).json())
    }

    /// Five crosses on a screen of 1000×500 points, on a panel that is mirrored left to right.
    private let points =
        #"{"shown":[100,50],"raw":[0.9,0.1]},{"shown":[900,50],"raw":[0.1,0.1]},{"shown":[900,450],"raw":[0.1,0.9]},"#
        + #"{"shown":[100,450],"raw":[0.9,0.9]},{"shown":[500,150],"raw":[0.5,0.3]}"#

    @Test func `touches give a matrix, words, a udev rule and a line of YAML`() throws {
        let answer = try answer(
            #"{"points":[\#(points)],"screen":[1000,500],"millimetres":[400,200],"panel":{"id":"main-0","name":"ACME","vendor":"0eef","product":"0001"}}"#
        )
        #expect(answer["ok"] == true)
        #expect(answer["matrix"]?.array?.compactMap(\.number) == [-1, 0, 1, 0, 1, 0])
        #expect(answer["distortion"] == "mirroredLeftToRight")
        #expect(answer["text"]?.array?.first == "The panel is mirrored left to right.")
        #expect(answer["before"]?["millimetres"]?.number == 286.22)
        #expect(answer["udev"]?["file"] == "/etc/udev/rules.d/99-touchd-calibration-main-0.rules")
        #expect(answer["udev"]?["matrix"] == "-1 0 1 0 1 0")
        #expect(answer["yaml"] == "calibration: [-1, 0, 1, 0, 1, 0]")
        #expect(answer["residuals"]?.array?.count == 5)
    }

    @Test func `what is in force of udev and of the configuration has a part in it`() throws {
        let answer = try answer(
            #"{"points":[\#(points)],"screen":[1000,500],"panel":{"udev":[-1,0,1,0,-1,1],"configured":[1,0,0,0,-1,1],"rotation":0,"area":null}}"#)
        #expect(answer["alreadyRight"] == true)
        #expect(answer["yaml"] == "calibration: [1, 0, 0, 0, -1, 1]")
    }

    @Test func `what is not given of a panel comes from the configuration, its area on a picture of another size`() throws {
        let text =
            "version: 1\nscreens:\n  - id: main\n    size: [2000, 1000]\n    panels:\n      - match: { name: ACME }\n        rotation: 180\n"
            + "        area: [0, 0, 1000, 1000]\n        calibration: [1, 0, 0, 0, -1, 1]\n    windows: []\n"
        var quoted = JSONWriter()
        quoted.string(text)
        let request = #"{"points":[],"screen":[1000,500],"panel":{"id":"main-0"},"configuration":\#(String(decoding: quoted.bytes, as: UTF8.self))}"#
        let panel = try CalibrationRequest(Array(request.utf8)).panel
        #expect(panel.rotation == .half)
        #expect(panel.area == Rect(0, 0, 500, 500))
        #expect(panel.configured == Distortion.upsideDown.matrix)
    }

    @Test func `touches that give no calibration have the reason`() throws {
        let answer = try answer(#"{"points":[],"screen":[1000,500],"millimetres":null,"panel":{}}"#)
        #expect(answer["ok"] == false)
        #expect(answer["problem"] == "tooFew")
        #expect(answer["text"]?.array == ["0 points are too few: touch at least 5 crosses."])
    }

    @Test func `a panel that a rule could not tell from others has none`() throws {
        let answer = try answer(#"{"points":[\#(points)],"screen":[1000,500],"panel":{}}"#)
        #expect(answer["ok"] == true && answer["udev"] == .null)
    }

    @Test func `a touch a little beyond the panel's range counts`() throws {
        let text = points.replacing(#""raw":[0.9,0.1]"#, with: #""raw":[1.02,-0.01]"#)
        #expect(try CalibrationRequest(Array(#"{"points":[\#(text)],"screen":[1000,500]}"#.utf8)).pairs.count == 5)
    }

    @Test(arguments: [
        ("{", "not JSON"), ("{}", "\"points\" must be a list"), (#"{"points":[{"shown":[1,2]}],"screen":[1,1]}"#, "point 1: \"shown\" and \"raw\""),
        (#"{"points":[{"shown":[1,1],"raw":[500,3]}],"screen":[9,9]}"#, "point 1: \"raw\" must be from 0 to 1 over the panel"),
        (#"{"points":[{"shown":[1,1],"raw":[0,0]},{"shown":[1,30],"raw":[0,0]}],"screen":[9,9]}"#, "point 2: \"shown\" is not on the screen"),
        (#"{"points":[]}"#, "\"screen\" must be [width, height]"), (#"{"points":[],"screen":[0,1]}"#, "\"screen\" must be [width, height]"),
        (#"{"points":[],"screen":[1,1],"panel":{"rotation":45}}"#, "0, 90, 180 or 270"),
        (#"{"points":[],"screen":[1,1],"panel":{"udev":[0,0,0,0,0,0]}}"#, "\"panel.udev\" must be six numbers"),
        (#"{"points":[],"screen":[1,1],"panel":{"area":[1,2]}}"#, "\"panel.area\""),
    ])
    func `what is not as it should be is said`(_ text: String, _ fault: String) {
        #expect { try CalibrationRequest(Array(text.utf8)) } throws: { String(describing: $0).contains(fault) }
    }
}
