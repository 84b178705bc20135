import Recordings
import TouchCore

/// Arbitrary bytes are a recording or are refused with a line number. A recording that was read can be written and read again.
func fuzzRecordings(_ bytes: [UInt8]) {
    let recording: Recording
    do throws(RecordingError) { recording = try Recording.parse(bytes, file: "f") } catch {
        // The number of lines that an editor can jump to.
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        guard let line = error.line else {
            if !bytes.isEmpty { fatalError("an error without a line: \(error)") }
            return
        }
        if !(1...lines).contains(line) { fatalError("there is no such line: \(error)") }
        return
    }
    // An event has at least the text "E:0.0 0 0 0".
    if recording.events.count > bytes.count / 10 { fatalError("\(recording.events.count) events of \(bytes.count) bytes") }
    _ = PanelKind(recording.panel)

    var device = RecordedDevice(
        name: recording.panel.name, bus: recording.panel.bus, vendor: recording.panel.vendor,
        product: recording.panel.product, version: recording.panel.version)
    device.codes = [EventType.syn: [], EventType.key: recording.panel.keys.sorted(), EventType.abs: []]
    for code in 0..<UInt16(AbsCode.count) {
        guard let axis = recording.panel[axis: code] else { continue }
        device.codes[EventType.abs]!.append(code)
        device.axes[code] = axis
    }
    var writer = EvemuWriter()
    writer.describe(device)
    for event in recording.events { writer.add(event, name: recording.panel.name.isEmpty ? "" : "EV_X / Y") }
    do throws(RecordingError) {
        let again = try Recording.parse(writer.bytes, file: "written")
        let isSame = again.events.elementsEqual(recording.events) {
            ($0.type, $0.code, $0.value) == ($1.type, $1.code, $1.value)
        }
        if !isSame { fatalError("other events were written than were read") }
        var panel = recording.panel
        panel.name = again.panel.name  // characters that would end the line are replaced
        if again.panel != panel { fatalError("another panel was written than was read: \(again.panel), \(panel)") }
    } catch {
        fatalError("what was written is refused: \(error)")
    }
}
