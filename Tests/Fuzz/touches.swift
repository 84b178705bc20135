import TouchCore

/// Two panels with arbitrary events, drops, reloads and unplugging: the streams stay valid, every touch ends, ids never repeat.
///
/// The first two bytes select the panels, then every four bytes are one operation; `seeds.py` writes recordings in this form.
func fuzzTouches(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    var kiosk = Kiosk(bytes[0], bytes[1])
    for place in stride(from: 2, to: bytes.count - 3, by: 4) {
        kiosk.perform(bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3])
    }
    kiosk.close()
}

private struct Kiosk: ~Copyable {
    let pipeline = TouchPipeline(tree: Kiosk.trees[0])
    private var output = FrameBuffer()
    var verifier = StreamState()
    var panels: [Panel] = []
    /// The clock of the panels' events, µs.
    var time: Int64 = 1

    struct Panel {
        var number: PanelID
        var slots: Int
        var lastTime = Int64.min
    }

    init(_ first: UInt8, _ second: UInt8) {
        panels = [add(first), add(second)]
    }

    // MARK: Panels and trees

    /// Adds a panel. Bits 0 and 1: slots (0 and 1), packets (2) or a single touch; 2 and 3: the number of slots; 4 and 5: ranges; 6: whether packets
    /// have tracking ids; 7: whether noise is filtered.
    private mutating func add(_ choice: UInt8) -> Panel {
        var description = PanelDescription(name: "fuzz")
        let ranges = [
            AxisInfo(minimum: 0, maximum: 4095), AxisInfo(minimum: -100, maximum: 100), AxisInfo(minimum: 7, maximum: 8),
            AxisInfo(minimum: .min, maximum: .max),
        ]
        let range = ranges[Int(choice >> 4 & 3)]
        for code in [AbsCode.x, AbsCode.y] { description[axis: code] = range }
        description.keys = [choice & 1 == 0 ? KeyCode.btnTouch : KeyCode.btnLeft]
        if choice & 3 < 3 {
            for code in AbsCode.mtTouchMajor...AbsCode.mtPositionY { description[axis: code] = range }
            description[axis: AbsCode.mtToolType] = AxisInfo(minimum: 0, maximum: 2)
            for code in [AbsCode.mtPressure, AbsCode.mtDistance] { description[axis: code] = range }
            let hasSlots = choice & 3 < 2
            if hasSlots { description[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: [0, 1, 9, 63][Int(choice >> 2 & 3)]) }
            if hasSlots || choice & 0x40 != 0 { description[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535) }
        }
        let kind = PanelKind(description)
        if case .refused(let why) = kind { fatalError("refused: \(why)") }
        let mapping = PanelMapping(panel: description, kind: kind, screen: Size(1000, 1000))
        let slots = ContactAssembler(kind: kind).slotCount
        var rules = PanelRules()
        if choice & 0x80 != 0 { rules.filters = Kiosk.filters }
        if choice & 0xa0 == 0xa0 { rules.filters!.pressure = FilterRules.Pressure(begin: 0.3, end: 0.2) }
        return Panel(number: pipeline.addPanel("p", screen: 0, kind: kind, mapping: mapping, rules: rules), slots: slots)
    }

    /// All filters except the pressure filter.
    private static let filters = {
        var filters = FilterRules()
        filters.bridge = FilterRules.Nearness(time: 20_000, distance: 50)
        filters.bounce = FilterRules.Nearness(time: 60_000, distance: 100)
        filters.minimumTap = 15_000
        filters.fuzz = 5
        filters.smoothing = FilterRules.Smoothing(minCutoff: 1, beta: 0.01)
        filters.edge = 10
        filters.mask = [Rect(100, 100, 200, 50)]
        filters.ghost = FilterRules.Ghost(times: 2, pause: 1_000_000)
        filters.origin = true
        return filters
    }()

    /// A tree in four states: a region is smaller, hidden, or removed. One region has multiple touch and scrolls, one is an exclusive button, one is
    /// a slider or a switch.
    private static let trees = (0..<4).map { state in
        var left = RegionSpec(id: "left", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, state == 1 ? 100 : 500, 1000)))
        left.scroll!.contentSize = Size(500, 5000)
        left.isMultipleTouchEnabled = true
        var right = RegionSpec(id: "right", kind: .button, geometry: RegionGeometry(frame: Rect(500, 0, 500, 500)))
        right.isExclusiveTouch = true
        right.hidden = state == 2
        let low = RegionSpec(id: "low", kind: state == 2 ? .switch : .slider, geometry: RegionGeometry(frame: Rect(500, 500, 500, 400)))
        let children = state == 3 ? [right] : [left, right, low]
        let window = RegionSpec(
            id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: children)
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    // MARK: Operations

    /// Performs an operation. Bits 0 to 3 of `what`: the operation; 4: the panel.
    mutating func perform(_ what: UInt8, _ a: UInt8, _ b: UInt8, _ c: UInt8) {
        let index = Int(what >> 4 & 1)
        let word = Int32(Int16(truncatingIfNeeded: Int(b) << 8 | Int(c)))
        switch what & 15 {
        case 0:
            // A clock may be set back.
            time += Int64(word) * 100
            send(index, EventType.syn, SynCode.report, Int32(a & 1))
        case 1: send(index, EventType.abs, AbsCode.mtSlot, Int32(Int8(bitPattern: a)))
        case 2: send(index, EventType.abs, AbsCode.mtTrackingID, Int32(Int8(bitPattern: a)))
        case 3: send(index, EventType.abs, AbsCode.mtPositionX, word)
        case 4: send(index, EventType.abs, AbsCode.mtPositionY, word)
        case 5: send(index, EventType.abs, UInt16(a & 0x3f), word)
        case 6: send(index, EventType.key, KeyCode.btnTouch, Int32(a & 3))
        case 7: send(index, EventType.key, KeyCode.btnLeft, Int32(a & 3))
        case 8: send(index, EventType.syn, SynCode.mtReport, 0)
        case 9: send(index, EventType.syn, SynCode.dropped, 0)
        case 10: resynchronise(index, a, b, c)
        case 11: cancel(index, CancelReason.allCases[Int(a) % CancelReason.allCases.count])
        case 12: replaceTree(Kiosk.trees[Int(a & 3)])
        case 13: replug(index, a, opensWith: b, c)
        case 14: send(index, EventType.abs, UInt16(a & 0x3f), b & 1 == 0 ? .min : .max)
        default: send(index, UInt16(a), UInt16(b), Int32(Int8(bitPattern: c)))
        }
    }

    private mutating func send(_ index: Int, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        let event = InputEvent(time: time, type: type, code: code, value: value)
        _ = pipeline.handle(event, panel: panels[index].number, into: &output)
        check(index)
    }

    /// Some slots in use, selected by the bits of `down`, with tracking ids that may repeat.
    private func kernelSlots(_ count: Int, down: UInt8, _ id: UInt8) -> [KernelSlot] {
        (0..<count).map { slot in
            var values = ContactValues()
            values.x = Int32(id) * 16
            values.tool = id & 0x40 != 0 ? ToolType.palm : ToolType.finger
            return KernelSlot(trackingID: down >> UInt8(slot & 7) & 1 == 1 ? Int32(id & 15) + Int32(slot) : -1, values: values)
        }
    }

    /// Synchronizes with the kernel's state. `count` may be less than the panel's number of slots, as for a panel without slots.
    private mutating func resynchronise(_ index: Int, _ down: UInt8, _ id: UInt8, _ current: UInt8) {
        let slots = kernelSlots(current & 0x80 != 0 ? 0 : panels[index].slots, down: down, id)
        pipeline.resynchronise(panels[index].number, slots: slots, currentSlot: Int(current & 0x7f) - 1, time: time, into: &output)
        check(index)
    }

    private mutating func cancel(_ index: Int, _ reason: CancelReason) {
        pipeline.cancelTouches(ofPanel: panels[index].number, reason: reason, time: time, into: &output)
        check(index)
    }

    private mutating func replug(_ index: Int, _ choice: UInt8, opensWith down: UInt8, _ id: UInt8) {
        cancel(index, .deviceRemoved)
        pipeline.removePanel(panels[index].number)
        panels[index] = add(choice)
        let slots = kernelSlots(panels[index].slots, down: down, id)
        pipeline.open(panels[index].number, slots: slots, currentSlot: Int(id) - 1)
    }

    private mutating func replaceTree(_ new: RegionTree) {
        let old = pipeline.tree
        let now = time
        let orphans = pipeline.touchesDown.filter { $0.touch.target.map { new.index(ofID: old[$0].id) == nil } ?? false }
        pipeline.replaceTree(new, time: { _ in now }, into: &output)
        for frame in output { check(frame) }
        output.removeAll()
        compareTouchesDown()
        for (_, touch) in orphans where verifier.touchesDown.contains(touch.id) {
            fatalError("touch \(touch.id) outlives the region it was captured by")
        }
    }

    mutating func close() {
        for index in panels.indices {
            cancel(index, .deviceRemoved)
            pipeline.removePanel(panels[index].number)
        }
        if !verifier.touchesDown.isEmpty { fatalError("touches that never end: \(verifier.touchesDown)") }
        for one in verifier.actions.inProgress { fatalError("\(one.action.subject) never ends") }
    }

    // MARK: Invariants

    /// Checks the frames of a call about a panel.
    private mutating func check(_ index: Int) {
        for frame in output {
            if !frame.isEmpty {
                if frame.time < panels[index].lastTime { fatalError("a panel's time went back") }
                panels[index].lastTime = frame.time
            }
            check(frame)
        }
        output.removeAll()
        compareTouchesDown()
        let down = pipeline.touchesDown.count { $0.panel == panels[index].number }
        if down > panels[index].slots { fatalError("\(down) touches in \(panels[index].slots) slots") }
    }

    private mutating func check(_ frame: RoutedFrame) {
        do { try verifier.apply(frame, panel: pipeline.name(ofPanel: frame.panel) + String(frame.panel.slot)) } catch { fatalError("\(error)") }
        for event in frame.events {
            if !event.location.x.isFinite || !event.location.y.isFinite || !event.local.x.isFinite || !event.local.y.isFinite {
                fatalError("no point: \(event)")
            }
        }
    }

    /// Compares the pipeline's touches down with those of its frames.
    private func compareTouchesDown() {
        let said = Set(verifier.touchesDown)
        let down = Set(pipeline.touchesDown.map(\.touch.id))
        verifier.checkInvariants()
        if said != down { fatalError("the frames say that \(said) are down, the pipeline \(down)") }
    }
}
