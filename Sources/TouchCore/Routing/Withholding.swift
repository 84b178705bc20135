/// Begins that are withheld because an interceptor may still take the touch over: delivered with their own time and place
/// when all interceptors have let it go, or at the deadline; never when it is taken over or cancelled (dispatch B11).
extension TouchPipeline {
    /// For how long the touches of a region are withheld: what it asks for itself, or the nearest region that it is in.
    func undecidedTime(of region: RegionIndex) -> Int64? {
        guard tree.special.contains(.undecided) else { return nil }
        var next: RegionIndex? = region
        while let index = next {
            if let time = tree.specs[Int(index)].undecidedFor { return time }
            next = tree[index].parent
        }
        return nil
    }

    /// A touch with a route is over. Who was kept waiting for it goes on waiting, unless it was cancelled: then they never
    /// hear of it.
    func leave(_ touch: Touch, _ panel: PanelState, _ slot: Int) {
        let route = panel.routes[slot]
        panel.routes[slot] = Route()
        if route.withheld != nil, touch.phase == .ended { panel.lifted.append((touch, route)) }
    }

    /// Delivers what has waited until its deadline.
    mutating func releaseWithheld(_ panel: PanelState, until time: Int64) {
        if panel.isWithholding { release(panel) { $0.withheld!.deadline <= time } }
    }

    /// Delivers what is withheld on a panel, of the touches that are concerned.
    mutating func release(_ panel: PanelState, where isConcerned: (Route) -> Bool) {
        releaseLifted(panel, where: isConcerned)
        for slot in panel.touches.indices {
            guard var touch = panel.touches[slot], touch.hasRoute, let withheld = panel.routes[slot].withheld,
                isConcerned(panel.routes[slot])
            else { continue }
            for receiver in withheld.receivers {
                frame.events.append(routed(withheld.began, to: receiver))
                if touch.location == withheld.began.location { continue }
                var moved = touch
                moved.phase = .moved
                moved.previousLocation = withheld.began.location
                frame.events.append(routed(moved, to: receiver))
            }
            let receivers = panel.routes[slot].receivers(after: touch.receiver) + withheld.receivers
            touch.receiver = receivers.first
            panel.routes[slot].others = Array(receivers.dropFirst())
            panel.routes[slot].withheld = nil
            panel.touches[slot] = touch
        }
        panel.isWithholding = !panel.withheld.isEmpty
    }

    /// Delivers what is withheld of touches that are over already: begin and end.
    mutating func releaseLifted(_ panel: PanelState, where isConcerned: (Route) -> Bool = { _ in true }) {
        for index in panel.lifted.indices where isConcerned(panel.lifted[index].route) {
            var (touch, route) = panel.lifted[index]
            touch.previousLocation = route.withheld!.began.location  // where they were told last
            for receiver in route.withheld!.receivers {
                frame.events.append(routed(route.withheld!.began, to: receiver))
                frame.events.append(routed(touch, to: receiver))
            }
        }
        panel.lifted.removeAll { isConcerned($0.route) }
    }
}
