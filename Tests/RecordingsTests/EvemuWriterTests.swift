import Recordings
import Testing
import TouchCore

/// A written recording is read back unchanged.
@Suite struct EvemuWriterTests {
    static func text(_ writer: EvemuWriter) -> [String] {
        String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    static let panel: RecordedDevice = {
        var device = RecordedDevice(name: "A Panel", bus: 3, vendor: 0x1209, product: 0xabcd, version: 0x110)
        device.properties = [1]
        device.codes = [0: [0, 1, 2, 3], 1: [0x110, 0x14a], 3: [0x2f, 0x35, 0x36, 0x39], 4: [5], 0x11: [1], 5: [0]]
        device.axes = [
            0x2f: AxisInfo(minimum: 0, maximum: 9), 0x35: AxisInfo(minimum: -10, maximum: 4095, fuzz: 1, flat: 2, resolution: 12),
            0x36: AxisInfo(minimum: 0, maximum: 2303), 0x39: AxisInfo(minimum: 0, maximum: 65535),
        ]
        device.lights = [1: 1]
        device.switches = [0: 0]
        return device
    }()

    @Test func `the description is written to the last byte`() {
        var writer = EvemuWriter()
        writer.describe(Self.panel, comments: ["from /dev/input/event7"])
        let zeros = "B: 01 00 00 00 00 00 00 00 00"
        #expect(
            Self.text(writer) == [
                "# EVEMU 1.3", "# from /dev/input/event7", "N: A Panel", "I: 0003 1209 abcd 0110", "P: 02 00 00 00 00 00 00 00",
                "B: 00 3b 00 02 00 00 00 00 00", zeros, zeros, zeros, zeros, "B: 01 00 00 01 00 00 00 00 00",
                "B: 01 00 04 00 00 00 00 00 00", "B: 03 00 00 00 00 00 80 60 02", "B: 04 20 00 00 00 00 00 00 00",
                "B: 05 01 00 00 00 00 00 00 00", "B: 11 02 00 00 00 00 00 00 00", "A: 2f 0 9 0 0 0", "A: 35 -10 4095 1 2 12",
                "A: 36 0 2303 0 0 0", "A: 39 0 65535 0 0 0", "L: 01 1", "S: 00 0", "",
            ])
    }

    @Test func `a written recording reads back as the same`() throws {
        let original = try Recording.load("\(Fixtures.recordings)/two-fingers.evemu")
        var writer = EvemuWriter()
        writer.describe(Self.panel)
        for event in original.events {
            var later = event
            later.time += 8_123_456_789
            writer.add(later, name: "EV_X / X_Y")
        }
        let recording = try Recording.parse(writer.bytes, file: "f")
        #expect(recording.events == original.events)
        #expect(writer.events == original.events.count)
        #expect(writer.frames == original.events.count { $0.type == EventType.syn && $0.code == SynCode.report })
        #expect(writer.drops == 0)
        var panel = PanelDescription(name: "A Panel", bus: 3, vendor: 0x1209, product: 0xabcd, version: 0x110)
        panel.keys = [KeyCode.btnLeft, KeyCode.btnTouch]
        for (code, axis) in Self.panel.axes { panel[axis: code] = axis }
        #expect(recording.panel == panel)
    }

    @Test func `times count from the first event`() {
        var writer = EvemuWriter()
        func add(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
            writer.add(InputEvent(time: time, type: type, code: code, value: value), name: "N")
        }
        add(7_000_000, 3, 0x35, -1)
        add(7_000_000, 0, 0, 0)
        add(6_999_000, 0, 3, 0)  // a clock that was set back
        add(20_000_041, 0, 0, 1)
        #expect(
            Self.text(writer) == [
                "E: 0.000001 0003 0035 -1\t# N -1", "E: 0.000001 0000 0000 0\t# ------------ SYN_REPORT (0) ---------- +0ms",
                "E: 0.000001 0000 0003 0\t# N 0", "E: 13.000042 0000 0000 1\t# ------------ SYN_REPORT (1) ---------- +13000ms", "",
            ])
        #expect([writer.events, writer.frames, writer.drops] == [4, 2, 1])
    }

    @Test(arguments: [("", "Unnamed"), ("  ", "Unnamed"), ("a\nE: b\u{1b}", "a?E: b?"), ("# Grüße", "# Grüße")])
    func `names of devices stay on one line`(name: String, written: String) throws {
        var writer = EvemuWriter()
        writer.describe(RecordedDevice(name: name))
        #expect(try Recording.parse(writer.bytes, file: "f").panel.name == written)
    }
}
