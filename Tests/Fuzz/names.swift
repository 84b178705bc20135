import Configuration
import Recordings
import Text
import TouchCore
import Wire

@testable import Calibration
@testable import Panels

/// Arbitrary names of USB and udev: of the device, its port and its serial number, of connectors, and the texts of the kernel's capabilities.
/// Whatever they are, files that contain them mean the same, and a device that they name is found or refused with a reason.
///
/// The lines of the input are the texts, in the order of `Names`. The byte 1E stands for a line feed, because the kernel passes one on.
func fuzzNames(_ bytes: [UInt8]) {
    var texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
        String(decoding: line.map { $0 == 0x1e ? UInt8(ascii: "\n") : $0 }, as: UTF8.self)
    }
    texts += [String](repeating: "", count: max(0, 8 - texts.count))
    let names = Names(
        name: texts[0], idPath: texts[1], phys: texts[2], serial: texts[3], connector: texts[4], pattern: texts[5], numbers: texts[6],
        request: texts[7])
    checkRules(names)
    checkMatches(names)
    checkRecording(names)
    checkEntry(names)
    checkNumbers(names.numbers)
    checkRequest(names.request)
}

private struct Names {
    var name, idPath, phys, serial, connector, pattern, numbers, request: String

    var panel: CalibratedPanel {
        var panel = CalibratedPanel()
        (panel.id, panel.name, panel.idPath, panel.phys) = (serial, name, idPath, phys)
        (panel.vendor, panel.product) = (0x1234, 0x5678)
        (panel.virtualPhys, panel.virtualName) = (phys.isEmpty ? "" : "touchd/" + phys, "touchd " + serial)
        return panel
    }
}

/// The rules of udev and the lines of compositors are what was meant, to a strict parser.
private func checkRules(_ names: Names) {
    let panel = names.panel
    let text = UdevRule(panel).text("Calibration of \(panel.summary).", "WL_OUTPUT", names.connector)
    do {
        for rule in try UdevParser.rules(text) {
            let keys = rule.map(\.name)
            let allowed = [
                "ACTION", "SUBSYSTEM", "KERNEL", "ENV{ID_PATH}", "ATTRS{name}", "ATTRS{id/vendor}", "ATTRS{id/product}", "ATTRS{phys}",
                "ENV{ID_INPUT_TOUCHSCREEN}", "ENV{WL_OUTPUT}",
            ]
            if !keys.allSatisfy(allowed.contains) || Set(keys).count != keys.count { fatalError("another rule: \(text)") }
            for key in rule where key.operation != "==" && key.name != "ENV{WL_OUTPUT}" && key.name != "ACTION" {
                fatalError("a rule that does more: \(text)")
            }
            guard let match = rule.first(where: { $0.name == "ATTRS{name}" }) else { continue }
            // The kernel gives names without NUL.
            if !names.name.utf8.contains(0), !UdevParser.matches(match.value, Array(names.name.utf8)), !names.name.has("\u{FFFD}") {
                fatalError("the rule does not fit the device: \(text)")
            }
        }
        let mapping = OutputMapping(panel, connector: names.connector)
        for entry in mapping.labwc {
            let attributes = try TouchEntryParser.attributes(entry)
            if attributes.map(\.name) != ["deviceName", "mapToOutput", "mouseEmulation"] { fatalError("another entry: \(entry)") }
            if ![names.name, panel.virtualName].contains(where: { Array($0.utf8) == attributes[0].value }) { fatalError("another name: \(entry)") }
            if Array(names.connector.utf8) != attributes[1].value { fatalError("another connector: \(entry)") }
        }
        for line in mapping.sway {
            let words = try SwayLineParser.words(line)
            if words.count != 4 || words[0] != Array("input".utf8) || words[3] != Array(names.connector.utf8) { fatalError("another line: \(line)") }
        }
        _ = mapping.isConfused(with: OutputMapping(panel, connector: names.name))
    } catch { fatalError("\(error)") }
    _ = OutputWatcher.state(of: names.connector, among: ["card0-\(names.name)", names.connector]) { _, _ in names.serial }
}

/// A device fits a pattern exactly if a simpler matcher says so, and each device is matched or refused with a reason.
private func checkMatches(_ names: Names) {
    let (pattern, text) = (Array(names.pattern.utf8.prefix(24)), Array(names.name.utf8.prefix(24)))
    if wildcardMatches(pattern, text) != matches(pattern, text) { fatalError("\(names.pattern) and \(names.name)") }
    // A long pattern against a long text takes no more than the product of both.
    _ = wildcardMatches(Array(names.pattern.utf8), Array((names.name + names.name).utf8))

    var first = PanelSettings(id: "a", match: PanelMatch(idPath: names.pattern, name: names.pattern))
    let second = PanelSettings(id: "b", match: PanelMatch(phys: names.pattern))
    first.match.serial = names.serial.isEmpty ? nil : names.serial
    let spec = ScreenSpec(id: "s", size: Size(100, 100), windows: [])
    let matcher = PanelMatcher(Settings(screens: [ScreenSettings(spec: spec, panels: [first, second])]), file: "f")
    let one = PanelIdentity(
        name: names.name, vendor: 1, product: 2, idPath: names.idPath, serial: names.serial, phys: names.phys, source: "/dev/input/event1")
    var other = one
    (other.source, other.phys) = ("/dev/input/event2", names.connector)
    for answer in matcher.assign([one, other]) + matcher.assign([one, other], holding: [0: other]) {
        if case .refused(let reason) = answer, reason.isEmpty { fatalError("refused without a reason") }
        if case .matched(let entry) = answer, !matcher.entries.indices.contains(entry) { fatalError("matched with nothing") }
    }
    if printable(one.summary).unicodeScalars.contains(where: { !$0.isPrintable }) { fatalError("not for a terminal") }
}

/// Whether a text fits a pattern with `*` and `?`, in the plainest way.
private func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var fits = [Bool](repeating: false, count: text.count + 1)
    fits[0] = true
    for byte in pattern {
        var next = [Bool](repeating: false, count: text.count + 1)
        for place in 0...text.count {
            if byte == UInt8(ascii: "*") {
                next[place] = fits[...place].contains(true)
            } else if place > 0 {
                next[place] = fits[place - 1] && (byte == UInt8(ascii: "?") || byte == text[place - 1])
            }
        }
        fits = next
    }
    return fits[text.count]
}

/// A recording of a device with this name can be read.
private func checkRecording(_ names: Names) {
    var writer = EvemuWriter()
    writer.describe(RecordedDevice(name: names.name, vendor: 1, product: 2), comments: [names.idPath, names.phys])
    writer.comment(names.serial)
    writer.add(InputEvent(time: 1, type: EventType.syn, code: SynCode.report, value: 0))
    do { _ = try Recording.parse(writer.bytes, file: "f") } catch { fatalError("what was written is refused: \(error)") }
}

/// An answer to `devices` has the same names.
private func checkEntry(_ names: Names) {
    let entry = DeviceEntry(
        node: names.request, name: names.name, vendor: 1, product: 2, idPath: names.idPath, phys: names.phys, panel: names.serial,
        reason: names.connector)
    var writer = JSONWriter()
    entry.write(into: &writer)
    do {
        let value = try JSONReader.parse(writer.bytes)
        if value["name"]?.string != names.name || value["phys"]?.string != names.phys { fatalError("another name: \(value)") }
    } catch { fatalError("no JSON: \(error)") }
}

/// The kernel's bits, and udev's matrix.
private func checkNumbers(_ text: String) {
    let parts = text.split(at: ",", omittingEmptySubsequences: false).map(String.init)
    func part(_ number: Int) -> String { number < parts.count ? parts[number] : parts[0] }
    let device = InputClass(events: part(0), axes: part(1), keys: part(2), relative: part(3), properties: part(4))
    if device.isTouchscreen, !device.isPointer { fatalError("a touchscreen with which nobody points") }
    do {
        let matrix = try AffineTransform(libinput: text)
        if !matrix.isUsable { fatalError("a matrix of no use: \(matrix)") }
        let point = matrix.apply(Point(0.5, 0.5))
        if point.x.isNaN || point.y.isNaN { fatalError("no point: \(matrix)") }
    } catch { if "\(error)".isEmpty { fatalError("refused without a reason") } }
}

/// A request to the process that opens devices is refused, or is the same after it was written and read.
private func checkRequest(_ text: String) {
    guard let request = DeviceRequest(text) else {
        if DeviceRequest.problem(text).isEmpty { fatalError("refused without a reason") }
        return
    }
    if request.text.utf8.count <= DeviceRequest.maximumSize, DeviceRequest(request.text) != request { fatalError("another request: \(request)") }
    if case .makeKeyboard(let layout) = request, !KeyboardRules.neverTyped.isDisjoint(with: layout.keys) { fatalError("keys that nobody types") }
}
