import TouchCore

/// The part `evdev:` of a device in a file of `libinput record`.
struct LibinputPanel {
    let description: PanelDescription
    /// True if the panel lies on a screen (INPUT_PROP_DIRECT).
    let isDirect: Bool

    /// Reads an 'evdev:'.
    ///
    /// - Parameter line: the line of the key `evdev:`.
    init(_ cursor: inout YAMLCursor, line: Int) throws(RecordingError) {
        try cursor.expect(.mappingStart, "'evdev:'")
        var name: String?
        var isDirect = false
        var identity: [UInt16]?
        var keys: Set<UInt16> = []
        var declared: [UInt16] = []
        var axes: [(code: UInt16, info: AxisInfo)] = []
        while try cursor.next() != .mappingEnd {
            let key = try cursor.string("a key")
            try cursor.next()
            switch key {
            case "name": name = try cursor.string("the name")
            case "id": identity = try Self.identity(&cursor)
            case "codes":
                try cursor.expect(.mappingStart, "'codes:'")
                while try cursor.next() != .mappingEnd {
                    let type = UInt16(try cursor.integer("an event type", 0...0x1f))
                    try cursor.next()
                    let codes = try Self.codes(&cursor, last: type == EventType.abs ? 0x3f : 0x2ff)
                    if type == EventType.key { keys.formUnion(codes) }
                    if type == EventType.abs { declared += codes }
                }
            case "absinfo":
                // libinput writes the key without a value for a device without axes.
                if cursor.isNull { continue }
                try cursor.expect(.mappingStart, "'absinfo:'")
                while try cursor.next() != .mappingEnd {
                    let code = UInt16(try cursor.integer("an axis", 0...Int64(AbsCode.count - 1)))
                    try cursor.next()
                    axes.append((code, try Self.axis(&cursor)))
                }
            case "properties":
                isDirect = try Self.codes(&cursor, last: 0x1f).contains(1)  // INPUT_PROP_DIRECT
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
        // The reader of evemu recordings gives the same range to a declared axis without numbers.
        for code in declared { panel[axis: code] = AxisInfo(minimum: 0, maximum: 1) }
        for axis in axes { panel[axis: axis.code] = axis.info }
        description = panel
        self.isDirect = isDirect
    }

    private static func identity(_ cursor: inout YAMLCursor) throws(RecordingError) -> [UInt16] {
        let rule = "'id:' has four numbers: bus, vendor, product, version"
        try cursor.expect(.listStart, "'id:'")
        var numbers: [UInt16] = []
        for what in ["the bus", "the vendor", "the product", "the version"] {
            try cursor.nextNumber(rule)
            numbers.append(UInt16(try cursor.integer(what, 0...0xffff)))
        }
        try cursor.endList(rule)
        return numbers
    }

    private static func codes(_ cursor: inout YAMLCursor, last: Int64) throws(RecordingError) -> [UInt16] {
        try cursor.expect(.listStart, "a list of codes")
        var codes: [UInt16] = []
        while try cursor.next() != .listEnd { codes.append(UInt16(try cursor.integer("a code", 0...last))) }
        return codes
    }

    private static func axis(_ cursor: inout YAMLCursor) throws(RecordingError) -> AxisInfo {
        let rule = "an axis has five numbers: minimum, maximum, fuzz, flat, resolution"
        let line = cursor.line
        try cursor.expect(.listStart, "an axis")
        let minimum = try cursor.nextInt32(rule, "the minimum")
        let maximum = try cursor.nextInt32(rule, "the maximum")
        let fuzz = try cursor.nextInt32(rule, "the fuzz")
        let flat = try cursor.nextInt32(rule, "the flat")
        let resolution = try cursor.nextInt32(rule, "the resolution")
        try cursor.endList(rule)
        // The same rule as for evemu recordings and in the kernel's uinput.
        guard maximum >= minimum else {
            throw cursor.error("the axis's maximum \(maximum) is below its minimum \(minimum)", line: line)
        }
        return AxisInfo(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)
    }
}
