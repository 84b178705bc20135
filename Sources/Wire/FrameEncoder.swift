import TouchCore

/// Encodes the events of a frame that a subscriber is to see.
///
/// The line's beginning carries the connection's `seq`, so it is written apart: the rest is the same for everybody who
/// sees the same events, and is encoded once for all of them.
public enum FrameEncoder {
    /// `{"type":"frame","seq":N`
    public static func head(_ seq: UInt64, into writer: inout JSONWriter) {
        writer.removeAll()
        writer.beginObject()
        writer.key("type")
        writer.string("frame")
        writer.key("seq")
        writer.unsigned(seq)
    }

    /// `,"time":…,"panel":…,"events":[…]}` and the end of the line. False, and nothing of use in the writer, when no
    /// event passes the filter.
    public static func body(
        _ frame: RoutedFrame, panel: String, tree: RegionTree, into writer: inout JSONWriter,
        where isVisible: (RoutedTouch) -> Bool
    ) -> Bool {
        writer.removeAll()
        writer.raw(comma)
        writer.key("time")
        writer.integer(frame.time)
        writer.key("panel")
        writer.string(panel)
        writer.key("events")
        writer.beginArray()
        var count = 0
        for event in frame.events where isVisible(event) {
            touch(event, tree: tree, into: &writer)
            count += 1
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return count > 0
    }

    private static let comma = [UInt8(ascii: ",")]

    private static func touch(_ touch: RoutedTouch, tree: RegionTree, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("event")
        writer.string("touch")
        writer.key("id")
        writer.unsigned(touch.id.rawValue)
        writer.key("phase")
        // A change of the axes alone is `moved` for who asked for axes (SPEC 5).
        writer.string(touch.phase == .stationary ? TouchPhase.moved.rawValue : touch.phase.rawValue)
        if let reason = touch.reason {
            writer.key("reason")
            writer.string(reason.rawValue)
        }
        place(touch, tree: tree, into: &writer)
        writer.endObject()
    }

    /// What `frame` and `snapshot` say alike of a touch.
    static func place(_ touch: RoutedTouch, tree: RegionTree, into writer: inout JSONWriter) {
        region("region", touch.receiver, tree, &writer)
        region("target", touch.target, tree, &writer)
        writer.key("x")
        writer.number(touch.location.x)
        writer.key("y")
        writer.number(touch.location.y)
        writer.key("local")
        writer.beginArray()
        writer.number(touch.local.x)
        writer.number(touch.local.y)
        writer.endArray()
        writer.key("tapCount")
        writer.integer(touch.tapCount)
        if !touch.isInside {
            writer.key("inside")
            writer.bool(false)
        }
        axes(touch.axes, &writer)
    }

    private static func region(_ key: StaticString, _ index: RegionIndex?, _ tree: RegionTree, _ writer: inout JSONWriter) {
        writer.key(key)
        if let index { writer.string(tree[index].id) } else { writer.null() }
    }

    private static func axes(_ axes: TouchAxes, _ writer: inout JSONWriter) {
        func number(_ key: StaticString, _ value: Double?) {
            guard let value else { return }
            writer.key(key)
            writer.number(value)
        }
        number("pressure", axes.pressure)
        number("major", axes.major)
        number("minor", axes.minor)
        number("orientation", axes.orientation)
        if let tool = axes.tool {
            writer.key("tool")
            writer.string(tool.rawValue)
        }
        number("distance", axes.distance)
    }
}
