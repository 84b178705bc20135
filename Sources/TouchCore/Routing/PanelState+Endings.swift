/// Contacts go on and end. Whatever interrupts touches ends them as `cancelled` (contract 2.3); their contacts are dead until they lift.
extension PanelState {
    /// Processes what a frame did to the contacts.
    func process(_ changes: [ContactChange], _ context: inout RoutingContext) {
        let panelWide = PanelWideCancel.isPossible(on: self) ? PanelWideCancel(changes, self) : nil
        assert(panelWide != nil || PanelWideCancel(changes, self) == nil, "a frame cancels other touches, and that is taken to be impossible")
        // Endings come first in the list; what sweeps the panel comes between them and the rest.
        var index = 0
        while index < changes.count, changes[index].phase.isTerminal {
            admission.forget(changes[index].slot)
            update(changes[index], &context)
            index += 1
        }
        if let panelWide { cancel(panelWide.reason, &context) { touch, _ in panelWide.concerns(touch) } }
        while index < changes.count {
            let change = changes[index]
            index += 1
            if change.phase == .began || admission.isWaiting(change.slot) {
                if panelWide?.admits(change) ?? true { admit(change, &context) }
            } else {
                update(change, &context)
            }
        }
        recognizers.takeMoves()
    }

    /// A captured contact has changed. One whose touch was cancelled is dead, and stays so until it lifts.
    func update(_ change: ContactChange, _ context: inout RoutingContext) {
        let location = location(change)
        let raw = rawLocation(change, location)
        let axes = mapping.reportsAxes ? mapping.axes(change.values) : nil
        // Nearly always: the touch is read where it lies, and no reference is counted.
        let sole = change.phase.isTerminal ? nil : touches.soleRecipient(inSlot: change.slot)
        let isTold = touches.changeTouch(inSlot: change.slot) { touch in
            let isNews = touch.update(change.phase, change.reason, time: context.draft.time, location, raw: raw, axes)
            guard isNews, let sole else { return !isNews }
            noteNews(of: touch.target, context)
            let isWatched = sole.isBound && recognizers.areWatching
            if isWatched { recognizers.note(touch) }
            context.draft.add(touch, for: sole, isWatched: isWatched, context.tree)
            return true
        }
        if isTold == false { tellAll(touches[change.slot]!, change, &context) }
    }

    /// A touch has ended, or goes on and has several receivers.
    private func tellAll(_ touch: Touch, _ change: ContactChange, _ context: inout RoutingContext) {
        if touch.phase != .cancelled { noteNews(of: touch.target, context) }
        if touch.phase.isTerminal {
            if touch.phase == .ended { taps.ended(touch, in: touch.target.flatMap { context.tree.ownershipDomain(of: $0) }) }
            return end(change.slot, touch, &context)
        }
        let recipients = touches.recipients(inSlot: change.slot)
        if recipients.isBound { recognizers.note(touch) }
        context.draft.add(touch, for: recipients, context.tree)
    }

    /// The touch in a slot has ended or is cancelled: whoever has heard of it is told. Receivers that wait go on waiting, unless it
    /// was cancelled: then they never hear of it.
    private func end(_ slot: Int, _ touch: Touch, _ context: inout RoutingContext) {
        var (_, recipients) = touches.remove(slot)
        context.draft.add(touch, for: recipients, context.tree)
        if recipients.isBound { recognizers.note(touch) }
        if touch.phase == .ended, recipients.isBound || recipients.delayed != nil {
            recipients.end { context.isInterceptor($0) }
            touches.keep(EndedTouch(touch: touch, recipients: recipients))
        }
    }

    /// Ends what might have come back but is in the way of a new touch; false when there is nothing such.
    ///
    /// - Parameter isSensitive: whether the new touch is in a sensitive region; nil: everything ends.
    @discardableResult
    func endLost(for isSensitive: Bool? = nil, _ context: inout RoutingContext) -> Bool {
        guard let ends = contacts.endLost(for: isSensitive) else { return false }
        for change in ends {
            admission.forget(change.slot)
            gate.noteEnd(change.slot, at: context.draft.time, gatePlace, &context.glasses)
            // One that the gate has kept back until now may be lost by now.
            if admitting?.slot == change.slot { admitting!.end = change } else { update(change, &context) }
        }
        return true
    }

    // MARK: Cancels

    /// Cancels all that is down.
    func cancelAll(_ reason: CancelReason, _ context: inout RoutingContext) {
        processRestOfGate(&context)
        if contacts.isFiltered {
            // What was seen to lift has ended; what has not begun yet never does.
            processRest(&context)
            endLost(&context)
            contacts.forgetBegins()
        }
        gate.close()
        // A withheld finger that was seen to lift has ended.
        if touches.isDelaying {
            touches.changeEnded { $0.recipients.decline { _ in true } }
            compose(&context)
        }
        cancel(reason, &context) { _, _ in true }
        sensing.cancelSensitive(reason, &context)
        recognizers.cancel(&context.draft.gestures, context.tree) { _ in true }
        endHover(&context)
    }

    /// Cancels those of the touches on the glass that are concerned.
    func cancel(_ reason: CancelReason, _ context: inout RoutingContext, where isConcerned: (Touch, Recipients) -> Bool) {
        for slot in touches.indices {
            guard let touch = touches[slot], isConcerned(touch, touches.recipients(inSlot: slot)) else { continue }
            end(slot, touch.cancelled(reason, at: context.draft.time), &context)
        }
    }

    /// Cancels the ended touches that are concerned for the receivers that wait for the end.
    func cancelEnded(_ reason: CancelReason, _ context: inout RoutingContext, where isConcerned: (EndedTouch) -> Bool) {
        for ended in touches.removeEnded(where: isConcerned) {
            context.draft.cancel(ended.touch, reason, for: ended.recipients.told, context.tree)
        }
    }

    /// Cancels touches for those of their receivers that are gone, while others go on.
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

    /// An interceptor takes touches over.
    func pilfer(_ ids: [TouchID], by interceptor: RegionID, _ context: inout RoutingContext) {
        for slot in touches.indices {
            guard let touch = touches[slot], ids.contains(touch.id) else { continue }
            let isBound = touches.recipients(inSlot: slot).isBound
            let losing = touches.change(slot) { $0.pilfer(by: interceptor) }
            context.draft.cancel(touch, .stolen, for: losing, context.tree)
            if isBound { recognizers.note(touch.cancelled(.stolen, at: context.draft.time)) }
        }
        cancelEnded(.stolen, &context) { ids.contains($0.touch.id) }
    }

    /// Cancels what ends because regions are gone: touches on them, and gestures but those that are kept.
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

    /// Receivers have nobody any more who answers: their touches are over, for everybody. Those that only an interceptor looked
    /// on at are over for the interceptor.
    func abandon(_ reason: CancelReason, _ context: inout RoutingContext, where isGone: (RegionID, TouchID) -> Bool) {
        var over: Set<TouchID> = []
        for slot in touches.indices {
            guard let id = touches[slot]?.id else { continue }
            let isOver = touches.recipients(inSlot: slot).isOver(without: { isGone($0, id) }) { context.isInterceptor($0) }
            if isOver { over.insert(id) }
        }
        cancel(reason, &context) { touch, _ in over.contains(touch.id) }
        // While nobody else hears of them; what has not begun yet may still do so for others.
        recognizers.cancel(&context.draft.gestures, context.tree) { $0.isActive && isGone($0.region, $0.first) }
        cancelEnded(reason, &context) { ended in ended.recipients.all.contains { isGone($0, ended.touch.id) } }
        cancelForReceivers(reason, &context, where: isGone)
        touches.changeAll { id, recipients in recipients.decline { isGone($0, id) } }
    }

    /// Gestures whose recognizers are set another way take it over; those that are disabled now are over.
    func takeOverSpecs(_ context: inout RoutingContext) {
        recognizers.takeOverSpecs(context.tree)
        recognizers.cancel(&context.draft.gestures, context.tree) { !$0.spec.isEnabled }
    }
}
