/// Why a client's wish about touches cannot be had; nothing has changed then.
public struct RoutingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// It is about something that there is not, or not any more; else about something that may not be done.
    public let isMissing: Bool

    init(_ description: String, isMissing: Bool = true) { (self.description, self.isMissing) = (description, isMissing) }
}

/// What clients may do about touches that are down: take over, let go, give up (dispatch 11).
extension TouchPipeline {
    /// An interceptor takes touches over: everybody else who was told of them is told that they are cancelled, who was kept
    /// waiting never hears of them, and the interceptor gets the rest alone. As long as one of them is down, so are all that
    /// begin on the same panel where it looks on.
    ///
    /// - Returns: the cancels, a frame a panel, at the time that `time` gives for it.
    /// - Throws: RoutingError, when one of the touches is not down or the interceptor may not have it: then none is taken.
    public mutating func steal(
        _ ids: [TouchID], by interceptor: String, time: (_ panel: Int) -> Int64
    ) throws(RoutingError) -> [RoutedFrame] {
        let thief = try thief(interceptor)
        for id in ids { try check(id, thief, interceptor) }
        return onPanels(at: time) { pipeline, panel in
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot], ids.contains(touch.id) else { continue }
                let cancelled = touch.cancelled(.stolen, at: pipeline.frame.time)
                for receiver in panel.route(of: touch, in: slot).receivers(after: touch.receiver) where receiver != thief {
                    pipeline.frame.events.append(pipeline.routed(cancelled, to: receiver))
                }
                if touch.isBound { panel.recognizers().note(cancelled) }
                (touch.receiver, touch.tracker, touch.hasRoute, touch.isStolen) = (thief, nil, false, true)
                (touch.isBound, touch.isSilent) = (false, false)
                panel.touches[slot] = touch
                panel.routes[slot] = Route()
            }
            for lifted in panel.lifted where ids.contains(lifted.touch.id) { pipeline.cancel(lifted, .stolen) }
            panel.lifted.removeAll { ids.contains($0.touch.id) }
            panel.noteWithholding()
        }
    }

    /// An interceptor lets withheld touches go: when all that were asked have, they are delivered.
    ///
    /// - Returns: what was delivered, a frame a panel.
    /// - Throws: RoutingError, when one of the touches does not exist or the interceptor has no say in it.
    public mutating func letGo(
        _ ids: [TouchID], by interceptor: String, time: (_ panel: Int) -> Int64
    ) throws(RoutingError) -> [RoutedFrame] {
        let thief = try thief(interceptor)
        for id in ids { try check(id, thief, interceptor) }
        return onPanels(at: time, where: { $1.isWithholding }) { _, panel in
            for slot in panel.touches.indices {
                guard let touch = panel.touches[slot], touch.hasRoute, ids.contains(touch.id) else { continue }
                panel.routes[slot].withheld?.deciders.removeAll { $0 == thief }
            }
            for lifted in panel.lifted.indices where ids.contains(panel.lifted[lifted].touch.id) {
                panel.lifted[lifted].withheld?.deciders.removeAll { $0 == thief }
            }
        }
    }

    /// A client has answered a gesture's question; nil: it will not, and what the gesture's spec says counts. An answer to one
    /// that is not open, or whose deadline has come, changes nothing.
    ///
    /// - Returns: what comes of it.
    public mutating func answer(_ question: QuestionID, _ value: Bool?, time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        for index in panels.indices {
            guard let panel = panels[index], panel.isRecognizing,
                panel.recognizers().isOpen(question, at: max(time(index), panel.time))
            else { continue }
            begin(index, at: time(index))
            panel.recognizers().answer(question, value, tree)
            finish(panel)
            return [frame]
        }
        return []
    }

    /// Receivers have nobody any more who answers: their touches are over, for everybody. Those that only an interceptor looked
    /// on at are over for the interceptor.
    ///
    /// - Parameter receivers: by id, the first of their touches that is concerned.
    public mutating func abandon(
        _ receivers: [String: TouchID], reason: CancelReason, time: (_ panel: Int) -> Int64
    ) -> [RoutedFrame] {
        var since: [RegionIndex: TouchID] = [:]
        for (receiver, first) in receivers { if let index = tree.index(ofID: receiver) { since[index] = first } }
        func isGone(_ receiver: RegionIndex, _ touch: TouchID) -> Bool { since[receiver].map { touch >= $0 } ?? false }
        return onPanels(at: time) { pipeline, panel in
            var over: Set<TouchID> = []
            for slot in panel.touches.indices where pipeline.isOver(panel, slot, without: isGone) {
                over.insert(panel.touches[slot]!.id)
            }
            pipeline.cancel(pipeline.frame.panel, reason) { over.contains($0.id) }
            // While nobody else hears of them; what has not begun yet may still do so for others.
            if panel.isRecognizing {
                panel.recognizers().cancel(&pipeline.frame, pipeline.tree) { $0.isActive && isGone($0.region, $0.first) }
            }
            func isConcerned(_ lifted: Lifted) -> Bool {
                (lifted.receivers + (lifted.withheld?.receivers ?? [])).contains { isGone($0, lifted.touch.id) }
            }
            for lifted in panel.lifted where isConcerned(lifted) { pipeline.cancel(lifted, reason) }
            panel.lifted.removeAll(where: isConcerned)
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot], touch.hasRoute else { continue }
                let id = touch.id
                pipeline.leaveBehind(&touch, panel, slot, reason) { !isGone($0, id) }
                panel.touches[slot] = touch
                panel.routes[slot].withheld?.deciders.removeAll { isGone($0, id) }
            }
            for lifted in panel.lifted.indices {
                let id = panel.lifted[lifted].touch.id
                panel.lifted[lifted].withheld?.deciders.removeAll { isGone($0, id) }
            }
        }
    }

    /// Tells those who wait for the end of a touch that it is cancelled instead.
    mutating func cancel(_ lifted: Lifted, _ reason: CancelReason) {
        let cancelled = lifted.touch.cancelled(reason, at: frame.time)
        for receiver in lifted.receivers { frame.events.append(routed(cancelled, to: receiver)) }
    }

    /// Whether a touch is over when some receivers are gone: who only looks on takes nothing with it.
    private func isOver(_ panel: PanelState, _ slot: Int, without isGone: (RegionIndex, TouchID) -> Bool) -> Bool {
        guard let touch = panel.touches[slot], let first = touch.receiver else { return false }
        let route = panel.route(of: touch, in: slot)
        let all = route.receivers(after: first) + (route.withheld?.receivers ?? [])
        let others = all.filter { !isInterceptor($0) }
        return (others.isEmpty ? all : others).contains { isGone($0, touch.id) }
    }

    func isInterceptor(_ index: RegionIndex) -> Bool { tree[index].kind == .interceptor }

    private func thief(_ id: String) throws(RoutingError) -> RegionIndex {
        guard let index = tree.index(ofID: id), isInterceptor(index) else {
            throw RoutingError("there is no interceptor \"\(id)\"")
        }
        return index
    }

    /// Whether a touch is there and the interceptor may have it.
    private func check(_ id: TouchID, _ thief: RegionIndex, _ name: String) throws(RoutingError) {
        for panel in panels {
            guard let panel else { continue }
            if let lifted = panel.lifted.first(where: { $0.touch.id == id }) {
                if lifted.withheld?.deciders.contains(thief) == true { return }
                throw RoutingError("touch \(id.rawValue) is over, and \"\(name)\" has no say in it any more")
            }
            guard let slot = panel.touches.firstIndex(where: { $0?.id == id }), let touch = panel.touches[slot] else { continue }
            if touch.isStolen && touch.receiver == thief { return }
            let receivers = panel.route(of: touch, in: slot).receivers(after: touch.receiver)
            guard receivers.contains(thief) else { throw RoutingError("\"\(name)\" does not see touch \(id.rawValue)", isMissing: false) }
            guard tree.responders.maySteal(thief) else {
                throw RoutingError("\"\(name)\" may not steal: it has no \"maySteal\"", isMissing: false)
            }
            return
        }
        throw RoutingError("there is no touch \(id.rawValue) down")
    }
}
