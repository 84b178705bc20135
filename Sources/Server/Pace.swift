import TouchCore

/// Moves held back for a client that wants frames only so often (`maxRate`). Event time alone decides when they go, so that
/// the same is sent however the loop's turns fall; whatever begins or ends waits for nothing.
struct Pace {
    /// µs of event time from one frame of a panel to the next.
    let interval: Int64
    private var panels: [Panel] = []

    private struct Panel {
        let id: PanelID
        let name: String
        /// The difference between its event time and the monotonic clock: a recording has a time of its own, and only moments can
        /// be compared.
        var offset: Int64 = 0
        /// Event time from which on moves may go.
        var due: Int64 = .min
        /// Whether moves wait: `held` are those gathered since the last frame. Its memory is kept.
        var isHolding = false
        var held = RoutedFrame()
    }

    init(interval: Int64) { self.interval = interval }

    var isHolding: Bool { panels.contains(where: \.isHolding) }

    /// When the held moves of a panel are due; nil if there are none.
    func due(ofPanel panel: PanelID) -> Int64? { panels.first { $0.id == panel && $0.isHolding }?.due }

    /// Whether a frame is held back. If not, nothing is, and the frame is to be sent now.
    ///
    /// - Parameter offset: added to the panel's event time it gives the monotonic clock's.
    mutating func holds(_ frame: RoutedFrame, panel: String, offset: Int64, keepsSamples: Bool) -> Bool {
        let index = panels.firstIndex { $0.id == frame.panel } ?? panels.count
        if index == panels.count { panels.append(Panel(id: frame.panel, name: panel)) }
        panels[index].offset = offset
        guard frame.isMovesOnly, frame.outside.isEmpty, frame.time < panels[index].due else {
            panels[index].due = frame.time + interval
            return false
        }
        if !panels[index].isHolding || panels[index].held.gather(frame, keepsSamples: keepsSamples) == nil { panels[index].held.copy(frame) }
        panels[index].isHolding = true
        return true
    }

    /// The next frame that is due by now: the one that was due first.
    ///
    /// - Parameter moment: of the monotonic clock; nil: something is to follow, and it goes before its time.
    /// - Parameter panel: nil for all panels.
    mutating func release(upTo moment: Int64?, panel: PanelID? = nil) -> (frame: RoutedFrame, panel: String)? {
        func due(_ index: Int) -> Int64 { panels[index].due &+ panels[index].offset }
        var next: Int?
        for index in panels.indices where panels[index].isHolding && due(index) <= moment ?? .max {
            if let panel, panels[index].id != panel { continue }
            if next.map({ due(index) < due($0) }) ?? true { next = index }
        }
        guard let next else { return nil }
        defer {
            panels[next].isHolding = false
            if moment != nil { panels[next].due += interval }
        }
        return (panels[next].held, panels[next].name)
    }

    /// A panel is gone: its slot may become another's, with a clock of its own.
    mutating func forget(panel: PanelID) { panels.removeAll { $0.id == panel } }

    /// Drops the held moves: their touches are over for the client.
    mutating func removeAll() { for index in panels.indices { panels[index].isHolding = false } }

    func checkInvariants() {
        #if DEBUG
            assert(Set(panels.map(\.id)).count == panels.count, "a panel is paced twice")
            for panel in panels where panel.isHolding {
                assert(panel.held.isMovesOnly && panel.held.outside.isEmpty, "what begins or ends on panel \(panel.name) is held back")
                assert(panel.held.panel == panel.id && !panel.held.isEmpty, "another panel's moves are held back, or none")
                assert(panel.held.time < panel.due, "moves of panel \(panel.name) are held back after they were due")
            }
        #endif
    }
}
