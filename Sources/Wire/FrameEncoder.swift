import TouchCore

/// Encodes frames for the receivers of one region tree, and of the trees that come of it by edits.
///
/// The line's beginning carries the connection's `seq`, so it is written apart: the rest is the same for everybody who
/// sees the same events, and is encoded once for all of them.
public struct FrameEncoder: Sendable {
    /// The regions' ids: every event of every frame has two.
    private var ids: JSONNames
    private var gestureIDs: JSONNames
    /// By gesture.
    private var types: [String]
    public private(set) var sensitive: SensitiveRegions
    // Bounds in bytes; `LongestLineTests` has the longest there are.
    /// Room for one action with its comma, without its list of touches.
    var mostOfAction: Int { 768 + ids.longest + gestureIDs.longest }
    /// Room for one touch with its comma and its end: its text and numbers, and two of the longest id.
    var maximumTouchLength: Int { 512 + 2 * ids.longest }
    /// Room for one sample of a touch that was merged, and its part of what is around the samples.
    static let mostOfSample = 384
    /// Room for the place that the panel has for a touch.
    static let mostOfRaw = 64
    /// Room for one touch in a list of touches, with its comma.
    static let mostOfID = 21

    public init(_ directory: RegionDirectory) {
        ids = JSONNames(directory.records.map(\.id))
        gestureIDs = JSONNames(directory.gestures.map(\.id))
        types = directory.gestures.map(\.type)
        sensitive = SensitiveRegions(directory)
    }

    /// The tree has been edited. O(what has changed).
    public mutating func update(_ change: TreeChange, _ directory: RegionDirectory) {
        for region in change.described { ids.set(directory[region].id, at: region.slot) }
        if change.changesGestures {
            gestureIDs = JSONNames(directory.gestures.map(\.id))
            types = directory.gestures.map(\.type)
        }
        sensitive.update(change, directory)
    }

    /// Puts `{"type":"frame","seq":N` before what `body` has written, or in place of another number.
    public static func number(_ seq: UInt64, _ writer: inout JSONWriter) { writer.prepend("{\"type\":\"frame\",\"seq\":", seq) }

    /// `,"time":…,"panel":…,"events":[…]}` and the end of the line.
    ///
    /// - Parameters:
    ///   - isCoalesced: whether touches carry what was merged into them.
    ///   - isRaw: whether they carry where the panel has them.
    public func body(_ frame: RoutedFrame, panel: String, coalesced isCoalesced: Bool = false, raw isRaw: Bool = false, into writer: inout JSONWriter)
    {
        writer.removeAll()
        writer.raw(",\"time\":")
        writer.integer(frame.time)
        writer.raw(",\"panel\":")
        writer.string(panel)
        writer.raw(",\"events\":[")
        for index in frame.events.indices {
            let isRedacted = frame.events[index].isRedacted
            let (hasSamples, hasRaw) = (isCoalesced && !isRedacted, isRaw && !isRedacted)
            let mostOfSamples = hasSamples ? (Self.mostOfSample + (hasRaw ? Self.mostOfRaw : 0)) * frame.sampleCount(of: index) : 0
            writer.write(atMost: maximumTouchLength + (hasRaw ? Self.mostOfRaw : 0) + mostOfSamples) {
                if index > 0 { $0.text(",") }
                touch(frame.events[index], frame.time, &$0)
                if hasRaw { raw(frame.events[index], &$0) }
                if hasSamples { coalesced(frame, index, raw: hasRaw, &$0) }
                $0.text("}")
            }
        }
        for index in frame.outside.indices {
            writer.write(atMost: maximumTouchLength) {
                if index > 0 || !frame.events.isEmpty { $0.text(",") }
                outside(frame.outside[index], &$0)
            }
        }
        var isFirst = frame.events.isEmpty && frame.outside.isEmpty
        for index in frame.actions.indices {
            writer.write(atMost: mostOfAction + Self.mostOfID * frame.actions[index].touchCount) {
                if !isFirst { $0.text(",") }
                action(frame.actions[index], frame.time, &$0)
            }
            isFirst = false
        }
        writer.raw("]}\n")
    }

    func action(_ action: RoutedAction, _ time: Int64, _ line: inout JSONCursor) {
        switch action {
        case .gesture(let action):
            gesture(action, &line)
            if action.timestamp != time {
                line.text(",\"timestamp\":")
                line.integer(action.timestamp)
            }
        case .control(let action):
            line.text("{\"event\":\"control\",\"region\":")
            region(action.region, &line)
            member(",\"action\":\"", action.event.rawValue, &line)
            line.text(",\"id\":")
            line.unsigned(action.touch.rawValue)
            switch action.value {
            case .number(let value):
                line.text(",\"value\":")
                line.number(value)
            case .isOn(let isOn): line.text(isOn ? ",\"isOn\":true" : ",\"isOn\":false")
            case nil: break
            }
        case .scroll(let action):
            line.text("{\"event\":\"scroll\",\"region\":")
            region(action.region, &line)
            pair(",\"offset\":[", action.offset, &line)
            line.text(",\"zoomScale\":")
            line.number(action.zoomScale)
            member(",\"state\":\"", action.state.rawValue, &line)
        }
        line.text("}")
    }

    private func gesture(_ action: GestureAction, _ line: inout JSONCursor) {
        line.text("{\"event\":\"gesture\",\"gesture\":")
        gestureIDs.write(action.gesture.slot, &line)
        member(",\"kind\":\"", types[action.gesture.slot], &line)
        line.text(",\"region\":")
        region(action.region, &line)
        member(",\"state\":\"", action.state.rawValue, &line)
        line.text(",\"touches\":[")
        for index in action.touches.indices {
            if index > 0 { line.text(",") }
            line.unsigned(action.touches[index].rawValue)
        }
        line.text("]")
        pair(",\"local\":[", action.local, &line)
        action.values.forEach { key, value in
            line.text(",\"")
            line.text(key)
            switch value {
            case .point(let p): pair("\":[", p, &line)
            case .number(let value): number("\":", value, &line)
            case .word(let word): member("\":\"", word, &line)
            }
        }
    }

    private func number(_ key: StaticString, _ number: Double, _ line: inout JSONCursor) {
        line.text(key)
        line.number(number)
    }

    private func pair(_ key: StaticString, _ p: Point, _ line: inout JSONCursor) {
        line.text(key)
        line.number(p.x)
        line.text(",")
        line.number(p.y)
        line.text("]")
    }

    /// Without its end: more may follow.
    @inline(__always)
    func touch(_ touch: RoutedTouch, _ time: Int64, _ line: inout JSONCursor) {
        // Not a `touch`, which always says where.
        if touch.isRedacted { line.text("{\"event\":\"sensitive\",\"id\":") } else { line.text("{\"event\":\"touch\",\"id\":") }
        line.unsigned(touch.id.rawValue)
        switch touch.phase {
        case .began: line.text(",\"phase\":\"began\"")
        // A change of the axes alone is `moved` for subscriptions with `axes` (contract 5).
        case .moved, .stationary: line.text(",\"phase\":\"moved\"")
        case .ended: line.text(",\"phase\":\"ended\"")
        case .cancelled: line.text(",\"phase\":\"cancelled\"")
        }
        if let reason = touch.reason { member(",\"reason\":\"", reason.rawValue, &line) }
        place(touch, &line)
        if touch.timestamp != time {
            line.text(",\"timestamp\":")
            line.integer(touch.timestamp)
        }
    }

    func raw(_ touch: RoutedTouch, _ line: inout JSONCursor) { pair(",\"raw\":[", touch.raw, &line) }

    /// `UIEvent.coalescedTouches(for:)`, the last of them the event's own place.
    @inline(never)
    func coalesced(_ frame: RoutedFrame, _ event: Int, raw hasRaw: Bool = false, _ line: inout JSONCursor) {
        line.text(",\"coalesced\":[")
        var isFirst = true
        frame.forEachSample(of: event) { sample in
            line.text(isFirst ? "{\"time\":" : ",{\"time\":")
            isFirst = false
            line.integer(sample.timestamp)
            position(sample, &line)
            state(sample, &line)
            if hasRaw { raw(sample, &line) }
            line.text("}")
        }
        line.text("]")
    }

    func outside(_ notice: OutsideNotice, _ line: inout JSONCursor) {
        line.text("{\"event\":\"outside\",\"id\":")
        line.unsigned(notice.id.rawValue)
        line.text(",\"region\":")
        region(notice.region, &line)
        line.text("}")
    }

    /// What `frame` and `snapshot` say alike of a touch, after a member that stands before it.
    func place(_ touch: RoutedTouch, into writer: inout JSONWriter) {
        writer.write(atMost: maximumTouchLength) { place(touch, &$0) }
    }

    @inline(__always)
    private func place(_ touch: RoutedTouch, _ line: inout JSONCursor) {
        line.text(",\"region\":")
        region(touch.receiver, &line)
        line.text(",\"target\":")
        if touch.isRedacted { return region(touch.target.flatMap(sensitive.root), &line) }
        region(touch.target, &line)
        position(touch, &line)
        line.text(",\"tapCount\":")
        line.unsigned(UInt64(touch.tapCount))
        state(touch, &line)
    }

    @inline(__always)
    private func position(_ touch: RoutedTouch, _ line: inout JSONCursor) {
        line.text(",\"x\":")
        line.number(touch.location.x)
        line.text(",\"y\":")
        line.number(touch.location.y)
        line.text(",\"local\":[")
        line.number(touch.local.x)
        line.text(",")
        line.number(touch.local.y)
        line.text("]")
    }

    @inline(__always)
    private func state(_ touch: RoutedTouch, _ line: inout JSONCursor) {
        if !touch.isInside { line.text(",\"inside\":false") }
        if !touch.axes.isEmpty { axes(touch.axes, &line) }
    }

    @inline(__always)
    private func region(_ region: RegionID?, _ line: inout JSONCursor) {
        guard let region else { return line.text("null") }
        ids.write(region.slot, &line)
    }

    private func axes(_ axes: TouchAxes, _ line: inout JSONCursor) {
        if let pressure = axes.pressure {
            line.text(",\"pressure\":")
            line.number(pressure)
        }
        if let major = axes.major {
            line.text(",\"major\":")
            line.number(major)
        }
        if let minor = axes.minor {
            line.text(",\"minor\":")
            line.number(minor)
        }
        if let orientation = axes.orientation {
            line.text(",\"orientation\":")
            line.number(orientation)
        }
        if let tool = axes.tool { member(",\"tool\":\"", tool.rawValue, &line) }
        if let distance = axes.distance {
            line.text(",\"distance\":")
            line.number(distance)
        }
    }

    /// A member whose value is a word of the protocol.
    private func member(_ key: StaticString, _ word: String, _ line: inout JSONCursor) {
        line.text(key)
        for byte in word.utf8 { line.byte(byte) }
        line.text("\"")
    }
}

extension RoutedAction {
    fileprivate var touchCount: Int { if case .gesture(let action) = self { action.touches.count } else { 0 } }
}
