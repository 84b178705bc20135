import FakePlatform
import Panels
import TouchCore

/// The applications below the surfaces: they read the virtual panels and the keyboards, and check what they get against the kernel's rules for
/// touchscreens (protocol B), not against the daemon's own check.
final class Applications {
    fileprivate struct Slot {
        var id: Int32 = -1
        var hasBegun = false, hasLifted = false
        var hasX = false, hasY = false
    }

    fileprivate struct Reader {
        var slots: [Slot]
        var current = 0
        var isTouched = false
    }

    private let devices: FakeVirtualPanels
    private var readers: [ObjectIdentifier: Reader] = [:]
    /// The first violation, which the next `check` throws.
    private var violation: String?
    /// The numbers of contacts and of keys that have come down.
    private(set) var contacts = 0, keys = 0

    init(_ devices: FakeVirtualPanels) {
        self.devices = devices
        devices.recordsWrites = false
        devices.written = { [unowned self] in read($1, from: $0) }
        devices.removed = { [unowned self] in
            if $0.down > 0, !$0.hasLost { violation = violation ?? "\($0.layout.phys) was removed, and \($0.down) contacts were down on it" }
            readers[ObjectIdentifier($0)] = nil
        }
        devices.typed = { [unowned self] in checkKeys($0) }
    }

    /// The number of contacts down on all virtual panels.
    var down: Int { devices.devices.reduce(0) { $0 + $1.down } }

    /// The number of keys down on all keyboards.
    var keysDown: Int { devices.keyboards.reduce(0) { $0 + $1.down.count } }

    /// Forgets the devices that went with a service that was killed.
    func forgetGone() {
        let present = Set(devices.devices.map { ObjectIdentifier($0) })
        readers = readers.filter { present.contains($0.key) }
    }

    func check() throws { if let violation { throw Failure(violation) } }

    /// Checks that only fingers that clients inject, this many, may be down on the virtual panels of these panels.
    func expectNothingDown(_ when: String, injected: Int, on panels: (String) -> Bool) throws {
        // After a failed write, touchd tries to lift them until it succeeds.
        let left = devices.devices.filter { panels($0.layout.panel) && !$0.hasLost }.reduce(0) { $0 + $1.down }
        if left > injected { throw Failure("\(when) \(left) contacts are down on the virtual panels, and clients have injected \(injected)") }
    }

    private func read(_ events: [InputEvent], from device: FakeVirtualPanel) {
        let id = ObjectIdentifier(device)
        var reader = readers[id] ?? Reader(slots: Array(repeating: Slot(), count: device.layout.slots))
        for event in events {
            if let fault = reader.apply(event, device.layout) { violation = violation ?? "\(device.layout.phys): \(fault)" }
            if event.type == EventType.abs, event.code == AbsCode.mtTrackingID, event.value >= 0 { contacts += 1 }
        }
        if events.last.map({ $0.type == EventType.syn }) != true { violation = violation ?? "\(device.layout.phys): a write is not a whole report" }
        readers[id] = reader
    }

    private func checkKeys(_ keyboard: FakeKeyboard) {
        keys += 1
        let down = devices.keyboards.reduce(into: Set<String>()) { $0.formUnion($1.down) }
        let isAlt = down.contains("LEFTALT") || down.contains("RIGHTALT")
        if down.contains("SYSRQ") { violation = violation ?? "SysRq was typed" }
        if isAlt, let key = ["F1", "F2", "DELETE", "BACKSPACE", "LEFT"].first(where: down.contains) {
            violation = violation ?? "\(key) is down together with Alt"
        }
    }
}

extension Applications.Reader {
    /// Applies an event. Returns the rule that it violates, or nil.
    fileprivate mutating func apply(_ event: InputEvent, _ layout: VirtualPanelLayout) -> String? {
        switch (event.type, event.code) {
        case (EventType.syn, _): return closeReport()
        case (EventType.key, KeyCode.btnTouch): isTouched = event.value != 0
        case (EventType.abs, AbsCode.mtSlot):
            guard slots.indices.contains(Int(event.value)) else { return "slot \(event.value) does not exist" }
            current = Int(event.value)
        case (EventType.abs, AbsCode.mtTrackingID): return track(event.value)
        case (EventType.abs, AbsCode.mtPositionX), (EventType.abs, AbsCode.mtPositionY):
            if slots[current].id < 0 { return "slot \(current) moves, and nothing is down in it" }
            if event.code == AbsCode.mtPositionX { slots[current].hasX = true } else { slots[current].hasY = true }
        case (EventType.abs, let code):
            if layout.axes[code] == nil, code != AbsCode.x, code != AbsCode.y { return "it does not have axis \(code)" }
        default: return "event \(event.type)/\(event.code) is none of a touchscreen"
        }
        return nil
    }

    private mutating func track(_ id: Int32) -> String? {
        let slot = slots[current]
        if id < 0 {
            // A device that is taken over from the last run lifts all its slots, whether anything is down or not.
            slots[current].hasLifted = slot.id >= 0
            slots[current].id = -1
            return slot.hasBegun ? "slot \(current) begins and lifts in one report" : nil
        }
        if slot.id >= 0 { return "slot \(current) begins twice" }
        if slot.hasLifted { return "slot \(current) lifts and begins in one report" }
        if slots.contains(where: { $0.id == id }) { return "tracking id \(id) is down twice" }
        slots[current].id = id
        slots[current].hasBegun = true
        return nil
    }

    private mutating func closeReport() -> String? {
        defer { for index in slots.indices { (slots[index].hasBegun, slots[index].hasLifted) = (false, false) } }
        for (index, slot) in slots.enumerated() where slot.hasBegun {
            if !slot.hasX || !slot.hasY { return "slot \(index) begins without a place" }
            (slots[index].hasX, slots[index].hasY) = (false, false)
        }
        if isTouched != slots.contains(where: { $0.id >= 0 }) { return "BTN_TOUCH contradicts the slots" }
        return nil
    }
}
