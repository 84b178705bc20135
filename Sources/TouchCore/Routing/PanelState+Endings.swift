/// The changes and ends of contacts. An interruption ends touches as `cancelled` (contract 2.3); their contacts are dead until they lift.
extension PanelState {
    /// Processes the changes of contacts in a frame, if necessary by the rules for touches.
    @inline(__always)
    func process(_ changes: [ContactChange], _ context: inout RoutingContext) {
        if ruled.isBusy { ruling.process(changes, &context) } else { apply(changes, &context) }
    }

    /// Applies the changes of contacts in a frame.
    func apply(_ changes: [ContactChange], _ context: inout RoutingContext) {
        let panelWide = PanelWideCancel.isPossible(on: self) ? PanelWideCancel(changes, self) : nil
        assert(panelWide != nil || PanelWideCancel(changes, self) == nil, "a frame cancels other touches, but isPossible is false")
        // Endings come first in the list. A panel-wide cancel comes between them and the rest.
        var index = 0
        while index < changes.count, changes[index].phase.isTerminal {
            admission.forget(changes[index].slot)
            update(changes[index], &context)
            index += 1
        }
        if let panelWide {
            cancel(panelWide.reason, &context) { touch, _ in panelWide.concerns(touch) }
            ruled.dropDelayed { !panelWide.admits($0.history[0].change) }
        }
        while index < changes.count {
            let change = changes[index]
            index += 1
            if change.phase == .began || admission.isWaiting(change.slot) {
                let released = ruled.removeReleased(change.slot)
                if panelWide?.admits(change) ?? true { admit(change, released, &context) }
            } else {
                update(change, &context)
            }
        }
        recognizers.flushMoves()
    }

    /// Handles a change of a captured contact. A contact whose touch was cancelled is dead and ignored until it lifts.
    func update(_ change: ContactChange, _ context: inout RoutingContext) {
        let location = location(change)
        let raw = rawLocation(change, location)
        let axes = mapping.reportsAxes ? mapping.axes(change.values) : nil
        // The usual case: the touch is changed in place, without reference counting.
        let sole = change.phase.isTerminal ? nil : touches.soleRecipient(inSlot: change.slot)
        let isTold = touches.changeTouch(inSlot: change.slot) { touch in
            let isNews = touch.update(change.phase, change.reason, time: context.draft.time, location, raw: raw, axes)
            guard isNews, let sole else { return !isNews }
            recordActivity(of: touch.target, context)
            let isWatched = sole.isBound && recognizers.areWatching
            if isWatched { recognizers.record(touch) }
            context.draft.add(touch, for: sole, isWatched: isWatched, context.tree)
            return true
        }
        if isTold == false { report(touches[change.slot]!, change, &context) }
    }

    /// Reports a touch that has ended, or that continues and has several receivers.
    private func report(_ touch: Touch, _ change: ContactChange, _ context: inout RoutingContext) {
        if touch.phase != .cancelled { recordActivity(of: touch.target, context) }
        if touch.phase.isTerminal {
            if touch.phase == .ended {
                taps.ended(touch, in: touch.target.flatMap { context.tree.ownershipDomain(of: $0) })
                if !context.watchedForLifts.isEmpty { context.recordLift(touch, screen, at: context.draft.time &+ clockOffset) }
            }
            return end(change.slot, touch, &context)
        }
        let recipients = touches.recipients(inSlot: change.slot)
        if recipients.isBound { recognizers.record(touch) }
        context.draft.add(touch, for: recipients, context.tree)
    }

    /// Ends the touch in a slot and reports it to all receivers that know it. Receivers with a delayed begin continue to wait, unless the touch was
    /// cancelled: then they never get it.
    private func end(_ slot: Int, _ touch: Touch, _ context: inout RoutingContext) {
        var (_, recipients) = touches.remove(slot)
        if touch.phase == .cancelled, ruled.isBusy { ruled.kill(slot) }
        context.draft.add(touch, for: recipients, context.tree)
        if recipients.isBound { recognizers.record(touch) }
        if touch.phase == .ended, recipients.isBound || recipients.delayed != nil {
            recipients.end { context.isInterceptor($0) }
            touches.keep(EndedTouch(touch: touch, recipients: recipients))
        }
    }

    /// Ends lost touches, which might have come back, because they are in the way of a new touch. Returns false if there are none.
    ///
    /// - Parameter isSensitive: Whether the new touch is in a sensitive region; nil to end all of them.
    @discardableResult
    func endLost(for isSensitive: Bool? = nil, _ context: inout RoutingContext) -> Bool {
        guard let ends = contacts.endLost(for: isSensitive) else { return false }
        for change in ends {
            admission.forget(change.slot)
            gate.recordEnd(change.slot, isSeen: change.phase == .ended, at: context.draft.time, gatePlace, &context.glasses)
            // A contact that the gate has held until now may already be lost.
            if admitting?.slot == change.slot { admitting!.end = change } else { ruling.end(change, &context) }
        }
        return true
    }

    // MARK: Cancels

    /// Cancels everything that is down, except for touches of regions that are spared, which keep their rules.
    ///
    /// - Parameter isSpared: Whether a region is spared, with its touches and gestures.
    func cancelAll(_ reason: CancelReason, _ context: inout RoutingContext, except isSpared: (RegionID) -> Bool = { _ in false }) {
        processRestOfGate(&context)
        if contacts.isFiltered {
            // A finger that was seen to lift counts as ended, not as cancelled; a contact whose begin is delayed never begins.
            processRest(&context)
            endLost(&context)
            contacts.forgetBegins()
            ruling.processRest(&context)
        }
        gate.close(reason, at: context.draft.time, gatePlace, &context.glasses)
        ruled.forgetAll(except: isSpared)
        // A delayed touch whose finger was seen to lift counts as ended, not as cancelled.
        if touches.isDelaying {
            touches.changeEnded { $0.recipients.decline { _ in true } }
            compose(&context)
        }
        cancel(reason, &context) { touch, _ in !(touch.target.map(isSpared) ?? false) }
        cancelForTranslucent(reason, &context, except: isSpared)
        sensing.cancelSensitive(reason, &context) { !isSpared($0.target) }
        recognizers.cancel(&context.draft.gestures, context.tree) { !isSpared($0.region) }
        endHover(&context)
    }

    /// Cancels the touches on the glass for which `isConcerned` returns true.
    func cancel(_ reason: CancelReason, _ context: inout RoutingContext, where isConcerned: (Touch, Recipients) -> Bool) {
        for slot in touches.indices {
            guard let touch = touches[slot], isConcerned(touch, touches.recipients(inSlot: slot)) else { continue }
            end(slot, touch.cancelled(reason, at: context.draft.time), &context)
        }
    }

    /// Cancels the touches that go on for translucent regions in front of them, except for spared ones.
    private func cancelForTranslucent(_ reason: CancelReason, _ context: inout RoutingContext, except isSpared: (RegionID) -> Bool) {
        for slot in touches.indices {
            guard let touch = touches[slot] else { continue }
            let gone = touches.recipients(inSlot: slot).translucentHits.filter { !isSpared($0) }
            if gone.isEmpty { continue }
            let losing = touches.change(slot) { $0.drop(where: gone.contains) }
            context.draft.cancel(touch, reason, for: losing, context.tree)
        }
    }

    /// Cancels the touch in a slot, at a place, because a rule for touches ends it.
    func cancelByRule(_ slot: Int, at place: Point, _ context: inout RoutingContext) {
        guard var touch = touches[slot] else { return }
        (touch.previousLocation, touch.location) = (touch.location, place)
        end(slot, touch.cancelled(.rule, at: context.draft.time), &context)
    }

    /// Cancels ended touches for the receivers that wait for the end.
    func cancelEnded(_ reason: CancelReason, _ context: inout RoutingContext, where isConcerned: (EndedTouch) -> Bool) {
        for ended in touches.removeEnded(where: isConcerned) {
            context.draft.cancel(ended.touch, reason, for: ended.recipients.current, context.tree)
        }
    }

    /// Cancels touches for receivers that are gone. Other receivers keep them.
    func cancelForReceivers(_ reason: CancelReason, _ context: inout RoutingContext, where isGone: (RegionID, TouchID) -> Bool) {
        sensing.cancelSensitive(reason, &context, forReceivers: isGone)
        for slot in touches.indices {
            guard let touch = touches[slot] else { continue }
            let losing = touches.change(slot) { $0.drop { isGone($0, touch.id) } }
            context.draft.cancel(touch, reason, for: losing, context.tree)
        }
        for index in touches.ended.indices {
            let touch = touches.ended[index].touch
            let losing = touches.changeEnded(at: index) { $0.drop { isGone($0, touch.id) } }
            context.draft.cancel(touch, reason, for: losing, context.tree)
        }
    }

    /// Steals touches for an interceptor.
    func steal(_ ids: [TouchID], by interceptor: RegionID, _ context: inout RoutingContext) {
        for slot in touches.indices {
            guard let touch = touches[slot], ids.contains(touch.id) else { continue }
            let isBound = touches.recipients(inSlot: slot).isBound
            let losing = touches.change(slot) { $0.steal(by: interceptor) }
            context.draft.cancel(touch, .stolen, for: losing, context.tree)
            if isBound { recognizers.record(touch.cancelled(.stolen, at: context.draft.time)) }
        }
        cancelEnded(.stolen, &context) { ids.contains($0.touch.id) }
    }

    /// Cancels touches of removed regions, and all gestures except those in `kept`.
    func cancel(regionsGone isGone: (RegionID) -> Bool, keeping kept: Set<GestureID>, _ context: inout RoutingContext) {
        cancel(.regionRemoved, &context) { touch, recipients in
            if let target = touch.target, isGone(target) { return true }
            return recipients.first != nil && recipients.all.allSatisfy(isGone)
        }
        cancelEnded(.regionRemoved, &context) { ended in ended.touch.target.map(isGone) ?? false }
        sensing.cancelSensitive(.regionRemoved, &context) { isGone($0.root) }
        if recognizers.isActive {
            recognizers.cancel(&context.draft.gestures, context.tree) { !kept.contains($0.index) }
            recognize(&context)
        }
        compose(&context)
        cancelForReceivers(.regionRemoved, &context) { region, _ in isGone(region) }
        compose(&context)
    }

    /// Cancels the touches of receivers whose client has gone, also for the other receivers of these touches. Exception: if only interceptors are
    /// gone, and the touch also has receivers that are not interceptors, only the gone interceptors lose it.
    func abandon(_ reason: CancelReason, _ context: inout RoutingContext, where isGone: (RegionID, TouchID) -> Bool) {
        var over: Set<TouchID> = []
        for slot in touches.indices {
            guard let id = touches[slot]?.id else { continue }
            let isOver = touches.recipients(inSlot: slot).isOver(without: { isGone($0, id) }) { context.isInterceptor($0) }
            if isOver { over.insert(id) }
        }
        cancel(reason, &context) { touch, _ in over.contains(touch.id) }
        // Only gestures in progress are cancelled; those that have not begun may still begin for other clients.
        recognizers.cancel(&context.draft.gestures, context.tree) { $0.isActive && isGone($0.region, $0.first) }
        cancelEnded(reason, &context) { ended in ended.recipients.all.contains { isGone($0, ended.touch.id) } }
        cancelForReceivers(reason, &context, where: isGone)
        touches.changeAll { id, recipients in recipients.decline { isGone($0, id) } }
    }

    /// Applies changed specs to recognizers, and cancels those that are now disabled.
    func updateSpecs(_ context: inout RoutingContext) {
        recognizers.updateSpecs(context.tree)
        recognizers.cancel(&context.draft.gestures, context.tree) { !$0.spec.isEnabled }
    }
}
