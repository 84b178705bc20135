import JSON

/// The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection cancels
/// everything in progress.
struct Alive {
    /// The error for a line that breaks the protocol.
    struct Malformed: Error {}

    private struct Key: Hashable {
        var kind: Int  // the order of cancels, which is the server's order of events in a frame
        var panel: String?
        var id: UInt64
        var name: String?
    }

    private struct Last {
        var key: Key
        var panel: String
        var time: Int64
        var event: Event
    }

    /// The latest event of everything in progress, in the order in which it began. There are only as many as fingers, so a linear search is cheap.
    private var last: [Last] = []

    /// Returns the events of a frame that follow the grammar. If one is malformed, none has an effect.
    mutating func events(_ all: [JSONValue], panel: String, time: Int64) throws(Malformed) -> [Event] {
        let before = last
        var events: [Event] = []
        do throws(Malformed) {
            for fields in all {
                if let event = try event(fields, panel: panel, time: time) { events.append(event) }
            }
        } catch {
            last = before
            throw error
        }
        return events
    }

    /// Returns the event, or nil if its kind or phase is unknown, or if its touch or gesture has not begun.
    mutating func event(_ fields: JSONValue, panel: String, time: Int64) throws(Malformed) -> Event? {
        switch try fields.text("event") {
        case "touch": return try touch(fields, panel, time)
        case "sensitive": return try sensitive(fields, panel, time)
        case "gesture":
            let key = Key(kind: 2, panel: panel, id: 0, name: try fields.text("gesture"))
            guard let state = State(rawValue: try fields.text("state")) else { return nil }
            let event = GestureEvent(
                gesture: try fields.text("gesture"), kind: try fields.text("kind"), region: try fields.text("region"), state: state,
                touches: (fields["touches"]?.array ?? []).compactMap(\.whole), local: fields["local"]?.point, fields: fields)
            return staged(.gesture(event), state, key, panel, time)
        case "scroll":
            let key = Key(kind: 4, panel: panel, id: 0, name: try fields.text("region"))
            guard let offset = fields["offset"]?.point else { throw Malformed() }
            guard let state = State(rawValue: try fields.text("state")) else { return nil }
            let event = ScrollEvent(
                region: try fields.text("region"), offset: offset, zoomScale: fields["zoomScale"]?.number ?? 1, state: state,
                fields: fields)
            return staged(.scroll(event), state, key, panel, time)
        case "control": return try control(fields, panel, time)
        case "outside": return .outside(OutsideEvent(id: try fields.whole("id"), region: try fields.text("region"), fields: fields))
        default: return nil
        }
    }

    private mutating func touch(_ fields: JSONValue, _ panel: String, _ time: Int64) throws(Malformed) -> Event? {
        let id = try fields.whole("id")
        guard let phase = try phase(fields) else { return nil }
        let region = fields["region"]?.string
        guard region != nil || fields["region"] == .null, let x = fields["x"]?.number, let y = fields["y"]?.number else {
            throw Malformed()
        }
        let event = TouchEvent(
            id: id, phase: phase, region: region, target: fields["target"]?.string, location: Point(x, y),
            local: fields["local"]?.point, tapCount: Int(clamping: fields["tapCount"]?.whole ?? 0), isInside: fields["inside"]?.bool ?? true,
            fields: fields)
        let key = Key(kind: 0, id: id, name: region)
        return keep(.touch(event), begins: phase == .began, isOver: phase.isOver, key, panel, time)
    }

    private mutating func sensitive(_ fields: JSONValue, _ panel: String, _ time: Int64) throws(Malformed) -> Event? {
        let id = try fields.whole("id")
        guard let phase = try phase(fields) else { return nil }
        let region = fields["region"]?.string
        guard region != nil || fields["region"] == .null else { throw Malformed() }
        let event = SensitiveEvent(id: id, phase: phase, region: region, target: fields["target"]?.string, fields: fields)
        return keep(
            .sensitive(event), begins: phase == .began, isOver: phase.isOver, Key(kind: 1, id: id, name: region), panel, time)
    }

    /// The phase; nil if this version does not know it.
    private func phase(_ fields: JSONValue) throws(Malformed) -> Phase? {
        switch try fields.text("phase") {
        case "began": .began
        case "moved": .moved
        case "stationary": .stationary
        case "ended": .ended
        case "cancelled": .cancelled(reason: fields["reason"]?.string ?? "unknown")
        default: nil
        }
    }

    private mutating func staged(_ event: Event, _ state: State, _ key: Key, _ panel: String, _ time: Int64) -> Event? {
        switch state {
        case .began: keep(event, begins: true, isOver: false, key, panel, time)
        case .recognized: keep(event, begins: true, isOver: true, key, panel, time)
        case .changed: keep(event, begins: false, isOver: false, key, panel, time)
        case .ended, .cancelled: keep(event, begins: false, isOver: true, key, panel, time)
        }
    }

    private mutating func control(_ fields: JSONValue, _ panel: String, _ time: Int64) throws(Malformed) -> Event? {
        let event = ControlEvent(
            region: try fields.text("region"), action: try fields.text("action"), id: fields["id"]?.whole ?? 0, fields: fields)
        let key = Key(kind: 3, id: event.id, name: event.region)
        switch event.action {
        case "touchDown": return keep(.control(event), begins: true, isOver: false, key, panel, time)
        // May come after a touchDown or without one.
        case "touchDownRepeat":
            let begins = !last.contains { $0.key == key }
            return keep(.control(event), begins: begins, isOver: false, key, panel, time)
        case "touchDragInside", "touchDragOutside", "touchDragEnter", "touchDragExit":
            return keep(.control(event), begins: false, isOver: false, key, panel, time)
        case "touchUpInside", "touchUpOutside", "touchCancel":
            return keep(.control(event), begins: false, isOver: true, key, panel, time)
        case "valueChanged":
            guard let index = last.firstIndex(where: { $0.key == key }) else { return nil }
            last[index].time = time  // but not the event, because a cancel has no value
            return .control(event)
        default: return .control(event)
        }
    }

    /// Returns the event if it follows the grammar.
    private mutating func keep(_ event: Event, begins: Bool, isOver: Bool, _ key: Key, _ panel: String, _ time: Int64) -> Event? {
        let index = last.firstIndex { $0.key == key }
        guard begins == (index == nil) else { return nil }
        switch (index, isOver) {
        case (let index?, true): last.remove(at: index)
        case (let index?, false):
            last[index].event = event
            last[index].time = time
        case (nil, false): last.append(Last(key: key, panel: panel, time: time, event: event))
        case (nil, true): break
        }
        return event
    }

    /// Ends everything in progress, because the server will not. Returns one frame for each panel, with the cancels.
    mutating func cancelled() -> [Frame] {
        var frames: [Frame] = []
        for one in last where !frames.contains(where: { $0.panel == one.panel }) {
            let its = last.filter { $0.panel == one.panel }
            let ordered = (0...4).flatMap { kind in its.filter { $0.key.kind == kind } }
            frames.append(
                Frame(seq: 0, time: its.map(\.time).max() ?? 0, panel: one.panel, events: ordered.map { Self.cancel($0.event) }))
        }
        last = []
        return frames
    }

    private static func cancel(_ event: Event) -> Event {
        switch event {
        case .touch(var touch):
            touch.phase = .cancelled(reason: "disconnected")
            touch.isSynthetic = true
            return .touch(touch)
        case .sensitive(var touch):
            touch.phase = .cancelled(reason: "disconnected")
            touch.isSynthetic = true
            return .sensitive(touch)
        case .gesture(var gesture):
            gesture.state = .cancelled
            gesture.isSynthetic = true
            return .gesture(gesture)
        case .control(var control):
            control.action = "touchCancel"
            control.isSynthetic = true
            return .control(control)
        case .scroll(var scroll):
            scroll.state = .cancelled
            scroll.isSynthetic = true
            return .scroll(scroll)
        case .outside: return event
        }
    }
}

extension JSONValue {
    var whole: UInt64? { numberText.flatMap { UInt64($0) } }

    var time: Int64? { numberText.flatMap { Int64($0) } }

    var point: Point? {
        guard let pair = array, pair.count >= 2, let x = pair[0].number, let y = pair[1].number else { return nil }
        return Point(x, y)
    }

    func text(_ key: String) throws(Alive.Malformed) -> String {
        guard let text = self[key]?.string else { throw Alive.Malformed() }
        return text
    }

    func whole(_ key: String) throws(Alive.Malformed) -> UInt64 {
        guard let number = self[key]?.whole else { throw Alive.Malformed() }
        return number
    }

    func list(_ key: String) throws(Alive.Malformed) -> [JSONValue] {
        guard let list = self[key]?.array else { throw Alive.Malformed() }
        return list
    }

    func numbers(_ key: String, _ count: Int) throws(Alive.Malformed) -> [Double] {
        let numbers = try list(key).compactMap(\.number)
        guard numbers.count == count, self[key]?.array?.count == count else { throw Alive.Malformed() }
        return numbers
    }

    func generation() throws(Alive.Malformed) -> Int { Int(clamping: try whole("generation")) }

    /// The regions in the line's `regions`.
    func regions() throws(Alive.Malformed) -> [Region] {
        var regions: [Region] = []
        for region in try list("regions") { regions.append(try Region(region)) }
        return regions
    }
}
