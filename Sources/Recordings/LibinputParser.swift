import TouchCore

/// Reads files of `libinput record`: version 1 of its YAML.
///
/// Skips unknown keys, as the manual of the format requires, and events of other sources (`libinput:`, `hid:`). If there are several devices, reads
/// the touchscreen.
struct LibinputParser: ~Copyable {
    private var cursor: YAMLCursor
    private var devices: [LibinputDevice] = []

    /// - Parameter bytes: UTF-8 text, which must outlive the parser.
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
                        "a second 'devices:', after the one on line \(first); a file holds one recording", line: line)
                }
                devicesLine = line
                try readDevices()
            default: try cursor.skip()
            }
        }
        let endLine = cursor.line
        // A second document is an error, and so is text that libyaml takes for one.
        try cursor.next()
        guard let devicesLine else { throw cursor.error(Self.noDevices, line: endLine) }
        let device = try touchscreen(line: devicesLine)
        return Recording(file: cursor.file, panel: device.panel, events: device.events)
    }

    private static let noDevices = "the file ends without a 'devices:' list, so this is not a libinput recording"

    private func touchscreen(line: Int) throws(RecordingError) -> LibinputDevice {
        // A single device is the panel, whatever udev calls it. If it is unsuitable, the code that opens panels reports why.
        if devices.count == 1 { return devices[0] }
        let touchscreens = devices.filter(\.isTouchscreen)
        if touchscreens.count == 1 { return touchscreens[0] }
        guard touchscreens.isEmpty else {
            let all = touchscreens.map(\.summary).joined(separator: " and ")
            throw cursor.error(
                "several touchscreens are recorded here: \(all); keep only one of them in the file", line: line)
        }
        let all = devices.map(\.summary).joined(separator: ", ")
        throw cursor.error(
            devices.isEmpty
                ? "the list of devices is empty" : "none of the devices recorded here is a touchscreen: \(all)",
            line: line)
    }

    private mutating func readDevices() throws(RecordingError) {
        if cursor.isNull { return }
        try cursor.expect(.listStart, "'devices:'")
        while try cursor.next() != .listEnd { devices.append(try LibinputDevice(&cursor)) }
    }
}
