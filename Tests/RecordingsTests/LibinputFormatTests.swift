import Recordings
import Testing
import TouchCore

/// The format of `libinput record`, the present one and earlier ones.
@Suite struct LibinputFormatTests {
    static let head = """
        # libinput record
        version: 1
        ndevices: 1
        devices:
        - node: /dev/input/event7
          evdev:
            name: "p"
            id: [3, 4617, 29796, 1]
            codes:
              0: [0, 1]
              1: [330]
              3: [53, 54]
            absinfo:
              53: [-10, 99, 1, 2, 3]
            properties: [1]
          events:

        """

    static func parse(_ text: String) throws -> Recording {
        try Recording.parse(Array(text.utf8), file: "f")
    }

    static func refusal(_ text: String) -> String? {
        do throws(RecordingError) {
            _ = try Recording.parse(Array(text.utf8), file: "f")
            return nil
        } catch {
            return error.description
        }
    }

    // MARK: Reading

    @Test func `a recording is the same in both forms`() throws {
        let libinput = try Recording.load("\(Fixtures.recordings)/two-fingers.yml")
        let evemu = try Recording.load("\(Fixtures.recordings)/two-fingers.evemu")
        #expect(libinput.panel == evemu.panel)
        #expect(libinput.events == evemu.events)
        #expect(libinput.file == "\(Fixtures.recordings)/two-fingers.yml")
    }

    @Test func `of several devices the touchscreen is taken`() throws {
        let recording = try Recording.load("\(Fixtures.recordings)/several-devices.yml")
        #expect(recording.panel.name == "Touchd Kiosk Panel")
        #expect(recording.panel.keys == [KeyCode.btnTouch])
        #expect(recording.events.count == 10)
        #expect(recording.events.first?.time == 100_000)
        #expect(recording.events.last == InputEvent(time: 1_002_500, type: EventType.syn, code: SynCode.report, value: 0))
    }

    @Test func `the description of libinput is read to the last number`() throws {
        var panel = PanelDescription(name: "p", bus: 3, vendor: 0x1209, product: 0x7464, version: 1)
        panel.keys = [KeyCode.btnTouch]
        panel[axis: AbsCode.mtPositionX] = AxisInfo(minimum: -10, maximum: 99, fuzz: 1, flat: 2, resolution: 3)
        // Declared without numbers, as in an evemu recording.
        panel[axis: AbsCode.mtPositionY] = AxisInfo(minimum: 0, maximum: 1)
        let recording = try Self.parse(Self.head)
        #expect(recording.panel == panel)
        #expect(recording.events.isEmpty)
    }

    @Test func `other event sources and unknown keys are skipped`() throws {
        let recording = try Self.parse(
            Self.head.replacing("ndevices: 1\n", with: "future: {a: [1, {b: c}]}\n").replacing("  events:\n", with: "  future: [[]]\n  events:\n")
                + """
                  - libinput:
                    - {time: 0.000000, type: TOUCH_DOWN, slot: 0, point: [ 83.25,  41.67]}
                  - hid:
                      time: [ 0, 0]
                      hidraw0: [0x01, 0x03]
                  - evdev:
                    - [  0,     17,   3,  53,     -42] # EV_ABS
                    # Current time is 12:00:00
                    - [ 12, 999999, 0,   0, 2147483647]
                """)
        #expect(
            recording.events == [
                InputEvent(time: 17, type: 3, code: 53, value: -42),
                InputEvent(time: 12_999_999, type: 0, code: 0, value: 2_147_483_647),
            ])
    }

    @Test(arguments: [
        "", "%YAML 1.1\n---\n", "---\n", "\r\n# x\n", "libinput:\n  version: \"1\"\n", "system: {}\n",
    ]) func `the content decides on the format`(opening: String) throws {
        #expect(try Self.parse(opening + Self.head).panel.name == "p")
        // libinput before 1.16 wrote no comment.
        #expect(try Self.parse(opening + Self.head.replacing("# libinput record\n", with: "")).panel.name == "p")
    }

    @Test func `an evemu recording that mentions libinput is not one of libinput`() throws {
        #expect(try Self.parse("# libinput record\nN: p\nI: 1 2 3 4\n").panel.name == "p")
    }

    @Test func `without udev the panel on a screen is taken`() throws {
        let panel = Self.head.suffix(from: Self.head.range(of: "- node").lowerBound)
        let touchpad = panel.replacing("properties: [1]", with: "properties: [0, 2]").replacing("\"p\"", with: "touchpad")
        #expect(try Self.parse("devices:\n" + touchpad + panel).panel.name == "p")
        #expect(
            Self.refusal("devices:\n" + touchpad + touchpad)
                == "f:1: error: none of the devices recorded here is a touchscreen: "
                + "/dev/input/event7 (\"touchpad\", line 2), /dev/input/event7 (\"touchpad\", line 14)")
    }

    // MARK: Refused files

    static let whole: [(text: String, error: String)] = [
        ("# libinput record\n", "f:1: error: \(noDevices)"),
        ("version: 1\nndevices: 1\n", "f:2: error: \(noDevices)"),
        ("version: 2\n", "f:1: error: this is version 2 of libinput's format; only version 1 can be read"),
        ("version: x\n", "f:1: error: the version must be a whole number from 0 to 2147483647, not 'x'"),
        ("version: 1\ndevices:\n", "f:2: error: the list of devices is empty"),
        ("devices: []\ndevices: []\n", "f:2: error: a second 'devices:', after the one on line 1; a file holds one recording"),
        ("devices:\n- node: x\n", "f:2: error: the device has no 'evdev:', which describes it"),
        ("devices:\n- node: [x]\n", "f:2: error: the node must be a word or a number, not a list"),
        ("devices: x\n", "f:1: error: 'devices:' must be a list, not 'x'"),
        ("devices:\n- evdev:\n    id: [1, 2, 3, 4]\n", "f:2: error: the device's 'evdev:' has no 'name:'"),
        ("devices:\n- evdev:\n    name: p\n", "f:2: error: the device's 'evdev:' has no 'id: [bus, vendor, product, version]'"),
        ("devices:\n- evdev:\n    id: [1, 2, 3]\n", "f:3: error: 'id:' has four numbers: bus, vendor, product, version; found fewer"),
        ("devices:\n- evdev:\n    id: [1, 2, 3, 4, 5]\n", "f:3: error: 'id:' has four numbers: bus, vendor, product, version; unexpected '5'"),
        ("devices:\n- evdev:\n    id: [1, 2, 3, 65536]\n", "f:3: error: the version must be a whole number from 0 to 65535, not '65536'"),
        ("devices:\n- evdev:\n    codes: {32: []}\n", "f:3: error: an event type must be a whole number from 0 to 31, not '32'"),
        ("devices:\n- evdev:\n    codes: {3: [64]}\n", "f:3: error: a code must be a whole number from 0 to 63, not '64'"),
        ("devices:\n- evdev:\n    codes: {1: [768]}\n", "f:3: error: a code must be a whole number from 0 to 767, not '768'"),
        ("devices:\n- evdev:\n    absinfo:\n      64: []\n", "f:4: error: an axis must be a whole number from 0 to 63, not '64'"),
        ("devices:\n- evdev:\n    absinfo:\n      53: [0, 1, 0, 0]\n", "f:4: error: \(axisRule); found fewer"),
        ("devices:\n- evdev:\n    absinfo:\n      53: [0, 1, 0, 0, 0, 0]\n", "f:4: error: \(axisRule); unexpected '0'"),
        ("devices:\n- evdev:\n    absinfo:\n      53: [10, 9, 0, 0, 0]\n", "f:4: error: the axis's maximum 9 is below its minimum 10"),
        (
            "devices:\n- evdev:\n    absinfo:\n      53: [0, 2147483648, 0, 0, 0]\n",
            "f:4: error: the maximum must be a whole number from -2147483648 to 2147483647, not '2147483648'"
        ),
        ("version: 1\n\tdevices: []\n", "f:2: error: this is not valid YAML: a tab; YAML is indented with spaces"),
        ("version: &a 1\ndevices: *a\n", "f:2: error: 'devices:' must be a list, not an alias"),
        ("version: 1\n? [a]\n: b\n", "f:2: error: a key must be a word or a number, not a list"),
        ("---\nversion: 1\ndevices: []\n---\nx\n", "f:4: error: a second document begins here; a recording has only one"),
        ("--- x\n", "f:1: error: a libinput recording must be a mapping, not 'x'"),
        (
            "version: 1\nx: " + String(repeating: "[", count: 40),
            "f:2: error: nested deeper than 32 levels, so this is not a libinput recording: the file ends in the middle of this line"
        ),
    ]

    static let noDevices = "the file ends without a 'devices:' list, so this is not a libinput recording"
    static let axisRule = "an axis has five numbers: minimum, maximum, fuzz, flat, resolution"

    @Test(arguments: whole) func `a malformed file of libinput is refused with its line`(text: String, error: String) {
        #expect(Self.refusal(text) == error)
    }

    static let eventRule = "an event has five numbers: seconds, microseconds, type, code, value"

    /// Events after `head`, from line 17 on.
    static let events: [(text: String, error: String)] = [
        ("  - x\n", "f:17: error: an entry of 'events:' must be a mapping, not 'x'"),
        ("  - evdev:\n", "f:17: error: 'evdev:' must be a list, not nothing"),
        ("  - evdev:\n    - 1\n", "f:18: error: an event must be a list, not '1'"),
        ("  - evdev:\n    - [0, 0, 3, 53]\n", "f:18: error: \(eventRule); found fewer"),
        ("  - evdev:\n    - [0, 0, 3, 53, 1, 1]\n", "f:18: error: \(eventRule); unexpected '1'"),
        ("  - evdev:\n    - [-1, 0, 3, 53, 1]\n", "f:18: error: the seconds must be a whole number from 0 to 9223372036853, not '-1'"),
        ("  - evdev:\n    - [0, 1000000, 3, 53, 1]\n", "f:18: error: the microseconds must be a whole number from 0 to 999999, not '1000000'"),
        ("  - evdev:\n    - [0, 0, 65536, 53, 1]\n", "f:18: error: the event type must be a whole number from 0 to 65535, not '65536'"),
        ("  - evdev:\n    - [0, 0, 3, ABS_X, 1]\n", "f:18: error: the event code must be a whole number from 0 to 65535, not 'ABS_X'"),
        (
            "  - evdev:\n    - [0, 0, 3, 53, 3000000000]\n",
            "f:18: error: the event value must be a whole number from -2147483648 to 2147483647, not '3000000000'"
        ),
        (
            "  - evdev:\n    - [0, 0, 3, 53, 99999999999999999999]\n",
            "f:18: error: the event value must be a whole number from -2147483648 to 2147483647, not '99999999999999999999'"
        ),
        ("  - evdev:\n    - [0, 0, 3, 53, [1]]\n", "f:18: error: the event value must be a whole number from -2147483648 to 2147483647, not a list"),
        ("  - evdev:\n    - [0, 0, 3, 53, 1]\n  events:\n", "f:19: error: a second 'events:' in one device"),

        // A recorder that was killed, or a full disk.
        (
            "  - evdev:\n    - [0, 0, 3, 53, 1]\n    - [  0,  50",
            "f:19: error: this is not valid YAML: did not find expected ',' or ']' while parsing a flow sequence that begins on line 19: the file ends in the middle of this line"
        ),
        ("  - evdev:\n    -", "f:18: error: an event must be a list, not nothing: the file ends in the middle of this line"),
    ]

    @Test(arguments: events) func `a malformed event of libinput is refused with its line`(text: String, error: String) {
        #expect(Self.refusal(Self.head + text) == error)
    }

    @Test func `several touchscreens in one file are refused`() throws {
        let text = try String(decoding: Fixtures.bytes("\(Fixtures.recordings)/several-devices.yml"), as: UTF8.self)
        #expect(
            Self.refusal(text.replacing("ID_INPUT_TABLET=1", with: "ID_INPUT_TOUCHSCREEN=1"))
                == "f:11: error: several touchscreens are recorded here: /dev/input/event7 (\"Touchd Kiosk Panel\", line 34) and "
                + "/dev/input/event8 (\"Touchd Kiosk Panel Pen\", line 87); keep only one of them in the file")
    }

    @Test func `ten megabytes of libinput are read`() throws {
        let frame = "  - evdev:\n    - [  0,  11879,   3,  53,    1330] # EV_ABS / ABS_MT_POSITION_X    1330\n"
        let frames = (10 << 20) / frame.utf8.count
        let text = Self.head + String(repeating: frame, count: frames)
        let count = try Self.parse(text).events.count
        #expect(count == frames)
    }
}

extension String {
    /// The range of the first occurrence of `part`, which must exist. Outside Foundation the standard library has no such function.
    fileprivate func range(of part: String) -> Range<Index> { firstRange(of: part)! }
}
