/// All that one SYN_REPORT changed, routed: what goes out as one `frame` line.
public struct RoutedFrame: Sendable {
    public internal(set) var panel = 0
    /// Event time, µs.
    public internal(set) var time: Int64 = 0
    /// Endings first, then moves and begins in slot order.
    public internal(set) var events: [RoutedTouch] = []
    /// Who is told that a touch began elsewhere, and nothing more of it.
    public internal(set) var outside: [OutsideNotice] = []
    /// By event, what `coalesced` tells; empty, unless frames were gathered with their samples.
    var samples: [[Point]] = []

    public init(time: Int64 = 0, events: [RoutedTouch] = []) {
        self.time = time
        self.events = events
    }

    public var isEmpty: Bool { events.isEmpty && outside.isEmpty }

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        outside.removeAll(keepingCapacity: true)
    }
}

/// A touch began on a region behind one that watches outside: enough to close a menu, and no more (dispatch B11).
public struct OutsideNotice: Hashable, Sendable {
    public var id: TouchID
    public var region: RegionIndex
}

/// One touch as one receiver sees it in one frame.
public struct RoutedTouch: Sendable {
    public var id: TouchID
    /// Never `stationary`, unless the contact's axes changed while it stayed where it was.
    public var phase: TouchPhase
    public var reason: CancelReason?
    public var target: RegionIndex?
    /// nil: no region received it, and only observers see it.
    public var receiver: RegionIndex?
    /// In screen points.
    public var location: Point
    /// In the receiver's own space, through its geometry at this moment; without a receiver, in screen points.
    public var local: Point
    /// Where the touch was in the frame before, in the receiver's own space through its geometry at this moment.
    public var previousLocal: Point
    /// Event time of the change, µs. Earlier than the frame's for what was withheld.
    public var timestamp: Int64
    /// Whether the finger is inside its receiver.
    public var isInside: Bool
    public var tapCount: Int
    public var axes: TouchAxes
}

extension RoutedFrame {
    /// A frame of some of these events.
    public func with(_ events: [RoutedTouch]) -> RoutedFrame {
        var frame = self
        frame.events = events
        frame.samples = []
        return frame
    }

    /// What of the frame passes a filter; itself, uncopied, when all does.
    ///
    /// - Parameter scratch: keeps its memory from frame to frame, so that filtering does not allocate.
    public func filtered(
        into scratch: inout [RoutedTouch], where isVisible: (RoutedTouch) -> Bool, outside isSeen: (OutsideNotice) -> Bool
    ) -> RoutedFrame {
        if !outside.allSatisfy(isSeen) {
            var frame = self
            frame.outside.removeAll { !isSeen($0) }
            return frame.filtered(into: &scratch, where: isVisible, outside: isSeen)
        }
        guard let first = events.firstIndex(where: { !isVisible($0) }) else { return self }
        scratch.removeAll(keepingCapacity: true)
        scratch += events[..<first]
        for event in events[(first + 1)...] where isVisible(event) { scratch.append(event) }
        return with(scratch)
    }
}
