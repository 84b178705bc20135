/// What clients do about receivers and touches: answer for receivers and cease to, take touches over, let them go, give them up. What
/// comes of it for touches and gestures comes back as frames: one a panel, at the time that `time` gives for it.
extension TouchPipeline {
    // MARK: Claims

    /// A client answers for receivers from the next touch on. Regions with a fallback get the touches that begin from now on themselves,
    /// and interceptors among them are waited for. What is claimed already stays with whoever has claimed it.
    ///
    /// - Parameter owner: the client's number.
    public func claim(_ receivers: some Sequence<String>, by owner: Int) {
        for receiver in receivers { claims.claim(receiver, by: owner, since: nextID) }
        claimsChanged()
    }

    /// Nobody answers for receivers any more from the next touch on. `abandon` them first, so that the touches they have are over.
    public func release(_ receivers: some Sequence<String>) {
        for receiver in receivers { claims.release(receiver) }
        claimsChanged()
    }

    /// The touches that receivers have got since they were claimed are over.
    public func abandon(
        claimed receivers: [String], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        var since: [String: TouchID] = [:]
        for receiver in receivers { since[receiver] = claims[receiver]?.since }
        abandon(since, reason: reason, time: time, into: &output)
    }

    /// These are claimed, by one client, and no others: for scenarios, which have no clients.
    public func setClaimed(_ receivers: Set<String>) {
        release(Array(claims.receivers).filter { !receivers.contains($0) })
        claim(receivers, by: 0)
    }

    private func claimsChanged() {
        context.tree.setOwnership(claims)
        claims.checkInvariants(nextTouch: nextID)
    }

    // MARK: Touches that are down (dispatch 11)

    /// An interceptor takes touches over: everybody else who was told of them is told that they are cancelled, who was kept
    /// waiting never hears of them, and the interceptor gets the rest alone. As long as one of them is down, so are all that
    /// begin on the same panel where it looks on.
    ///
    /// - Parameter time: of a panel, when the cancels are.
    /// - Throws: RoutingError, when one of the touches is not down or the interceptor may not have it: then none is taken.
    public func steal(
        _ ids: [TouchID], by name: String, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) throws(RoutingError) {
        let interceptor = try self.interceptor(named: name)
        for id in ids { try check(id, interceptor, name) }
        onPanels(at: time, into: &output) {
            $0.pilfer(ids, by: interceptor, &context)
            $0.sensing.steal(ids, by: interceptor)
        }
    }

    /// An interceptor lets withheld touches go: when all that were asked have, they are delivered.
    ///
    /// - Throws: RoutingError, when one of the touches does not exist or the interceptor has no say in it.
    public func letGo(
        _ ids: [TouchID], by name: String, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) throws(RoutingError) {
        let interceptor = try self.interceptor(named: name)
        for id in ids { try check(id, interceptor, name) }
        for panel in context.panels { panel.sensing.decline(ids, by: interceptor) }
        onPanels(at: time, into: &output, where: \.touches.isDelaying) { panel in
            panel.touches.changeAll { id, recipients in if ids.contains(id) { recipients.decline { $0 == interceptor } } }
        }
    }

    /// A client has answered a gesture's question; nil: it will not, and what the gesture's spec says counts. An answer to one
    /// that is not open, or whose deadline has come, changes nothing.
    public func answer(
        _ question: QuestionID, _ value: Bool?, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        for panel in context.panels where panel.recognizers.isOpen(question, at: max(time(panel.id), panel.clock.time)) {
            return onPanels(at: time, into: &output, where: { $0.id == panel.id }) { panel in
                panel.recognizers.answer(question, value, context.tree)
            }
        }
    }

    /// Receivers have nobody any more who answers: their touches are over, for everybody. Those that only an interceptor looked
    /// on at are over for the interceptor.
    ///
    /// - Parameter receivers: by id, the first of their touches that is concerned.
    public func abandon(
        _ receivers: [String: TouchID], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        var since: [RegionID: TouchID] = [:]
        for (receiver, first) in receivers { if let index = tree.index(ofID: receiver) { since[index] = first } }
        func isGone(_ receiver: RegionID, _ touch: TouchID) -> Bool { since[receiver].map { touch >= $0 } ?? false }
        onPanels(at: time, into: &output) { $0.abandon(reason, &context, where: isGone) }
    }

    private func interceptor(named id: String) throws(RoutingError) -> RegionID {
        guard let index = tree.index(ofID: id), context.isInterceptor(index) else {
            throw RoutingError("there is no interceptor \"\(id)\"")
        }
        return index
    }

    /// Whether a touch is there and the interceptor may have it.
    private func check(_ id: TouchID, _ interceptor: RegionID, _ name: String) throws(RoutingError) {
        // An interceptor outside of sensitive regions does not learn whether a contact there is a touch.
        if id.rawValue >= TouchIDs.firstSensitive, tree[interceptor].sensitiveRoot == nil {
            guard context.panels.contains(where: { $0.sensing.tellsOfSensitive(id, to: interceptor) }) else {
                throw RoutingError("there is no touch \(id.rawValue) down")
            }
            return try checkMaySteal(interceptor, name)
        }
        for panel in context.panels {
            if let ended = panel.touches.ended.first(where: { $0.touch.id == id }) {
                if ended.recipients.delayed?.pendingInterceptors.contains(interceptor) == true { return }
                throw RoutingError("touch \(id.rawValue) is over, and \"\(name)\" has no say in it any more")
            }
            guard let slot = panel.touches.slot(of: id) else { continue }
            let recipients = panel.touches.recipients(inSlot: slot)
            if recipients.isPilfered && recipients.first == interceptor { return }
            guard recipients.told.contains(interceptor) else { throw RoutingError("\"\(name)\" does not see touch \(id.rawValue)", isMissing: false) }
            try checkMaySteal(interceptor, name)
            return
        }
        throw RoutingError("there is no touch \(id.rawValue) down")
    }

    private func checkMaySteal(_ interceptor: RegionID, _ name: String) throws(RoutingError) {
        if !tree.responders.maySteal(interceptor) { throw RoutingError("\"\(name)\" may not steal: it has no \"maySteal\"", isMissing: false) }
    }
}
