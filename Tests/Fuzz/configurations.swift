import StrictYAML
import Text

@testable import Configuration
@testable import TouchCore

/// Arbitrary bytes are a configuration, or are refused with errors that name places in the text. A configuration that was accepted makes a tree in
/// which touches and hit tests work.
func fuzzConfigurations(_ bytes: [UInt8]) {
    let read = readConfiguration(bytes, file: "f")
    let checked = checkConfiguration(bytes, file: "f")
    if read.settings != checked.settings { fatalError("the warnings change the configuration") }
    for result in [read, checked] {
        let hasErrors = result.diagnostics.contains { $0.severity == .error }
        if hasErrors != (result.settings == nil) { fatalError("a configuration with errors, or without: \(result.diagnostics)") }
        checkPlaces(result.diagnostics, bytes)
    }
    let errors = { (result: ConfigurationResult) in result.diagnostics.filter { $0.severity == .error } }
    if errors(read) != errors(checked) { fatalError("other errors: \(errors(read)), \(errors(checked))") }
    if let settings = read.settings { use(settings) }
}

/// An editor can jump to each diagnostic, and a terminal can show it.
private func checkPlaces(_ diagnostics: [Diagnostic], _ bytes: [UInt8]) {
    // YAML's line breaks. A byte of U+0085, U+2028 or U+2029 counts wherever it is, so this is the most lines that a reader may count.
    let lines = bytes.count { [0x0a, 0x0d, 0x85, 0xa8, 0xa9].contains($0) } + 1
    for diagnostic in diagnostics {
        let mark = diagnostic.mark
        if mark != .ofFile, !(1...lines).contains(mark.line) || !(1...bytes.count + 1).contains(mark.column) {
            fatalError("there is no such place: \(diagnostic)")
        }
        if diagnostic.message.isEmpty || diagnostic.message.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" }) {
            fatalError("no message for a terminal: \(diagnostic)")
        }
    }
}

/// Puts two fingers on each screen, moves them and lifts them.
private func use(_ settings: Settings) {
    let tree = settings.tree
    if tree.screenSpecs.map(\.id) != settings.screens.map(\.spec.id) { fatalError("another tree than configured") }
    let pipeline = TouchPipeline(tree: tree)
    var output = FrameBuffer()
    var verifier = StreamState()
    for (number, screen) in settings.screens.enumerated() {
        var description = PanelDescription(name: "fuzz")
        let range = AxisInfo(minimum: 0, maximum: 1000)
        for code in [AbsCode.x, AbsCode.y, AbsCode.mtPositionX, AbsCode.mtPositionY] { description[axis: code] = range }
        description[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 1)
        description[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        description.keys = [KeyCode.btnTouch]
        let kind = PanelKind(description)
        let mapping = PanelMapping(panel: description, kind: kind, screen: screen.spec.size)
        let panel = pipeline.addPanel(
            "p\(number)", screen: number, kind: kind, mapping: mapping, rules: screen.panels.first?.rules ?? PanelRules())
        var time: Int64 = 1_000_000
        func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            _ = pipeline.handle(InputEvent(time: time, type: type, code: code, value: value), panel: panel, into: &output)
        }
        for step in 0..<4 {
            for slot in 0..<2 {
                send(EventType.abs, AbsCode.mtSlot, Int32(slot))
                if step == 0 { send(EventType.abs, AbsCode.mtTrackingID, Int32(slot)) }
                if step == 3 { send(EventType.abs, AbsCode.mtTrackingID, -1) }
                send(EventType.abs, AbsCode.mtPositionX, Int32(slot * 500 + step * 100))
                send(EventType.abs, AbsCode.mtPositionY, Int32(slot * 400 + step * 150))
            }
            send(EventType.syn, SynCode.report, 0)
            time += 100_000
        }
        pipeline.cancelTouches(ofPanel: panel, reason: .deviceRemoved, time: time, into: &output)
        for frame in output {
            do { try verifier.apply(frame, panel: "p\(number)") } catch { fatalError("\(error)") }
        }
        output.removeAll()
        pipeline.removePanel(panel)
    }
    verifier.checkInvariants()
    if !verifier.touchesDown.isEmpty { fatalError("touches that never end: \(verifier.touchesDown)") }
}
