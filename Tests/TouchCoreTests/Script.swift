import Support

@testable import TouchCore

/// A ten-slot protocol B panel of 1000×1000 units on a screen of the same size, with short methods for its events.
struct Script: ~Copyable {
    let pipeline: TouchPipeline
    let panel: PanelID
    var time: Int64 = 0
    private(set) var lines: [String] = []
    /// The last frame of the last call, or an empty one if the call made none.
    private(set) var frame = RoutedFrame()
    /// Event times of the frames that were not empty.
    private(set) var times: [Int64] = []
    private var verifier = StreamState()
    private var names: [TouchID: Int] = [:]
    private var places: [String: RegionID] = [:]

    init(
        _ description: PanelDescription = Script.tenSlots, regions: [RegionSpec]? = nil, rotation: Rotation = .none,
        area: Rect? = nil, rules: PanelRules = PanelRules(), window change: (inout RegionSpec) -> Void = { _ in }
    ) {
        let size = Size(1000, 1000)
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.isMultipleTouchEnabled = true
        window.children = regions ?? []
        change(&window)
        pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: size, windows: [window])]))
        let kind = PanelKind(description)
        panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind,
            mapping: PanelMapping(panel: description, kind: kind, rotation: rotation, screen: size, area: area), rules: rules)
    }

    static var tenSlots: PanelDescription {
        var panel = PanelDescription(name: "test")
        let range = AxisInfo(minimum: 0, maximum: 999)
        for code in [AbsCode.x, AbsCode.y, AbsCode.mtPositionX, AbsCode.mtPositionY] { panel[axis: code] = range }
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        panel[axis: AbsCode.mtToolType] = AxisInfo(minimum: 0, maximum: 2)
        panel.keys = [KeyCode.btnTouch]
        return panel
    }

    /// The same panel with a pressure of 0 to 100.
    static var withPressure: PanelDescription {
        var panel = tenSlots
        panel[axis: AbsCode.mtPressure] = AxisInfo(minimum: 0, maximum: 100)
        return panel
    }

    /// The same panel with protocol A: no slots.
    static func packets(ids: Bool) -> PanelDescription {
        var panel = tenSlots
        panel[axis: AbsCode.mtSlot] = nil
        if !ids { panel[axis: AbsCode.mtTrackingID] = nil }
        return panel
    }

    /// A panel with ABS_X, ABS_Y and a button.
    static func single(button: UInt16) -> PanelDescription {
        var panel = PanelDescription(name: "single")
        panel[axis: AbsCode.x] = AxisInfo(minimum: 0, maximum: 999)
        panel[axis: AbsCode.y] = AxisInfo(minimum: 0, maximum: 999)
        panel.keys = [button]
        return panel
    }

    mutating func abs(_ code: UInt16, _ value: Int32) { send(EventType.abs, code, value) }
    mutating func slot(_ slot: Int32) { abs(AbsCode.mtSlot, slot) }
    mutating func id(_ id: Int32) { abs(AbsCode.mtTrackingID, id) }
    mutating func at(_ x: Int32, _ y: Int32) {
        abs(AbsCode.mtPositionX, x)
        abs(AbsCode.mtPositionY, y)
    }
    mutating func down(_ slot: Int32, id: Int32, _ x: Int32, _ y: Int32) {
        self.slot(slot)
        self.id(id)
        at(x, y)
    }
    mutating func press(_ pressure: Int32) { abs(AbsCode.mtPressure, pressure) }
    mutating func up(_ slot: Int32) {
        self.slot(slot)
        id(-1)
    }
    /// Sends a contact in protocol A.
    mutating func packet(id: Int32? = nil, _ x: Int32, _ y: Int32) {
        if let id { self.id(id) }
        at(x, y)
        endPacket()
    }
    mutating func endPacket() { send(EventType.syn, SynCode.mtReport, 0) }
    mutating func key(_ code: UInt16, _ value: Int32) { send(EventType.key, code, value) }
    mutating func drop() { send(EventType.syn, SynCode.dropped, 0) }

    /// Ends the frame 10 ms after the last one. Returns the resulting lines, including those of deadlines before it, and adds them to `lines`.
    @discardableResult
    mutating func frame(value: Int32 = 0) -> [String] {
        let due = pass(10_000)
        return due + send(EventType.syn, SynCode.report, value)
    }

    @discardableResult
    mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [String] {
        record(pipeline.handle(InputEvent(time: time, type: type, code: code, value: value), panel: panel))
    }

    @discardableResult
    mutating func resynchronise(_ slots: [Int: (id: Int32, x: Int32, y: Int32)], currentSlot: Int = 0) -> [String] {
        let kernel = (0..<10).map { index in
            var values = ContactValues()
            values.x = slots[index]?.x ?? 0
            values.y = slots[index]?.y ?? 0
            return KernelSlot(trackingID: slots[index]?.id ?? -1, values: values)
        }
        time += 10_000
        return record(pipeline.resynchronise(panel, slots: kernel, currentSlot: currentSlot, time: time))
    }

    /// Lets event time pass without an event. Returns the resulting lines.
    @discardableResult
    mutating func pass(_ microseconds: Int64) -> [String] {
        time += microseconds
        return record(pipeline.advance(panel, to: time))
    }

    @discardableResult
    mutating func unplug() -> [String] { cancel(.deviceRemoved) }

    @discardableResult
    mutating func cancel(_ reason: CancelReason) -> [String] { record(pipeline.cancelTouches(ofPanel: panel, reason: reason, time: time)) }

    @discardableResult
    mutating func setOutput(isOff: Bool) -> [String] {
        record(pipeline.setOutput(ofPanel: panel, isOff: isOff, time: time))
    }

    /// The pipeline's touch in a slot.
    func touch(_ slot: Int) -> Touch? { pipeline.context.panels[panel]!.touches[slot] }

    // MARK: Edits and clients

    @discardableResult
    mutating func edit(_ edits: TreeEdit...) throws -> [String] {
        let old = pipeline.tree
        return record(try pipeline.edit(edits, time: time).cancels, old)
    }

    @discardableResult
    mutating func replace(_ tree: RegionTree) -> [String] {
        let old = pipeline.tree
        return record(pipeline.replaceTree(tree, time: time), old)
    }

    /// Steals touches by their names: `AB`.
    @discardableResult
    mutating func steal(_ touches: String, by thief: String) throws -> [String] {
        record(try pipeline.steal(ids(touches), by: thief, time: time))
    }

    @discardableResult
    mutating func letGo(_ touches: String, by thief: String) throws -> [String] {
        record(try pipeline.letGo(ids(touches), by: thief, time: time))
    }

    @discardableResult
    mutating func abandon(_ receivers: String...) -> [String] {
        record(pipeline.abandon(Dictionary(uniqueKeysWithValues: receivers.map { ($0, TouchID.first) }), reason: .clientGone, time: time))
    }

    private func ids(_ touches: String) -> [TouchID] {
        touches.unicodeScalars.map { TouchID(TouchID.first.rawValue + UInt64($0.value - 65)) }
    }

    /// Records the frames of a call as lines: `A began w 10,20`. Touches are named in order of their begins.
    ///
    /// - Parameter tree: The tree that the frames refer to; nil for the current one.
    @discardableResult
    mutating func record(_ frames: [RoutedFrame], _ tree: RegionTree? = nil) -> [String] {
        frame = frames.last ?? RoutedFrame()
        var lines: [String] = []
        for frame in frames { lines += record(frame, tree ?? pipeline.tree) }
        return lines
    }

    private mutating func record(_ frame: RoutedFrame, _ tree: RegionTree) -> [String] {
        let new = frame.events.map { event in
            let region = event.receiver.map { tree[$0].id } ?? "-"
            let receiver = place(of: region)
            do { try verifier.apply(event.id, event.phase, receiver: receiver, reason: event.reason) } catch {
                fatalError("verifier: \(error) after \(lines)")
            }
            if names[event.id] == nil { names[event.id] = names.count }
            let name = Character(UnicodeScalar(UInt8(65 + names[event.id]! % 26)))
            let reason = event.reason.map { "(\($0.rawValue))" } ?? ""
            return "\(name) \(event.phase.rawValue)\(reason) \(region) \(Int(event.location.x)),\(Int(event.location.y))"
        }
        for action in frame.actions {
            do { try verifier.apply(named(action, tree), panel: "s-0", panelID: frame.panel, time: frame.time) } catch {
                fatalError("verifier: \(error) after \(lines)")
            }
        }
        lines += new
        if !new.isEmpty {
            if let last = times.last, frame.time < last { fatalError("time went back after \(lines)") }
            times.append(frame.time)
        }
        return new
    }

    /// The region slot of a name, because indices change with an edit.
    private mutating func place(of name: String) -> RegionID {
        let place = places[name] ?? RegionID(slot: places.count)
        places[name] = place
        return place
    }

    private mutating func named(_ action: RoutedAction, _ tree: RegionTree) -> RoutedAction {
        let region = place(of: tree[action.region].id)
        switch action.content {
        case .gesture(var action):
            let gesture = place(of: "gesture " + tree.directory.gestures[action.gesture.slot].id)
            (action.region, action.gesture) = (region, GestureID(slot: gesture.slot))
            return .gesture(action)
        case .control(var action):
            action.region = region
            return .control(action)
        case .scroll(var action):
            action.region = region
            return .scroll(action)
        }
    }

    static func region(_ id: String, _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ children: [RegionSpec] = []) -> RegionSpec {
        RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(x, y, w, h)), children: children)
    }
}
