import Recordings
import Testing
import TouchCore

/// Variants that the format allows and evemu 2.7 reads.
@Suite struct EvemuFormatTests {
    static func parse(_ text: String) throws -> Recording {
        try Recording.parse(Array(text.utf8), file: "f")
    }

    static func event(_ line: String) throws -> InputEvent? {
        try parse("N: p\nI: 1 2 3 4\n\(line)\n").events.first
    }

    @Test func `a file may hold only a description`() throws {
        let recording = try Self.parse("# EVEMU 1.3\nN: Some Panel\nI: 0003 1b96 abCD 0110\n")
        #expect(recording.events.isEmpty)
        #expect(recording.file == "f")
        var panel = PanelDescription(name: "Some Panel", bus: 3, vendor: 0x1b96, product: 0xabcd, version: 0x110)
        #expect(recording.panel == panel)
        panel.name = "Other"
        #expect(recording.panel != panel)
    }

    @Test(arguments: ["", "# EVEMU 1.0\n", "# EVEMU 1.2\n", "# EVEMU 1.99\n", "# a comment\n\n# EVEMU 1.1\r\n", "\n \t\n"])
    func `a file of any version is read`(opening: String) throws {
        #expect(try Self.parse(opening + "N: p\nI: 1 2 3 4\n").panel.name == "p")
    }

    @Test func `a version in a later comment is a comment`() throws {
        #expect(try Self.parse("N: p\n# EVEMU 7.0\nI: 1 2 3 4\n").panel.name == "p")
    }

    @Test func `line ends of Windows are read`() throws {
        let recording = try Self.parse("N: A Panel\r\nI: 1 2 3 4\r\n\r\nA: 35 0 9 0 0\r\nE: 1.000002 3 35 7\r\n")
        #expect(recording.panel.name == "A Panel")
        #expect(recording.panel[axis: AbsCode.mtPositionX] == AxisInfo(minimum: 0, maximum: 9))
        #expect(recording.events == [InputEvent(time: 1_000_002, type: 3, code: 0x35, value: 7)])
    }

    @Test func `the name is the rest of the line`() throws {
        #expect(try Self.parse("N: # 1 panel: \"x\"\nI: 1 2 3 4").panel.name == "# 1 panel: \"x\"")
        let bytes = Array("N: Caf".utf8) + [0xe9, 0x21] + Array("\nI: 1 2 3 4\n".utf8)
        #expect(try Recording.parse(bytes, file: "f").panel.name == "Caf\u{fffd}!")
        #expect(try Self.parse("N: Grüße\nI: 1 2 3 4\n").panel.name == "Grüße")
    }

    @Test func `description lines may stand in any order`() throws {
        let recording = try Self.parse(
            """
            A: 35 -10 99 1 2 3
            L: 01 0
            S: 05 1
            I: 1 2 3 4
            B: 03 00 00 00 00 00 00 60 00
            P: 02 00 00 00 00 00 00 00
            N: p
            P: 00 00 00 00 00 00 00 00
            E: 0.000000 0000 0000 0
            """)
        #expect(
            recording.panel[axis: AbsCode.mtPositionX]
                == AxisInfo(minimum: -10, maximum: 99, fuzz: 1, flat: 2, resolution: 3))
        #expect(recording.panel[axis: AbsCode.mtPositionY] == AxisInfo(minimum: 0, maximum: 1))
        #expect(recording.events.count == 1)
    }

    @Test func `bits of one type continue on the next line`() throws {
        let keys = (0..<5).map { _ in "B: 01 00 00 00 00 00 00 00 00\n" }.joined()
        let recording = try Self.parse("N: p\nI: 1 2 3 4\n\(keys)B: 01 01 04 00 00 00 00 00 80\n")
        #expect(recording.panel.keys == [0x140, 0x14a, 0x17f])
    }

    @Test func `zeros beyond the last code are padding`() throws {
        let lines = (0..<40).map { _ in "B: 03 00 00 00 00 00 00 00 00\n" }.joined()
        #expect(try Self.parse("N: p\nI: 1 2 3 4\n\(lines)").panel.axes.allSatisfy { $0 == nil })
    }

    @Test func `an axis that is not declared keeps its range`() throws {
        let recording = try Self.parse("N: p\nI: 1 2 3 4\nB: 03 00 00 00 00 00 00 00 00\nA: 3f 0 5 0 0 0\n")
        #expect(recording.panel[axis: 0x3f] == AxisInfo(minimum: 0, maximum: 5))
    }

    @Test func `description lines among the events are skipped`() throws {
        let recording = try Self.parse(
            """
            N: p
            I: 1 2 3 4
            E: 0.000001 0001 014a 1
            # a comment

            N: not this
            I: x
            P: x
            B: x
            A: 35 x
            L: x
            S:
            E: 0.000002 0000 0000 0
            """)
        #expect(recording.panel.name == "p")
        #expect(recording.panel[axis: 0x35] == nil)
        #expect(recording.events.map(\.time) == [1, 2])
    }

    @Test(
        arguments: [
            ("E: 1.000000 0003 0035 0042", 1_000_000, 42),
            ("E: 0.10000 0003 0035 42", 10_000, 42),  // microseconds, no fraction
            ("E: 1.5 3 35 42", 1_000_005, 42),
            ("E:1.000000 0003 0035 +42", 1_000_000, 42),
            ("  E: \t 1.000000\t\t0x3   0x35 -042 ", 1_000_000, -42),
            ("E: 2.000000 0003 0035 7# text", 2_000_000, 7),
            ("E: 2.000000 0003 0035 -2147483648 any text", 2_000_000, -2_147_483_648),
            ("E: 2.000000 0003 0035 2147483647\t# EV_ABS / ABS_MT_POSITION_X 1", 2_000_000, 2_147_483_647),
            ("E: 100000000000.999999 0003 0035 0", 100_000_000_000_999_999, 0),
        ] as [(String, Int64, Int32)])
    func `every event is read with its time`(line: String, time: Int64, value: Int32) throws {
        #expect(try Self.event(line) == InputEvent(time: time, type: 3, code: 0x35, value: value))
    }

    @Test func `the longest line is read`() throws {
        let name = String(repeating: "n", count: RecordingLimit.lineBytes - 3)
        #expect(try Self.parse("N: \(name)\nI: 1 2 3 4\n").panel.name == name)
    }

    @Test func `ten megabytes of evemu are read`() throws {
        let frame = "E: 1374138013.169563 0003 0035 1942\t# EV_ABS / ABS_MT_POSITION_X    1942\n"
        let lines = (10 << 20) / frame.utf8.count
        var bytes = Array("N: p\nI: 1 2 3 4\n".utf8)
        bytes.reserveCapacity(bytes.count + lines * frame.utf8.count)
        for _ in 0..<lines { bytes += frame.utf8 }
        let count = try Recording.parse(bytes, file: "f").events.count
        #expect(count == lines)
    }
}
