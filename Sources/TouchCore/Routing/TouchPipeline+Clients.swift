/// Requests of clients about receivers and touches: claim, release, steal, decline and abandon. The effects on touches and gestures are appended as
/// frames, one for each panel, with the time that `time` returns for it.
extension TouchPipeline {
    // MARK: Claims

    /// Claims receivers for a client, from the next touch on. Claimed regions with a fallback then receive new touches themselves, and new touches
    /// wait for claimed interceptors. Receivers that are already claimed keep their owner.
    ///
    /// - Parameter owner: The client's number.
    public func claim(_ receivers: some Sequence<String>, by owner: Int) {
        for receiver in receivers { claims.claim(receiver, by: owner, since: nextID) }
        claimsChanged()
    }

    /// Releases receivers from the next touch on. Call `abandon` first, to end the touches that the receivers have.
    public func release(_ receivers: some Sequence<String>) {
        for receiver in receivers { claims.release(receiver) }
        claimsChanged()
    }

    /// Ends the touches that receivers have got since they were claimed.
    public func abandon(
        claimed receivers: [String], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        var since: [String: TouchID] = [:]
        for receiver in receivers { since[receiver] = claims[receiver]?.since }
        abandon(since, reason: reason, time: time, into: &output)
    }

    /// Claims exactly these receivers for client number 0. Scenarios use it, because they have no clients.
    public func setClaimed(_ receivers: Set<String>) {
        release(Array(claims.receivers).filter { !receivers.contains($0) })
        claim(receivers, by: 0)
    }

    private func claimsChanged() {
        context.tree.setOwnership(claims)
        accessibility.recordChange()
        claims.checkInvariants(nextTouch: nextID)
    }

    // MARK: Touches that are down (dispatch 11)

    /// Steals touches for an interceptor. They are cancelled for all other receivers that know them, receivers with a delayed begin never get them,
    /// and the interceptor alone gets the rest. While one of these touches is down, the interceptor also gets, alone, all touches that begin on the
    /// same panel inside its `insideOf` region.
    ///
    /// - Parameter time: The time of the cancels, for each panel.
    /// - Throws: RoutingError, if one of the touches is not down or the interceptor may not have it; then none is stolen.
    public func steal(
        _ ids: [TouchID], by name: String, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) throws(RoutingError) {
        let interceptor = try self.interceptor(named: name)
        for id in ids { try check(id, interceptor, name) }
        onPanels(at: time, into: &output) {
            $0.steal(ids, by: interceptor, &context)
            $0.sensing.steal(ids, by: interceptor)
        }
    }

    /// Declines delayed touches for an interceptor. They are delivered when all interceptors that may decide have declined.
    ///
    /// - Throws: RoutingError, if one of the touches does not exist or the interceptor may not decide about it.
    public func decline(
        _ ids: [TouchID], by name: String, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) throws(RoutingError) {
        let interceptor = try self.interceptor(named: name)
        for id in ids { try check(id, interceptor, name) }
        for panel in context.panels { panel.sensing.decline(ids, by: interceptor) }
        onPanels(at: time, into: &output, where: \.touches.isDelaying) { panel in
            panel.touches.changeAll { id, recipients in if ids.contains(id) { recipients.decline { $0 == interceptor } } }
        }
    }

    /// Applies a client's answer to a gesture's question; nil if the client will not answer, so that the default of the gesture's spec applies. An
    /// answer to a question that is not open, or whose deadline has passed, changes nothing.
    public func answer(
        _ question: QuestionID, _ value: Bool?, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        for panel in context.panels where panel.recognizers.isOpen(question, at: max(time(panel.id), panel.clock.time)) {
            return onPanels(at: time, into: &output, where: { $0.id == panel.id }) { panel in
                panel.recognizers.answer(question, value, context.tree)
            }
        }
    }

    /// Ends the touches of receivers whose client has gone, also for the other receivers of these touches. If only interceptors among the receivers
    /// of a touch are gone, and the touch has receivers of another kind, it ends for these interceptors alone.
    ///
    /// - Parameter receivers: The first touch concerned, by receiver id.
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

    /// Checks that the touch exists and the interceptor may have it.
    private func check(_ id: TouchID, _ interceptor: RegionID, _ name: String) throws(RoutingError) {
        // An interceptor outside sensitive regions must not learn whether a contact in one is a touch.
        if id.rawValue >= TouchIDs.firstSensitive, tree[interceptor].sensitiveRoot == nil {
            guard context.panels.contains(where: { $0.sensing.isSensitiveReported(id, to: interceptor) }) else {
                throw RoutingError("touch \(id.rawValue) is not down")
            }
            return try checkMaySteal(interceptor, name)
        }
        for panel in context.panels {
            if let ended = panel.touches.ended.first(where: { $0.touch.id == id }) {
                if ended.recipients.delayed?.pendingInterceptors.contains(interceptor) == true { return }
                throw RoutingError("touch \(id.rawValue) is over, and \"\(name)\" can no longer decide about it")
            }
            guard let slot = panel.touches.slot(of: id) else { continue }
            let recipients = panel.touches.recipients(inSlot: slot)
            if recipients.isStolen && recipients.first == interceptor { return }
            guard recipients.current.contains(interceptor) else {
                throw RoutingError("\"\(name)\" does not see touch \(id.rawValue)", isMissing: false)
            }
            try checkMaySteal(interceptor, name)
            return
        }
        throw RoutingError("touch \(id.rawValue) is not down")
    }

    private func checkMaySteal(_ interceptor: RegionID, _ name: String) throws(RoutingError) {
        if !tree.responders.maySteal(interceptor) { throw RoutingError("\"\(name)\" may not steal: it has no \"maySteal\"", isMissing: false) }
    }
}
