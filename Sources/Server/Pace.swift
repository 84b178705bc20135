import TouchCore

/// Moves held back for a client that limits its rate of frames (`maxRate`). Only event time decides when they are sent, so that the output does not
/// depend on the timing of the loop. Begins and ends are never held.
struct Pace {
    /// The event time in µs from one frame of a panel to the next.
    let interval: Int64
    private var panels: [Panel] = []

    private struct Panel {
        let id: PanelID
        let name: String
        /// The offset to add to the panel's event time to get the time of the monotonic clock. Event times of different panels cannot be compared
        /// directly, because a recording has its own time.
        var offset: Int64 = 0
        /// The event time from which moves may be sent.
        var due: Int64 = .min
        /// True if moves wait. `held` then has the moves since the last frame; its memory is reused.
        var isHolding = false
        var held = RoutedFrame()
    }

    init(interval: Int64) { self.interval = interval }

    var isHolding: Bool { panels.contains(where: \.isHolding) }

    /// Returns the event time at which a panel's held moves are due; nil if there are none.
    func due(ofPanel panel: PanelID) -> Int64? { panels.first { $0.id == panel && $0.isHolding }?.due }

    /// Holds a frame if it has only moves and comes too early. Returns false, without holding the frame, if the frame must be sent now. Moves held
    /// before stay held until `release`.
    ///
    /// - Parameter offset: the offset to add to the panel's event time to get the time of the monotonic clock.
    mutating func holdIfEarly(_ frame: RoutedFrame, panel: String, offset: Int64, keepsSamples: Bool) -> Bool {
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

    /// Returns the next frame that is due, the earliest first; nil if there is none.
    ///
    /// - Parameter moment: the time of the monotonic clock; nil to release a frame early, because something follows it.
    /// - Parameter panel: the panel; nil for all panels.
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

    /// Forgets a removed panel. Its slot may later belong to a panel with another clock.
    mutating func forget(panel: PanelID) { panels.removeAll { $0.id == panel } }

    /// Drops the held moves, because their touches are over for the client.
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
