import Glibc
import Recordings
import Testing
import TouchCore

@Suite struct OwnRecordingsTests {
    /// The number of events in each recording, as `grep -c ^E:` counts them.
    static let eventCounts: [(name: String, events: Int)] = [
        ("demo", 2550),
        ("down-up-in-one-frame", 15),
        ("drag", 306),
        ("dropped", 34),
        ("ends-with-fingers-down", 24),
        ("fake-multitouch", 10),
        ("hover", 59),
        ("kernel-release", 8),
        ("lift-and-new-in-one-frame", 17),
        ("new-id-in-live-slot", 24),
        ("no-change-frames", 26),
        ("noise-bounce", 184),
        ("noise-bridge", 169),
        ("noise-edge", 170),
        ("noise-fuzz", 236),
        ("noise-ghost", 255),
        ("noise-mask", 102),
        ("noise-minimum-tap", 113),
        ("noise-origin", 65),
        ("noise-phantom", 48),
        ("noise-pressure", 177),
        ("noise-smooth", 291),
        ("old-format", 15),
        ("palm", 49),
        ("partial-position", 19),
        ("pressure-and-size", 52),
        ("protocol-a-dropped", 26),
        ("protocol-a-tracking-ids", 45),
        ("protocol-a", 47),
        ("quirk-position", 33),
        ("single-touch-left-button", 17),
        ("single-touch-pen", 20),
        ("single-touch", 17),
        ("slot-out-of-range", 32),
        ("tap", 14),
        ("ten-fingers", 727),
        ("two-fingers", 41),
        ("uncorrelated-lift", 23),
    ]

    static func load(_ name: String) throws -> Recording {
        try Recording.load("\(Fixtures.recordings)/\(name).evemu")
    }

    @Test func `the table has all recordings`() throws {
        let folder = try #require(opendir(Fixtures.recordings))
        defer { closedir(folder) }
        var names: Set<String> = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".evemu") { names.insert(String(name.dropLast(6))) }
        }
        #expect(names == Set(Self.eventCounts.map(\.name)))
    }

    @Test(arguments: eventCounts) func `each recording has the events and the description of the table`(name: String, events: Int) throws {
        let recording = try Self.load(name)
        #expect(recording.file == "\(Fixtures.recordings)/\(name).evemu")
        #expect(recording.events.count == events)
        #expect(recording.events.first?.time == 1)
        #expect(zip(recording.events, recording.events.dropFirst()).allSatisfy { $0.time <= $1.time })

        let panel = recording.panel
        if name.hasPrefix("quirk-") { return #expect(!PanelProfile(panel).quirkNames.isEmpty) }  // another device's description
        #expect(panel.name == "Touchd Kiosk Panel")
        #expect([panel.bus, panel.vendor, panel.product, panel.version] == [3, 0x1209, 0x7464, 1])
        #expect(
            panel.keys
                == (name == "single-touch-left-button"
                    ? [KeyCode.btnLeft] : name == "single-touch-pen" ? [KeyCode.btnTouch, 0x140] : [KeyCode.btnTouch]))

        let isSingle = name.hasPrefix("single-touch") || name == "kernel-release"
        let isDisplay2 = name == "noise-phantom"
        let resolution: Int32 = name == "old-format" || isDisplay2 ? 0 : 12
        let height: Int32 = name == "demo" ? 4096 : isDisplay2 ? 1920 : 2304
        let x = AxisInfo(minimum: 0, maximum: isDisplay2 ? 1199 : 4095, resolution: resolution)
        let y = AxisInfo(minimum: 0, maximum: height - 1, resolution: resolution)
        #expect(panel[axis: AbsCode.x] == x)
        #expect(panel[axis: AbsCode.y] == y)
        #expect(panel[axis: AbsCode.mtPositionX] == (isSingle ? nil : x))
        #expect(panel[axis: AbsCode.mtPositionY] == (isSingle ? nil : y))
        let hasSlots = !isSingle && !name.hasPrefix("protocol-a")
        #expect(panel[axis: AbsCode.mtSlot] == (hasSlots ? AxisInfo(minimum: 0, maximum: 9) : nil))
        #expect((panel[axis: AbsCode.mtSlotMinusOne] != nil) == (name == "fake-multitouch"))
    }

    @Test func `a tap is read to the last number`() throws {
        func abs(_ time: Int64, _ code: UInt16, _ value: Int32) -> InputEvent {
            InputEvent(time: time, type: EventType.abs, code: code, value: value)
        }
        func touch(_ time: Int64, _ value: Int32) -> InputEvent {
            InputEvent(time: time, type: EventType.key, code: KeyCode.btnTouch, value: value)
        }
        func report(_ time: Int64) -> InputEvent {
            InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0)
        }
        #expect(
            try Self.load("tap").events == [
                abs(1, AbsCode.mtTrackingID, 0), abs(1, AbsCode.mtPositionX, 1000), abs(1, AbsCode.mtPositionY, 500),
                touch(1, 1), abs(1, AbsCode.x, 1000), abs(1, AbsCode.y, 500), report(1),
                report(10001),
                abs(30001, AbsCode.mtPositionX, 1001), abs(30001, AbsCode.x, 1001), report(30001),
                abs(40001, AbsCode.mtTrackingID, -1), touch(40001, 0), report(40001),
            ])
    }

    @Test func `a release by the kernel keeps its mark`() throws {
        let last = try #require(try Self.load("kernel-release").events.last)
        #expect(last == InputEvent(time: 20001, type: EventType.syn, code: SynCode.report, value: 1))
    }
}
