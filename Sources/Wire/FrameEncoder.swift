import TouchCore

/// Encodes frames for the receivers of a region tree, and of the trees that edits make of it.
///
/// The `seq` of the connection is in the line's beginning, which is written apart: the rest is the same for all clients that see the same events, and
/// is encoded once for them.
///
/// The encoder may be made on another thread, which then hands it over to the loop.
public final class FrameEncoder: @unchecked Sendable {
    /// The IDs of the regions. Every event of every frame has two.
    private var ids: JSONNames
    private(set) var gestureIDs: JSONNames
    /// The type of each gesture, by slot.
    private(set) var types: [String]
    /// The panels whose frames have been encoded so far.
    private var panels: [String] = []
    /// The names of `panels`, by index.
    private var panelNames = JSONNames([])
    public private(set) var sensitive: SensitiveRegions
    private var beginnings = TouchBeginnings()
    // Bounds in bytes; `LongestLineTests` holds them against the longest possible lines.
    /// Room for an action with its comma, without its list of touches.
    var maximumActionLength: Int { 768 + ids.longest + gestureIDs.longest }
    /// Room for a touch with its comma and its end: its text and numbers, and twice the longest region ID.
    var maximumTouchLength: Int { 512 + 2 * ids.longest }
    /// Room for a sample that was merged into a touch, with its share of the text around the samples.
    static let maximumSampleLength = 384
    /// Room for the `raw` member of a touch.
    static let maximumRawLength = 64
    /// Room for a touch ID in a list of touches, with its comma.
    static let maximumIDLength = 21

    public init(_ directory: RegionDirectory) {
        ids = JSONNames(directory.records.map(\.id))
        gestureIDs = JSONNames(directory.gestures.map(\.id))
        types = directory.gestures.map(\.type)
        sensitive = SensitiveRegions(directory)
    }

    /// Updates the names after an edit of the tree, in O(number of changes).
    public func update(_ change: TreeChange, _ directory: RegionDirectory) {
        for region in change.described { ids.set(directory[region].id, at: region.slot) }
        beginnings.removeAll()
        if change.changesGestures {
            gestureIDs = JSONNames(directory.gestures.map(\.id))
            types = directory.gestures.map(\.type)
        }
        sensitive.update(change, directory)
    }

    /// Puts `{"type":"frame","seq":N` in front of the text that `body` wrote, or replaces the number.
    public static func number(_ seq: UInt64, _ writer: inout JSONWriter) { writer.prepend("{\"type\":\"frame\",\"seq\":", seq) }

    /// Writes `,"time":…,"panel":…,"events":[…]}` and the end of the line.
    public func body(_ frame: RoutedFrame, panel: String, _ format: FrameFormat = FrameFormat(), into writer: inout JSONWriter) {
        let panel = number(ofPanel: panel)
        writer.removeAll()
        writer.write(atMost: 64 + panelNames.longest) {
            $0.text(",\"time\":")
            $0.integer(frame.time)
            $0.text(",\"panel\":")
            panelNames.write(panel, &$0)
            $0.text(",\"events\":[")
        }
        writer.write(atMost: maximumLength(ofTouches: frame, format)) { line in
            frame.events.withUnsafeBufferPointer { events in
                for index in events.indices {
                    if index > 0 { line.text(",") }
                    touch(events.baseAddress! + index, frame.time, &line)
                    if !events[index].isRedacted {
                        if format.isRaw { line.withCopy { raw(events[index], &$0) } }
                        if format.isCoalesced { line.withCopy { coalesced(frame, index, raw: format.isRaw, &$0) } }
                    }
                    line.text("}")
                }
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
            writer.write(atMost: maximumActionLength + Self.maximumIDLength * frame.actions[index].touchCount) {
                if !isFirst { $0.text(",") }
                action(frame.actions[index], frame.time, &$0)
            }
            isFirst = false
        }
        writer.write(atMost: 3) { $0.text("]}\n") }
    }

    /// Returns the room that all touches of a frame need.
    private func maximumLength(ofTouches frame: RoutedFrame, _ format: FrameFormat) -> Int {
        let raw = format.isRaw ? Self.maximumRawLength : 0
        let touches = (maximumTouchLength + raw) * frame.events.count
        if !format.isCoalesced { return touches }
        return frame.events.indices.reduce(touches) { $0 + (Self.maximumSampleLength + raw) * frame.sampleCount(of: $1) }
    }

    /// Returns the index of the panel in `panels`. There are few panels, and the name of each is written once.
    private func number(ofPanel panel: String) -> Int {
        if let known = panels.firstIndex(of: panel) { return known }
        panels.append(panel)
        panelNames.set(panel, at: panels.count - 1)
        return panels.count - 1
    }

    /// Writes a touch without the end of its object, because more members may follow.
    ///
    /// - Parameter touch: the address of the touch, so that its members are read in place and the touch is not copied.
    @inline(__always)
    func touch(_ touch: UnsafePointer<RoutedTouch>, _ time: Int64, _ line: inout JSONCursor) {
        if touch.pointee.isMove && touch.pointee.reason == nil && !touch.pointee.isRedacted {
            let (id, receiver, target) = (touch.pointee.id, touch.pointee.receiver, touch.pointee.target)
            beginnings.write(id, receiver, target, &line) { beginning(touch.pointee, &$0) }
        } else {
            line.withCopy { beginning(touch.pointee, &$0) }
        }
        if !touch.pointee.isRedacted { place(touch, &line) }
        if touch.pointee.timestamp != time {
            line.text(",\"timestamp\":")
            line.withCopy { $0.integer(touch.pointee.timestamp) }
        }
    }

    /// Writes the members up to `target`, which are the same in each frame while a touch moves.
    @inline(never)
    private func beginning(_ touch: RoutedTouch, _ line: inout JSONCursor) {
        // `sensitive` instead of `touch`, because a `touch` always has a place.
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
        if touch.traits.contains(.isMade), !touch.isRedacted { line.text(",\"by\":\"accessibility\"") }
        names(touch, &line)
    }

    @inline(never)
    func raw(_ touch: RoutedTouch, _ line: inout JSONCursor) { pair(",\"raw\":[", touch.raw, &line) }

    /// Writes `UIEvent.coalescedTouches(for:)`. The last sample is the event's own place.
    @inline(never)
    func coalesced(_ frame: RoutedFrame, _ event: Int, raw hasRaw: Bool = false, _ line: inout JSONCursor) {
        line.text(",\"coalesced\":[")
        var isFirst = true
        frame.forEachSample(of: event) { sample in
            line.text(isFirst ? "{\"time\":" : ",{\"time\":")
            isFirst = false
            line.integer(sample.timestamp)
            position(sample.location, sample.local, &line)
            state(isInside: sample.isInside, sample.axes, &line)
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

    /// Writes the members of a touch that `frame` and `snapshot` have in common. At least one member precedes them.
    func place(_ touch: RoutedTouch, into writer: inout JSONWriter) {
        writer.write(atMost: maximumTouchLength) { line in
            names(touch, &line)
            if !touch.isRedacted { withUnsafePointer(to: touch) { place($0, &line) } }
        }
    }

    private func names(_ touch: RoutedTouch, _ line: inout JSONCursor) {
        line.text(",\"region\":")
        region(touch.receiver, &line)
        line.text(",\"target\":")
        region(touch.isRedacted ? touch.target.flatMap(sensitive.root) : touch.target, &line)
    }

    @inline(__always)
    private func place(_ touch: UnsafePointer<RoutedTouch>, _ line: inout JSONCursor) {
        position(touch.pointee.location, touch.pointee.local, &line)
        line.text(",\"tapCount\":")
        line.unsigned(UInt64(touch.pointee.tapCount))
        state(isInside: touch.pointee.isInside, touch.pointee.axes, &line)
    }

    @inline(__always)
    private func position(_ location: Point, _ local: Point, _ line: inout JSONCursor) {
        line.text(",\"x\":")
        line.number(location.x)
        line.text(",\"y\":")
        line.number(location.y)
        line.text(",\"local\":[")
        line.number(local.x)
        line.text(",")
        line.number(local.y)
        line.text("]")
    }

    @inline(__always)
    private func state(isInside: Bool, _ axes: TouchAxes, _ line: inout JSONCursor) {
        if !isInside { line.text(",\"inside\":false") }
        if !axes.isEmpty { line.withCopy { self.axes(axes, &$0) } }
    }

    @inline(__always)
    func region(_ region: RegionID?, _ line: inout JSONCursor) {
        guard let region else { return line.text("null") }
        ids.write(region.slot, &line)
    }

    @inline(never)
    private func axes(_ axes: TouchAxes, _ line: inout JSONCursor) {
        if let pressure = axes.pressure { number(",\"pressure\":", pressure, &line) }
        if let major = axes.major { number(",\"major\":", major, &line) }
        if let minor = axes.minor { number(",\"minor\":", minor, &line) }
        if let orientation = axes.orientation { number(",\"orientation\":", orientation, &line) }
        if let tool = axes.tool { member(",\"tool\":\"", tool.rawValue, &line) }
        if let distance = axes.distance { number(",\"distance\":", distance, &line) }
    }

    // MARK: Members

    /// Writes a member that only some events have.
    @inline(never)
    func number(_ key: StaticString, _ number: Double, _ line: inout JSONCursor) {
        line.text(key)
        line.number(number)
    }

    func pair(_ key: StaticString, _ p: Point, _ line: inout JSONCursor) {
        line.text(key)
        line.number(p.x)
        line.text(",")
        line.number(p.y)
        line.text("]")
    }

    /// Writes a member whose value is a word of the protocol.
    @inline(never)
    func member(_ key: StaticString, _ word: String, _ line: inout JSONCursor) {
        line.text(key)
        for byte in word.utf8 { line.byte(byte) }
        line.text("\"")
    }
}
