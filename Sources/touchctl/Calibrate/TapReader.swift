import TouchCore

/// Finds taps of one finger in a panel's events, before any calibration.
struct TapReader {
    /// A finger that is down: where it was, on average, since fingers roll.
    private struct Track {
        var first: Point
        var sum: Point
        var count = 1.0
        var hasMoved = false
    }

    /// A finger that goes farther is no tap, as a part of the panel.
    private static let slip = 0.03

    private let kind: PanelKind
    private var assembler: ContactAssembler
    /// To 0…1 on both axes.
    private let mapping: PanelMapping
    private var down: [Int: Track] = [:]
    /// Two fingers say nothing of where either was meant.
    private var isSpoilt = false

    init(_ profile: PanelProfile) {
        kind = profile.kind
        assembler = ContactAssembler(kind: profile.kind)
        mapping = PanelMapping(panel: profile.description, kind: profile.kind, screen: Size(1, 1))
    }

    /// Takes the next event; the place of a tap when it ends one.
    mutating func handle(_ event: InputEvent) -> Point? {
        switch assembler.handle(event) {
        case .pending: return nil
        case .dropped:
            assembler = ContactAssembler(kind: kind)
            down = [:]
            return nil
        case .frame: break
        }
        var tap: Point?
        for change in assembler.changes {
            let place = mapping.location(change.values)
            switch change.phase {
            case .began:
                down[change.slot] = Track(first: place, sum: place)
                if down.count > 1 { isSpoilt = true }
            case .moved, .stationary: move(change.slot, to: place)
            case .ended:
                if let track = down.removeValue(forKey: change.slot), !track.hasMoved, !isSpoilt {
                    tap = Point(track.sum.x / track.count, track.sum.y / track.count)
                }
            case .cancelled: down[change.slot] = nil
            }
        }
        if down.isEmpty { isSpoilt = false }
        return tap
    }

    private mutating func move(_ slot: Int, to place: Point) {
        guard var track = down[slot] else { return }
        track.sum = track.sum + place
        track.count += 1
        let way = place - track.first
        if abs(way.x) > Self.slip || abs(way.y) > Self.slip { track.hasMoved = true }
        down[slot] = track
    }
}
