import TouchCore

/// A panel as the kernel reports it: only changes, and no empty report.
struct KernelPanel {
    let kind: PanelKind
    private(set) var events: [InputEvent] = []
    private var time: Int64 = 0
    private var values: [UInt16: Int32] = [:]
    private var slots: [(id: Int32, x: Int32, y: Int32)] = Array(repeating: (-1, 0, 0), count: 4)
    private var wanted: [(x: Int32, y: Int32)?] = Array(repeating: nil, count: 4)
    private var lastID: Int32 = -1

    init(_ kind: PanelKind) { self.kind = kind }

    var description: PanelDescription {
        var panel = PanelDescription(name: "test")
        let range = AxisInfo(minimum: 0, maximum: 999)
        for code in [AbsCode.x, AbsCode.y] { panel[axis: code] = range }
        panel.keys = [KeyCode.btnTouch]
        if case .single = kind { return panel }
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { panel[axis: code] = range }
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        if case .slots(let count) = kind { panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: Int32(count - 1)) }
        return panel
    }

    mutating func put(_ finger: Int, _ place: (Int32, Int32)) { wanted[finger] = place }
    mutating func lift(_ finger: Int) { wanted[finger] = nil }

    /// Reports the changes.
    mutating func report() {
        time += 10_000
        let before = events.count
        switch kind {
        case .slots: reportSlots()
        case .packets: reportPackets()
        default:
            if let place = wanted[0] {
                addChange(EventType.abs, AbsCode.x, place.x)
                addChange(EventType.abs, AbsCode.y, place.y)
            }
            addChange(EventType.key, KeyCode.btnTouch, wanted[0] == nil ? 0 : 1)
        }
        if events.count > before { add(EventType.syn, SynCode.report, 0) }
    }

    private mutating func reportSlots() {
        var oldest: Int?
        for slot in slots.indices {
            if let place = wanted[slot] {
                if slots[slot].id < 0 {
                    lastID += 1
                    slots[slot].id = lastID
                    addChange(slot, AbsCode.mtTrackingID, lastID)
                }
                if slots[slot].x != place.x { addChange(slot, AbsCode.mtPositionX, place.x) }
                if slots[slot].y != place.y { addChange(slot, AbsCode.mtPositionY, place.y) }
                (slots[slot].x, slots[slot].y) = (place.x, place.y)
                if oldest.map({ slots[slot].id < slots[$0].id }) ?? true { oldest = slot }
            } else if slots[slot].id >= 0 {
                slots[slot].id = -1
                addChange(slot, AbsCode.mtTrackingID, -1)
            }
        }
        addChange(EventType.key, KeyCode.btnTouch, oldest == nil ? 0 : 1)
        guard let oldest else { return }
        addChange(EventType.abs, AbsCode.x, slots[oldest].x)
        addChange(EventType.abs, AbsCode.y, slots[oldest].y)
    }

    private mutating func reportPackets() {
        var fingers: [(x: Int32, y: Int32)] = []
        for index in wanted.indices {
            guard let place = wanted[index] else {
                slots[index].id = -1
                continue
            }
            if slots[index].id < 0 {
                lastID += 1
                slots[index].id = lastID
            }
            fingers.append(place)
            add(EventType.abs, AbsCode.mtTrackingID, slots[index].id)
            add(EventType.abs, AbsCode.mtPositionX, place.x)
            add(EventType.abs, AbsCode.mtPositionY, place.y)
            add(EventType.syn, SynCode.mtReport, 0)
        }
        if fingers.isEmpty { add(EventType.syn, SynCode.mtReport, 0) }
        addChange(EventType.key, KeyCode.btnTouch, fingers.isEmpty ? 0 : 1)
    }

    private mutating func addChange(_ slot: Int, _ code: UInt16, _ value: Int32) {
        addChange(EventType.abs, AbsCode.mtSlot, Int32(slot))
        add(EventType.abs, code, value)
    }

    private mutating func addChange(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        if values[type << 12 | code] ?? 0 == value { return }
        values[type << 12 | code] = value
        add(type, code, value)
    }

    private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
}
