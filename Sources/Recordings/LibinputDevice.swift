import TouchCore
import Text

/// A device in a file of `libinput record`: its description and its events.
struct LibinputDevice {
    private let line: Int
    private let node: String
    /// The description of the panel from evdev.
    let panel: PanelDescription
    private let isDirect: Bool
    /// True if udev calls the device a touchscreen; nil if the file does not say.
    private let isTaggedTouchscreen: Bool?
    let events: [InputEvent]

    /// Reads an entry of 'devices:'.
    init(_ cursor: inout YAMLCursor) throws(RecordingError) {
        try cursor.expect(.mappingStart, "a device")
        line = cursor.line
        var node = ""
        var evdev: LibinputPanel?
        var isTagged: Bool?
        var events: [InputEvent]?
        while try cursor.next() != .mappingEnd {
            let key = try cursor.string("a key")
            let line = cursor.line
            try cursor.next()
            switch key {
            case "node": node = try cursor.string("the node")
            case "evdev":
                guard evdev == nil else { throw Self.second(key, line, cursor) }
                evdev = try LibinputPanel(&cursor, line: line)
            case "udev": try Self.readTags(&cursor, into: &isTagged)
            case "events":
                guard events == nil else { throw Self.second(key, line, cursor) }
                events = try Self.events(&cursor)
            default: try cursor.skip()
            }
        }
        guard let evdev else { throw cursor.error("the device has no 'evdev:', which describes it", line: line) }
        (panel, isDirect) = (evdev.description, evdev.isDirect)
        (self.node, self.events, isTaggedTouchscreen) = (node, events ?? [], isTagged)
    }

    private static func second(_ key: String, _ line: Int, _ cursor: borrowing YAMLCursor) -> RecordingError {
        cursor.error("a second '\(key):' in one device", line: line)
    }

    /// True if udev calls the device a touchscreen. If the file does not say, true for a panel that touchd can read and that lies on a screen.
    var isTouchscreen: Bool {
        if let isTaggedTouchscreen { return isTaggedTouchscreen }
        guard isDirect else { return false }
        if case .refused = PanelKind(panel) { return false }
        return true
    }

    var summary: String { "\(node) (\"\(panel.name)\", line \(line))" }

    /// Reads udev's properties, each a `KEY=value`.
    private static func readTags(_ cursor: inout YAMLCursor, into isTouchscreen: inout Bool?) throws(RecordingError) {
        if cursor.isNull { return }
        try cursor.expect(.mappingStart, "'udev:'")
        while try cursor.next() != .mappingEnd {
            let key = try cursor.string("a key")
            try cursor.next()
            guard key == "properties", !cursor.isNull else {
                try cursor.skip()
                continue
            }
            try cursor.expect(.listStart, "udev's properties")
            while try cursor.next() != .listEnd {
                // A value may be any text, even one that YAML takes for a mapping.
                guard cursor.token == .scalar else {
                    try cursor.skip()
                    continue
                }
                let property = try cursor.string("a property")
                if property.begins(with: "ID_INPUT") { isTouchscreen = isTouchscreen ?? false }
                if property == "ID_INPUT_TOUCHSCREEN=1" { isTouchscreen = true }
            }
        }
    }

    private static func events(_ cursor: inout YAMLCursor) throws(RecordingError) -> [InputEvent] {
        // There are no events if nothing was touched.
        if cursor.isNull { return [] }
        var events: [InputEvent] = []
        try cursor.expect(.listStart, "'events:'")
        while try cursor.next() != .listEnd {
            try cursor.expect(.mappingStart, "an entry of 'events:'")
            while try cursor.next() != .mappingEnd {
                let source = try cursor.string("a key")
                try cursor.next()
                guard source == "evdev" else {
                    try cursor.skip()
                    continue
                }
                try cursor.expect(.listStart, "'evdev:'")
                while try cursor.next() != .listEnd { events.append(try event(&cursor)) }
            }
        }
        return events
    }

    private static func event(_ cursor: inout YAMLCursor) throws(RecordingError) -> InputEvent {
        let rule = "an event has five numbers: seconds, microseconds, type, code, value"
        try cursor.expect(.listStart, "an event")
        try cursor.nextNumber(rule)
        // Larger values would not fit an Int64 of microseconds.
        let seconds = try cursor.integer("the seconds", 0...(Int64.max / 1_000_000 - 1))
        try cursor.nextNumber(rule)
        let microseconds = try cursor.integer("the microseconds", 0...999_999)
        try cursor.nextNumber(rule)
        let type = UInt16(try cursor.integer("the event type", 0...0xffff))
        try cursor.nextNumber(rule)
        let code = UInt16(try cursor.integer("the event code", 0...0xffff))
        let value = try cursor.nextInt32(rule, "the event value")
        try cursor.endList(rule)
        return InputEvent(time: seconds * 1_000_000 + microseconds, type: type, code: code, value: value)
    }
}
