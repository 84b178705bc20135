import TouchCore

/// Reads what `libinput record` writes: version 1 of its YAML.
///
/// Keys that the format does not name are passed over, as its manual asks for; so are events of other sources
/// (`libinput:`, `hid:`). Of several devices the touchscreen is taken.
struct LibinputParser: ~Copyable {
    private var cursor: YAMLCursor
    private var devices: [Device] = []

    private struct Device {
        var line: Int
        var node = ""
        var panel: PanelDescription?
        var isDirect = false
        /// What udev says of the device's kind, if anything.
        var isTaggedTouchscreen: Bool?
        var events: [InputEvent]?

        /// udev's word counts; a file without it needs a panel that touchd can read and that lies on a screen.
        var isTouchscreen: Bool {
            if let isTaggedTouchscreen { return isTaggedTouchscreen }
            guard isDirect, let panel else { return false }
            if case .refused = PanelKind(panel) { return false }
            return true
        }

        var summary: String { "\(node) (\"\(panel?.name ?? "")\", line \(line))" }
    }

    /// - Parameter bytes: UTF-8; must outlive the parser.
    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
        cursor = YAMLCursor(bytes, file: file)
    }

    mutating func parse() throws(RecordingError) -> Recording {
        try cursor.next()
        guard cursor.token != .end else { throw cursor.error(Self.noDevices) }
        try cursor.expect(.mappingStart, "a libinput recording")
        var devicesLine: Int?
        while try cursor.next() != .mappingEnd {
            let key = try cursor.string("a key")
            let line = cursor.line
            try cursor.next()
            switch key {
            case "version":
                guard try cursor.integer("the version", 0...Int64(Int32.max)) == 1 else {
                    let version = try cursor.string("the version")
                    throw cursor.error("this is version \(version) of libinput's format; only version 1 can be read")
                }
            case "devices":
                if let first = devicesLine {
                    throw cursor.error(
                        "a second 'devices:', after that of line \(first); a file is one recording", line: line)
                }
                devicesLine = line
                try readDevices()
            default: try cursor.skip()
            }
        }
        let endLine = cursor.line
        // A second document, or what libyaml takes for one, is not passed over in silence.
        try cursor.next()
        guard let devicesLine else { throw cursor.error(Self.noDevices, line: endLine) }
        let device = try touchscreen(line: devicesLine)
        return Recording(file: cursor.file, panel: device.panel!, events: device.events ?? [])
    }

    private static let noDevices = "the file ends without a 'devices:' list, so this is no libinput recording"

    private func touchscreen(line: Int) throws(RecordingError) -> Device {
        // A device alone is the panel, whatever it is called: what speaks against it is said where panels are opened.
        if devices.count == 1 { return devices[0] }
        let touchscreens = devices.filter(\.isTouchscreen)
        if touchscreens.count == 1 { return touchscreens[0] }
        guard touchscreens.isEmpty else {
            let all = touchscreens.map(\.summary).joined(separator: " and ")
            throw cursor.error(
                "several touchscreens are recorded here: \(all); leave one of them in the file", line: line)
        }
        let all = devices.map(\.summary).joined(separator: ", ")
        throw cursor.error(
            devices.isEmpty
                ? "the list of devices is empty" : "none of the devices recorded here is a touchscreen: \(all)",
            line: line)
    }

    // MARK: - A device

    private mutating func readDevices() throws(RecordingError) {
        if cursor.isNull { return }
        try cursor.expect(.listStart, "'devices:'")
        while try cursor.next() != .listEnd {
            try cursor.expect(.mappingStart, "a device")
            var device = Device(line: cursor.line)
            while try cursor.next() != .mappingEnd {
                let key = try cursor.string("a key")
                let line = cursor.line
                try cursor.next()
                switch key {
                case "node": device.node = try cursor.string("the node")
                case "evdev":
                    guard device.panel == nil else { throw second(key, line) }
                    try readPanel(into: &device, line: line)
                case "udev": try readTags(into: &device)
                case "events":
                    guard device.events == nil else { throw second(key, line) }
                    device.events = []
                    try readEvents(into: &device.events!)
                default: try cursor.skip()
                }
            }
            guard device.panel != nil else {
                throw cursor.error("the device has no 'evdev:', which describes it", line: device.line)
            }
            devices.append(device)
        }
    }

    private func second(_ key: String, _ line: Int) -> RecordingError {
        cursor.error("a second '\(key):' in one device", line: line)
    }

    /// The device as evdev describes it.
    ///
    /// - Parameter line: of the key `evdev:`.
    private mutating func readPanel(into device: inout Device, line: Int) throws(RecordingError) {
        try cursor.expect(.mappingStart, "'evdev:'")
        var name: String?
        var identity: [UInt16]?
        var keys: Set<UInt16> = []
        var declared: [UInt16] = []
        var axes: [(code: UInt16, info: AxisInfo)] = []
        while try cursor.next() != .mappingEnd {
            let key = try cursor.string("a key")
            try cursor.next()
            switch key {
            case "name": name = try cursor.string("the name")
            case "id": identity = try readIdentity()
            case "codes":
                try cursor.expect(.mappingStart, "'codes:'")
                while try cursor.next() != .mappingEnd {
                    let type = UInt16(try cursor.integer("an event type", 0...0x1f))
                    try cursor.next()
                    let codes = try readCodes(last: type == EventType.abs ? 0x3f : 0x2ff)
                    if type == EventType.key { keys.formUnion(codes) }
                    if type == EventType.abs { declared += codes }
                }
            case "absinfo":
                // libinput writes the key alone for a device without axes.
                if cursor.isNull { continue }
                try cursor.expect(.mappingStart, "'absinfo:'")
                while try cursor.next() != .mappingEnd {
                    let code = UInt16(try cursor.integer("an axis", 0...Int64(AbsCode.count - 1)))
                    try cursor.next()
                    axes.append((code, try readAxis()))
                }
            case "properties":
                // INPUT_PROP_DIRECT: it lies on a screen.
                device.isDirect = try readCodes(last: 0x1f).contains(1)
            default: try cursor.skip()
            }
        }
        guard let name, let identity else {
            let missing = name == nil ? "'name:'" : "'id: [bus, vendor, product, version]'"
            throw cursor.error("the device's 'evdev:' has no \(missing)", line: line)
        }
        var panel = PanelDescription(
            name: name, bus: identity[0], vendor: identity[1], product: identity[2], version: identity[3])
        panel.keys = keys
        // As for an evemu recording, whose reader gives a declared axis without numbers this range.
        for code in declared { panel[axis: code] = AxisInfo(minimum: 0, maximum: 1) }
        for axis in axes { panel[axis: axis.code] = axis.info }
        device.panel = panel
    }

    private mutating func readIdentity() throws(RecordingError) -> [UInt16] {
        let rule = "'id:' has four numbers: bus, vendor, product, version"
        try cursor.expect(.listStart, "'id:'")
        var numbers: [UInt16] = []
        for what in ["the bus", "the vendor", "the product", "the version"] {
            try nextNumber(rule)
            numbers.append(UInt16(try cursor.integer(what, 0...0xffff)))
        }
        try endList(rule)
        return numbers
    }

    private mutating func readCodes(last: Int64) throws(RecordingError) -> [UInt16] {
        try cursor.expect(.listStart, "a list of codes")
        var codes: [UInt16] = []
        while try cursor.next() != .listEnd { codes.append(UInt16(try cursor.integer("a code", 0...last))) }
        return codes
    }

    private mutating func readAxis() throws(RecordingError) -> AxisInfo {
        let rule = "an axis has five numbers: minimum, maximum, fuzz, flat, resolution"
        let line = cursor.line
        try cursor.expect(.listStart, "an axis")
        let minimum = try nextInt32(rule, "the minimum")
        let maximum = try nextInt32(rule, "the maximum")
        let fuzz = try nextInt32(rule, "the fuzz")
        let flat = try nextInt32(rule, "the flat")
        let resolution = try nextInt32(rule, "the resolution")
        try endList(rule)
        // As in evemu recordings, and as the kernel's uinput has it.
        guard maximum >= minimum else {
            throw cursor.error("the axis has its maximum \(maximum) below its minimum \(minimum)", line: line)
        }
        return AxisInfo(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)
    }

    /// udev's properties: `KEY=value` each.
    private mutating func readTags(into device: inout Device) throws(RecordingError) {
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
                // A value may be anything, even what YAML takes for a mapping.
                guard cursor.token == .scalar else {
                    try cursor.skip()
                    continue
                }
                let property = try cursor.string("a property")
                if property.hasPrefix("ID_INPUT") { device.isTaggedTouchscreen = device.isTaggedTouchscreen ?? false }
                if property == "ID_INPUT_TOUCHSCREEN=1" { device.isTaggedTouchscreen = true }
            }
        }
    }

    // MARK: - Events

    private mutating func readEvents(into events: inout [InputEvent]) throws(RecordingError) {
        // Nothing was touched.
        if cursor.isNull { return }
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
                while try cursor.next() != .listEnd { events.append(try readEvent()) }
            }
        }
    }

    private mutating func readEvent() throws(RecordingError) -> InputEvent {
        let rule = "an event has five numbers: seconds, microseconds, type, code, value"
        try cursor.expect(.listStart, "an event")
        try nextNumber(rule)
        // Above this, seconds would not fit an Int64 of microseconds.
        let seconds = try cursor.integer("the seconds", 0...(Int64.max / 1_000_000 - 1))
        try nextNumber(rule)
        let microseconds = try cursor.integer("the microseconds", 0...999_999)
        try nextNumber(rule)
        let type = UInt16(try cursor.integer("the event type", 0...0xffff))
        try nextNumber(rule)
        let code = UInt16(try cursor.integer("the event code", 0...0xffff))
        let value = try nextInt32(rule, "the event value")
        try endList(rule)
        return InputEvent(time: seconds * 1_000_000 + microseconds, type: type, code: code, value: value)
    }

    // MARK: - Lists of numbers

    private mutating func nextNumber(_ rule: @autoclosure () -> String) throws(RecordingError) {
        if try cursor.next() == .listEnd { throw cursor.error("\(rule()); here are fewer") }
    }

    private mutating func nextInt32(
        _ rule: @autoclosure () -> String, _ what: @autoclosure () -> String
    ) throws(RecordingError) -> Int32 {
        try nextNumber(rule())
        return Int32(truncatingIfNeeded: try cursor.integer(what(), Int64(Int32.min)...Int64(Int32.max)))
    }

    private mutating func endList(_ rule: @autoclosure () -> String) throws(RecordingError) {
        guard try cursor.next() == .listEnd else { throw cursor.error("\(rule()); \(cursor.found) is too much") }
    }
}
