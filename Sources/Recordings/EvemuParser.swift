import TouchCore
import Text

/// Reads the lines of an evemu 1.x file.
///
/// Description lines may be in any order before the first event. After it they are skipped, as evemu does.
struct EvemuParser {
    private var scanner: LineScanner
    private var name: String?
    private var identity: Identity?
    private var bits = DeclaredBits()
    private var axes: [(code: UInt16, info: AxisInfo)] = []
    private var events: [InputEvent] = []

    private struct Identity {
        var bus, vendor, product, version: UInt16
    }

    init(_ bytes: [UInt8], file: String) {
        scanner = LineScanner(bytes, file: file)
        // An event line has at least 22 bytes, and about 60 with evemu's comments.
        events.reserveCapacity(bytes.count / 40)
    }

    mutating func parse() throws(RecordingError) -> Recording {
        var isOpening = true  // only comments so far
        while try scanner.nextLine() {
            guard let letter = scanner.peek() else { continue }
            if letter == UInt8(ascii: "#") {
                if isOpening { try readHeaderComment() }
                continue
            }
            guard scanner.peek(1) == UInt8(ascii: ":") else { throw unknownLine() }
            try readLine(letter)
            isOpening = false
        }
        let panel = try panelDescription()
        return Recording(file: scanner.file, panel: panel, events: events)
    }

    // MARK: - Lines

    private mutating func readLine(_ letter: UInt8) throws(RecordingError) {
        if letter == UInt8(ascii: "E") {
            if events.isEmpty { try requireDescription() }
            scanner.advance(2)
            return try readEvent()
        }
        let describes =
            switch letter {
            case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"), UInt8(ascii: "A"),
                UInt8(ascii: "L"), UInt8(ascii: "S"):
                true
            default: false
            }
        guard describes else { throw unknownLine() }
        guard events.isEmpty else { return }
        scanner.advance(2)
        switch letter {
        case UInt8(ascii: "N"): try readName()
        case UInt8(ascii: "I"): try readIdentity()
        case UInt8(ascii: "P"): try readProperties()
        case UInt8(ascii: "B"): try readBits()
        case UInt8(ascii: "A"): try readAxis()
        default: try readState(letter)
        }
    }

    /// Reads `# EVEMU major.minor`, which counts only among the comments that open the file.
    private mutating func readHeaderComment() throws(RecordingError) {
        guard scanner.startsWith("# EVEMU ") else { return }
        scanner.advance(8)
        scanner.skipSpace()
        let version = scanner.word()
        let parts = version.split(at: ".", omittingEmptySubsequences: false).map { UInt16($0) }
        guard parts.count == 2, let major = parts[0], parts[1] != nil else {
            throw scanner.error("the version line must read '# EVEMU major.minor', not '# EVEMU \(version)'")
        }
        guard major == 1 else {
            throw scanner.error("this is evemu format \(version); only format 1 (1.0, 1.1, …) can be read")
        }
    }

    private mutating func readName() throws(RecordingError) {
        guard name == nil else { throw scanner.error("a second N: line; a recording has one panel") }
        scanner.skipSpace()
        let text = scanner.rest()
        guard !text.isEmpty else { throw scanner.error("the panel's name is missing: write 'N: name'") }
        name = text
    }

    private mutating func readIdentity() throws(RecordingError) {
        guard identity == nil else { throw scanner.error("a second I: line; a recording has one panel") }
        identity = Identity(
            bus: UInt16(try scanner.hex(width: 4, "the bus")),
            vendor: UInt16(try scanner.hex(width: 4, "the vendor")),
            product: UInt16(try scanner.hex(width: 4, "the product")),
            version: UInt16(try scanner.hex(width: 4, "the version")))
        try endLine("an I: line has four numbers: bus vendor product version")
    }

    /// Checks the properties and drops them, because slot assembly does not need them.
    private mutating func readProperties() throws(RecordingError) {
        for index in 1...8 { _ = try scanner.hex(width: 2, "byte \(index) of 8") }
        try endLine("a P: line has eight bytes")
    }

    private mutating func readBits() throws(RecordingError) {
        let type = try scanner.hex(width: 2, "the event type")
        guard type < DeclaredBits.typeCount else {
            throw scanner.error("event type \(String(type, radix: 16)) is beyond the kernel's last one, 1f")
        }
        var bytes: UInt64 = 0
        for index in 0..<8 { bytes |= UInt64(try scanner.hex(width: 2, "byte \(index + 1) of 8")) << UInt64(8 * index) }
        try endLine("a B: line has an event type and eight bytes")
        if let problem = bits.append(bytes, type: Int(type)) { throw scanner.error(problem) }
    }

    private mutating func readAxis() throws(RecordingError) {
        let code = UInt16(try scanner.hex(width: 2, "the axis"))
        guard code < AbsCode.count else {
            throw scanner.error("axis \(String(code, radix: 16)) is beyond the kernel's last one, 3f")
        }
        let minimum = try scanner.decimal("the minimum")
        let maximum = try scanner.decimal("the maximum")
        let fuzz = try scanner.decimal("the fuzz")
        let flat = try scanner.decimal("the flat")
        // evemu requires it from format 1.2 on, but some 1.2 files lack it, and nothing is lost without it.
        let resolution = scanner.atEnd() ? 0 : try scanner.decimal("the resolution")
        try endLine("an A: line has at most six numbers: axis minimum maximum fuzz flat resolution")
        // The kernel's uinput also refuses such a range.
        guard maximum >= minimum else {
            throw scanner.error("the axis's maximum \(maximum) is below its minimum \(minimum)")
        }
        axes.append((code, AxisInfo(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat, resolution: resolution)))
    }

    /// Reads `L:` or `S:`, the state of a light or a switch.
    private mutating func readState(_ letter: UInt8) throws(RecordingError) {
        let isLight = letter == UInt8(ascii: "L")
        let code = try scanner.hex(width: 2, isLight ? "the light" : "the switch")
        // LED_MAX, and twice SW_MAX, because the kernel has raised SW_MAX before.
        let last: UInt32 = isLight ? 0x0f : 0x1f
        guard code <= last else {
            throw scanner.error("\(isLight ? "light" : "switch") \(String(code, radix: 16)) is beyond the last one, \(String(last, radix: 16))")
        }
        _ = try scanner.decimal("the state")
        try endLine("an \(isLight ? "L" : "S"): line has two numbers: code state")
    }

    @inline(__always)
    private mutating func readEvent() throws(RecordingError) {
        let time = try scanner.time()
        let type = UInt16(truncatingIfNeeded: try scanner.hex(width: 4, "the event type"))
        let code = UInt16(truncatingIfNeeded: try scanner.hex(width: 4, "the event code"))
        // Anything may follow the value, because recorders put the event's name there.
        let value = try scanner.decimal("the event value")
        events.append(InputEvent(time: time, type: type, code: code, value: value))
    }

    // MARK: - The whole

    private mutating func endLine(_ rule: String) throws(RecordingError) {
        guard scanner.atEnd() else { throw scanner.error("\(rule); unexpected '\(scanner.excerpt())'") }
    }

    private func requireDescription() throws(RecordingError) {
        let missing = name == nil ? "'N: name'" : identity == nil ? "'I: bus vendor product version'" : nil
        if let missing { throw scanner.error("the events begin before the panel is described: a \(missing) line must come first") }
    }

    private func panelDescription() throws(RecordingError) -> PanelDescription {
        guard let name, let identity else {
            if name == nil, identity == nil, scanner.line == 0 {
                throw RecordingError(file: scanner.file, message: "the file is empty")
            }
            let missing = name == nil ? "'N: name'" : "'I: bus vendor product version'"
            throw scanner.error("the file ends without a \(missing) line, so this is not an evemu recording")
        }
        var panel = PanelDescription(
            name: name, bus: identity.bus, vendor: identity.vendor, product: identity.product,
            version: identity.version)
        panel.keys = Set(bits.codes(ofType: EventType.key))
        // evemu also gives this range to a declared axis without an A: line.
        for code in bits.codes(ofType: EventType.abs) { panel[axis: code] = AxisInfo(minimum: 0, maximum: 1) }
        for axis in axes { panel[axis: axis.code] = axis.info }
        return panel
    }

    private func unknownLine() -> RecordingError {
        scanner.error(
            "'\(scanner.excerpt())' is not a line of an evemu recording: expected N:, I:, P:, B:, A:, L:, S:, E: or a # comment\(scanner.cutShort)")
    }
}
