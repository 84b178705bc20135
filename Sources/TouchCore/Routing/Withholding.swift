/// Begins and ends that are withheld, because an interceptor may still take the touch over or a gesture may be recognized:
/// delivered with their own time and place when nobody wants to keep them any more; never when the touch is taken or
/// cancelled (dispatch 11, routing 8).
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

    /// A touch with a route or recognizers is over. Who was kept waiting for it goes on waiting, unless it was cancelled: then
    /// they never hear of it.
    func leave(_ touch: Touch, _ panel: PanelState, _ slot: Int) {
        if touch.isBound { panel.recognizers().note(touch) }
        let route = panel.route(of: touch, in: slot)
        panel.routes[slot] = Route()
        guard touch.phase == .ended, touch.isBound || route.withheld != nil else { return }
        let receivers = route.receivers(after: touch.receiver).filter { !isInterceptor($0) }
        panel.lifted.append(Lifted(touch: touch, receivers: receivers, withheld: route.withheld))
        panel.isWithholding = true
    }

    /// Interceptors whose time is over by now have let go.
    func decide(_ panel: PanelState, until time: Int64) {
        for slot in panel.touches.indices where panel.touches[slot]?.hasRoute == true {
            if panel.routes[slot].withheld?.deadline ?? .max <= time { panel.routes[slot].withheld!.decide() }
        }
        for index in panel.lifted.indices where panel.lifted[index].withheld?.deadline ?? .max <= time {
            panel.lifted[index].withheld!.decide()
        }
    }

    /// Delivers what nobody keeps any more.
    mutating func release(_ panel: PanelState) {
        for index in panel.lifted.indices { release(&panel.lifted[index], panel) }
        panel.lifted.removeAll { $0.withheld == nil && $0.receivers.isEmpty }
        for slot in panel.touches.indices {
            guard let touch = panel.touches[slot], touch.hasRoute, let withheld = panel.routes[slot].withheld,
                isFree(withheld, panel)
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
            panel.touches[slot]!.receiver = receivers.first
            panel.touches[slot]!.isSilent = false
            panel.routes[slot].others = Array(receivers.dropFirst())
            panel.routes[slot].withheld = nil
        }
        panel.noteWithholding()
    }

    private mutating func release(_ lifted: inout Lifted, _ panel: PanelState) {
        let isEndWithheld = panel.isRecognizing && panel.recognizers().delaysEnd(of: lifted.touch.id)
        if isEndWithheld { takeOutEnd(&lifted) }
        if let withheld = lifted.withheld, isFree(withheld, panel) {
            lifted.touch.previousLocation = withheld.began.location  // where they were told last
            for receiver in withheld.receivers {
                frame.events.append(routed(withheld.began, to: receiver))
                if !isEndWithheld { frame.events.append(routed(lifted.touch, to: receiver)) }
            }
            if isEndWithheld { lifted.receivers += withheld.receivers }
            lifted.withheld = nil
        }
        if isEndWithheld { return }
        if !lifted.isInFrame { for receiver in lifted.receivers { frame.events.append(routed(lifted.touch, to: receiver)) } }
        lifted.receivers = []
        lifted.isInFrame = false
    }

    /// The end is not delivered in this frame after all.
    private mutating func takeOutEnd(_ lifted: inout Lifted) {
        guard lifted.isInFrame else { return }
        lifted.isInFrame = false
        let (id, receivers) = (lifted.touch.id, lifted.receivers)
        frame.events.removeAll { event in
            event.id == id && event.phase == .ended && event.receiver.map { receivers.contains($0) } ?? false
        }
    }

    private func isFree(_ withheld: Route.Withheld, _ panel: PanelState) -> Bool {
        withheld.deciders.isEmpty && !(panel.isRecognizing && panel.recognizers().delaysBegin(of: withheld.began.id, at: frame.time))
    }
}
