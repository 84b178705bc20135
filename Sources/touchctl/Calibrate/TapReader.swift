import TouchCore

/// Finds taps of one finger in a panel's events, before any calibration.
struct TapReader {
    /// A finger that is down. Its place is the average of its places, because fingers roll.
    private struct Track {
        var first: Point
        var sum: Point
        var count = 1.0
        var hasMoved = false
    }

    /// The movement beyond which a finger no longer counts as a tap, as a share of the panel.
    private static let slip = 0.03

    private let kind: PanelKind
    private var assembler: ContactAssembler
    /// Maps both axes to 0…1.
    private let mapping: PanelMapping
    private var down: [Int: Track] = [:]
    /// True after a second finger: with two fingers nobody knows which one was meant.
    private var hasHadSecondFinger = false
    /// The slots whose x, and whose y, the kernel has reported. It reports only changes, so until both have come a finger has no place.
    private var reportedSlots: (x: Set<Int>, y: Set<Int>) = ([], [])
    private var currentSlot = 0
    /// Whether events were lost.
    private(set) var hasDropped = false

    /// Creates a reader for a panel.
    ///
    /// - Parameter state: the kernel's slots of a node that was just opened; nil if unknown.
    init(_ profile: PanelProfile, state: (slots: [KernelSlot], current: Int)? = nil) {
        kind = profile.kind
        assembler = ContactAssembler(kind: profile.kind)
        mapping = PanelMapping(panel: profile.description, kind: profile.kind, screen: Size(1, 1))
        guard let state else { return }
        assembler.open(slots: state.slots, currentSlot: state.current)
        currentSlot = state.current
        reportedSlots = (Set(state.slots.indices), Set(state.slots.indices))
    }

    /// Handles the next event. Returns the place of the tap that the event ends, if any.
    mutating func handle(_ event: InputEvent) -> Point? {
        if event.type == EventType.abs { recordAxis(event) }
        switch event.withEventBuffer({ assembler.handle(&$0) }) {
        case .pending: return nil
        case .dropped:
            assembler = ContactAssembler(kind: kind)
            (down, reportedSlots, hasDropped) = ([:], ([], []), true)
            return nil
        case .frame: break
        }
        var tap: Point?
        for change in assembler.changes {
            let place = mapping.location(change.values)
            switch change.phase {
            case .began, .moved, .stationary: if hasPlace(change.slot) { touch(change.slot, at: place) }
            case .ended:
                if let track = down.removeValue(forKey: change.slot), !track.hasMoved, !hasHadSecondFinger {
                    tap = Point(track.sum.x / track.count, track.sum.y / track.count)
                }
            case .cancelled: down[change.slot] = nil
            }
        }
        if down.isEmpty { hasHadSecondFinger = false }
        return tap
    }

    private mutating func touch(_ slot: Int, at place: Point) {
        guard var track = down[slot] else {
            down[slot] = Track(first: place, sum: place)
            if down.count > 1 { hasHadSecondFinger = true }
            return
        }
        track.sum = track.sum + place
        track.count += 1
        let way = place - track.first
        if abs(way.x) > Self.slip || abs(way.y) > Self.slip { track.hasMoved = true }
        down[slot] = track
    }

    private mutating func recordAxis(_ event: InputEvent) {
        if event.code == AbsCode.mtSlot { currentSlot = Int(event.value) }
        if event.code == kind.xAxis { reportedSlots.x.insert(kind.isSingleTouch ? 0 : currentSlot) }
        if event.code == kind.yAxis { reportedSlots.y.insert(kind.isSingleTouch ? 0 : currentSlot) }
    }

    /// Whether both coordinates of a contact are known. Without slots, each report has all of a contact.
    private func hasPlace(_ slot: Int) -> Bool { kind == .packets || reportedSlots.x.contains(slot) && reportedSlots.y.contains(slot) }
}

extension PanelKind {
    fileprivate var isSingleTouch: Bool { if case .single = self { true } else { false } }
}
