import TouchCore

/// Encodes frames of one region tree.
///
/// The line's beginning carries the connection's `seq`, so it is written apart: the rest is the same for everybody who
/// sees the same events, and is encoded once for all of them.
public final class FrameEncoder: Sendable {
    public let tree: RegionTree
    /// The regions' ids as JSON strings, end to end: every event of every frame has two.
    private let ids: [UInt8]
    private let idEnds: [Int]

    public init(_ tree: RegionTree) {
        self.tree = tree
        var writer = JSONWriter(capacity: 16 * tree.records.count)
        var ends = [0]
        for record in tree.records {
            var one = JSONWriter()
            one.string(record.id)
            one.withBytes { writer.raw($0) }
            ends.append(writer.count)
        }
        ids = writer.bytes
        idEnds = ends
    }

    /// Puts `{"type":"frame","seq":N` before what `body` has written, or in place of another number.
    public static func number(_ seq: UInt64, _ writer: inout JSONWriter) { writer.prepend("{\"type\":\"frame\",\"seq\":", seq) }

    /// `,"time":…,"panel":…,"events":[…]}` and the end of the line.
    public func body(_ frame: RoutedFrame, panel: String, into writer: inout JSONWriter) {
        writer.removeAll()
        writer.raw(",\"time\":")
        writer.integer(frame.time)
        writer.raw(",\"panel\":")
        writer.string(panel)
        writer.raw(",\"events\":[")
        for index in frame.events.indices {
            if index > 0 { writer.raw(",") }
            touch(frame.events[index], into: &writer)
        }
        writer.raw("]}\n")
    }

    private func touch(_ touch: RoutedTouch, into writer: inout JSONWriter) {
        writer.raw("{\"event\":\"touch\",\"id\":")
        writer.unsigned(touch.id.rawValue)
        switch touch.phase {
        case .began: writer.raw(",\"phase\":\"began\"")
        // A change of the axes alone is `moved` for who asked for axes (SPEC 5).
        case .moved, .stationary: writer.raw(",\"phase\":\"moved\"")
        case .ended: writer.raw(",\"phase\":\"ended\"")
        case .cancelled: writer.raw(",\"phase\":\"cancelled\"")
        }
        if let reason = touch.reason {
            writer.raw(",\"reason\":")
            writer.string(reason.rawValue)
        }
        place(touch, into: &writer)
        writer.raw("}")
    }

    /// What `frame` and `snapshot` say alike of a touch, after a member that stands before it.
    func place(_ touch: RoutedTouch, into writer: inout JSONWriter) {
        writer.raw(",\"region\":")
        region(touch.receiver, &writer)
        writer.raw(",\"target\":")
        region(touch.target, &writer)
        writer.raw(",\"x\":")
        writer.number(touch.location.x)
        writer.raw(",\"y\":")
        writer.number(touch.location.y)
        writer.raw(",\"local\":[")
        writer.number(touch.local.x)
        writer.raw(",")
        writer.number(touch.local.y)
        writer.raw("],\"tapCount\":")
        writer.integer(touch.tapCount)
        if !touch.isInside { writer.raw(",\"inside\":false") }
        if !touch.axes.isEmpty { axes(touch.axes, &writer) }
    }

    @inline(__always)
    private func region(_ index: RegionIndex?, _ writer: inout JSONWriter) {
        guard let index else { return writer.null() }
        let range = idEnds[Int(index)]..<idEnds[Int(index) + 1]
        ids.withUnsafeBufferPointer { writer.raw(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private func axes(_ axes: TouchAxes, _ writer: inout JSONWriter) {
        if let pressure = axes.pressure {
            writer.raw(",\"pressure\":")
            writer.number(pressure)
        }
        if let major = axes.major {
            writer.raw(",\"major\":")
            writer.number(major)
        }
        if let minor = axes.minor {
            writer.raw(",\"minor\":")
            writer.number(minor)
        }
        if let orientation = axes.orientation {
            writer.raw(",\"orientation\":")
            writer.number(orientation)
        }
        if let tool = axes.tool {
            writer.raw(",\"tool\":")
            writer.string(tool.rawValue)
        }
        if let distance = axes.distance {
            writer.raw(",\"distance\":")
            writer.number(distance)
        }
    }
}
