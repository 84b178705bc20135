import Files
import TouchCore

/// A panel and its events from a file: everything that slot assembly needs.
public struct Recording: Hashable, Sendable {
    /// The path as given. The `recording:` of a configuration is compared with its file name.
    public var file: String
    public var panel: PanelDescription
    /// The events in the order of the file, with times in µs. Empty if the file only describes a panel.
    public var events: [InputEvent]

    public init(file: String, panel: PanelDescription, events: [InputEvent]) {
        self.file = file
        self.panel = panel
        self.events = events
    }
}

extension Recording {
    /// Reads an evemu 1.x recording, or one of `libinput record`.
    ///
    /// - Parameters: as for `readFile`.
    /// - Throws: `RecordingError` if the file cannot be read, is larger than `RecordingLimit.fileBytes`, or is malformed.
    public static func load(
        _ path: String, others: OtherFiles = .refused, waits: (Bool) -> Void = { _ in }
    ) throws(RecordingError) -> Recording {
        try parse(contents(ofRecording: path, others: others, waits: waits), file: path)
    }

    /// Reads a recording that is already in memory. The first line that is not a comment determines its format: evemu or `libinput record`.
    ///
    /// An evemu file is read as by evemu 2.7. Where evemu silently gives up (a description line out of order, an unknown line), this reader either
    /// understands the line or reports it in an error.
    ///
    /// - Parameter file: the name for errors, and the result's `file`.
    public static func parse(_ bytes: [UInt8], file: String) throws(RecordingError) -> Recording {
        guard bytes.count <= RecordingLimit.fileBytes else { throw RecordingLimit.tooLarge(file) }
        if try isLibinputRecording(bytes, file: file) {
            return try bytes.withUnsafeBufferPointer { text throws(RecordingError) in
                var parser = LibinputParser(text, file: file)
                return try parser.parse()
            }
        }
        var parser = EvemuParser(bytes, file: file)
        return try parser.parse()
    }

    /// True if the first line that is no comment and not empty is a key of libinput's or begins a YAML document. If all lines are empty or comments,
    /// true if one is libinput's own comment.
    private static func isLibinputRecording(_ bytes: [UInt8], file: String) throws(RecordingError) -> Bool {
        var scanner = LineScanner(bytes, file: file)
        var isSigned = false
        while try scanner.nextLine() {
            guard let first = scanner.peek() else { continue }
            if first == UInt8(ascii: "#") {
                if scanner.startsWith("# libinput record") { isSigned = true }
                continue
            }
            return scanner.startsWith("version:") || scanner.startsWith("ndevices:") || scanner.startsWith("libinput:")
                || scanner.startsWith("system:") || scanner.startsWith("devices:") || scanner.startsWith("---")
                || scanner.startsWith("%YAML")
        }
        return isSigned
    }
}
