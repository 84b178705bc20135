/// Processes contacts that come down in a sensitive region (contract 2.10). Clients other than the owner get only the begin and the end of such a
/// contact, at the time of the reports that contain them. The stage runs before filters and the rules of the glass, which could delay the two events
/// by a time that depends on the location.
struct SensitiveStage {
    let panel: PanelState

    /// Processes the last report before all other stages, and marks the begins in a sensitive region.
    func senseReport(_ context: inout RoutingContext) {
        let isCrowded = panel.rules.filters.map { OriginFilter.hasCrowd(panel.contacts.assembler.changes, $0) } ?? false
        panel.hasOpenChange = false
        for index in panel.contacts.assembler.changes.indices {
            let change = panel.contacts.assembler.changes[index]
            if sense(change, isNowhere: isCrowded && change.values.isAtOrigin, &context) { panel.contacts.markSensitive(index) }
        }
        recordSensitiveReport(context)
    }

    /// Processes changes from a source without events in the same way.
    func sense(_ changes: inout [ContactChange], _ context: inout RoutingContext) {
        for index in changes.indices where sense(changes[index], isNowhere: false, &context) { changes[index].isSensitive = true }
        recordSensitiveReport(context)
    }

    private func recordSensitiveReport(_ context: borrowing RoutingContext) {
        if panel.sensitive.hasAny || !context.draft.frame.redactions.isEmpty { panel.lastSensitiveReport = context.draft.time }
    }

    /// Returns whether the contact begins in a sensitive region with this change.
    private func sense(_ change: ContactChange, isNowhere: Bool, _ context: inout RoutingContext) -> Bool {
        let slot = change.slot
        if change.phase.isTerminal {
            guard let contact = panel.sensitive.end(slot) else {
                panel.hasOpenChange = true
                return false
            }
            if contact.isReported { redact(contact, change.phase, change.reason, &context) }
            if contact.isReported, change.phase == .ended { panel.recordSensitiveActivity() }
            panel.gate.followSensitive(slot) { $0.lifted($1) }
            if contact.isCounted { context.glasses.lifted(1, sensitive: 1, panel.screen, at: context.draft.time &+ panel.clockOffset) }
            return false
        }
        if change.phase == .began || panel.sensitive.isWaiting(slot) {
            if change.phase == .began { _ = panel.sensitive.end(slot) }
            if beginSensitive(change, isNowhere: isNowhere, &context) { return true }
            panel.hasOpenChange = true
            return false
        }
        guard panel.sensitive[slot] != nil else {
            panel.hasOpenChange = true
            return false
        }
        let time = context.draft.time
        panel.sensitive.change(slot) { $0.changedAt = time }
        let place = panel.location(change)
        panel.gate.followSensitive(slot) { $0.moved($1, to: place) }
        return false
    }

    /// Adds a contact that has come down, if it is in a sensitive region. Returns whether it is.
    private func beginSensitive(_ change: ContactChange, isNowhere: Bool, _ context: inout RoutingContext) -> Bool {
        guard context.tree.features.contains(.sensitive), !panel.admission.isOutputOff, !change.avoidsSensitive else { return false }
        let location = panel.location(change)
        let isAway = [.ignore, .beginOnEntry].contains(panel.rules.outside) && !panel.mapping.area.contains(location)
        if isNowhere || isAway && panel.rules.outside == .beginOnEntry { panel.sensitive.markUnplaced(change.slot) }
        if isNowhere || isAway { return false }
        context.tree.refreshIndex()
        let hit = context.tree.hitTest(location, screen: panel.screen)
        var capture = Capture(target: hit.map { context.tree.fallbackTarget(for: $0) })
        var isForSurface = capture.target.map { context.tree.isSurface($0) } ?? false
        if !isForSurface { _ = capture.intercept(location, context.tree) { hasStolen($0, context) } }
        guard let target = capture.target, let root = context.tree[target].sensitiveRoot else { return false }
        isForSurface = isForSurface || context.tree.isSurface(target)
        let time = context.draft.time
        let isCounted = context.glasses.isGuarding(panel.screen)
        let isAlone = context.glasses.isUntouched(panel.screen)
        let isSwallowed =
            isCounted
            && context.glasses.swallowsBegin(
                panel.screen, at: time &+ panel.clockOffset, context.tree.sparedRules(of: target), isSensitive: true)
        if isSwallowed, context.glasses.mode(panel.screen) == .cleaning {
            let rule = context.glasses.rules(panel.screen).cleaning
            panel.gate.followSensitive(change.slot) { $0.began($1, at: location, time, isAlone: isAlone, rule) }
        }
        let receivers = isForSurface ? [] : capture.recipients.current.filter { context.tree[$0].sensitiveRoot == nil }
        let isFirst = isUntouchedForOthers(context)
        let contact = SensitiveContacts.Contact(
            id: isSwallowed ? TouchID(0) : context.ids.makeID(.sensitive), target: target, root: root, receivers: receivers,
            isForSurface: isForSurface,
            changedAt: time, isReported: !isSwallowed, isCounted: isCounted)
        panel.sensitive.begin(contact, in: change.slot)
        if isSwallowed { return true }
        if context.explains { explain(contact, capture, at: location, &context) }
        if isFirst, !isForSurface, context.tree.features.contains(.watchesOutside) {
            for region in OutsideNotice.receivers(of: target, screen: panel.screen, context.tree)
            where context.tree[region].sensitiveRoot != root && !panel.isLocked(region, context) {
                context.draft.add(OutsideNotice(id: contact.id, region: region, target: target))
            }
        }
        redact(contact, .began, nil, &context)
        panel.recordSensitiveActivity()
        if isCounted, !panel.makesTouches {
            context.glasses.recordDown(panel.screen, at: time &+ panel.clockOffset)
            // The focus goes to the region now, because everything later may depend on the location.
            if context.glasses.isExploring(panel.screen), context.glasses.mode(panel.screen) == .normal, !context.isDirect(root) {
                context.glasses.record(.enter(root), panel.screen, at: time &+ panel.clockOffset)
            }
        }
        return true
    }

    private func explain(_ contact: SensitiveContacts.Contact, _ capture: Capture, at location: Point, _ context: inout RoutingContext) {
        let touch = Touch(id: contact.id, time: context.draft.time, location: location, axes: TouchAxes(), tapCount: 1)
        context.draft.add(Explanation(touch, capture, blocker: nil, context.tree.trace(location, screen: panel.screen)))
    }

    /// True if the panel is untouched as far as clients without access to sensitive regions can tell.
    func isUntouchedForOthers(_ context: borrowing RoutingContext) -> Bool {
        if panel.touches.isUntouched && !panel.sensitive.hasReported { return true }
        return !panel.sensitive.hasReported && openDownCount(context) == 0
    }

    /// The number of touches on the glass outside sensitive regions.
    func openDownCount(_ context: borrowing RoutingContext) -> Int {
        panel.touches.downCount == 0 ? 0 : panel.touches.count { $0.map { !context.isSensitive($0.target) } ?? false }
    }

    /// Returns the number of contacts that count for `maximumContacts`. Contacts in sensitive regions count from the moment they come down.
    ///
    /// - Parameter isSensitive: Whether the new contact has come down in a sensitive region. The contact does not count itself.
    func contactCount(_ context: borrowing RoutingContext, besides isSensitive: Bool) -> Int {
        if !panel.mayHaveSensitive(context.tree.features) { return panel.touches.downCount }
        if !isSensitive { return openDownCount(context) + panel.sensitive.reportedCount }
        // A finger outside that has lifted and may come back does not count, because it gives way.
        let lost = panel.touches.indices.count { slot in
            panel.contacts.isLost(slot) && panel.touches[slot].map { !context.isSensitive($0.target) } ?? false
        }
        return openDownCount(context) - lost + panel.sensitive.reportedCount - 1
    }

    /// Returns the slot of the sensitive contact that has, or will have, its touch in a touch slot; nil if there is none.
    func sensitiveSlot(ofTouch slot: Int) -> Int? {
        panel.sensitive.hasAny ? panel.sensitive.slots.first { panel.sensitive[$0] != nil && panel.contacts.touchSlot(ofContact: $0) == slot } : nil
    }

    // MARK: Ends without a report

    private func redact(_ contact: SensitiveContacts.Contact, _ phase: TouchPhase, _ reason: CancelReason?, _ context: inout RoutingContext) {
        guard let root = context.tree[contact.target].sensitiveRoot else { return }
        for receiver in [root] + contact.receivers { context.draft.redact(contact.redacted(phase, reason, for: receiver, at: context.draft.time)) }
    }

    /// Cancels contacts for all receivers that know them. They are dead until they lift.
    func cancelSensitive(
        _ reason: CancelReason, _ context: inout RoutingContext, where isConcerned: (SensitiveContacts.Contact) -> Bool = { _ in true }
    ) {
        if !panel.sensitive.hasReported { return }
        for slot in panel.sensitive.slots {
            guard let contact = panel.sensitive[slot], contact.isReported, isConcerned(contact) else { continue }
            redact(contact, .cancelled, reason, &context)
            panel.sensitive.change(slot) { $0.isReported = false }
            panel.ruled.dropDelayed(inSlot: panel.contacts.touchSlot(ofContact: slot))
        }
    }

    /// Cancels contacts for receivers that are gone. Other receivers keep them.
    func cancelSensitive(_ reason: CancelReason, _ context: inout RoutingContext, forReceivers isGone: (RegionID, TouchID) -> Bool) {
        if !panel.sensitive.hasReported { return }
        for slot in panel.sensitive.slots {
            guard let contact = panel.sensitive[slot], contact.isReported else { continue }
            for receiver in contact.receivers where isGone(receiver, contact.id) {
                context.draft.redact(contact.redacted(.cancelled, reason, for: receiver, at: context.draft.time))
            }
            panel.sensitive.change(slot) { $0.receivers.removeAll { isGone($0, contact.id) } }
        }
    }

    /// Replaces each contact's target, if it is no longer in the tree, by the contact's outermost sensitive region.
    func replaceGoneTargets(_ directory: RegionDirectory) {
        if !panel.sensitive.hasAny { return }
        for slot in panel.sensitive.slots {
            panel.sensitive.change(slot) { if !directory.contains($0.target) { $0.target = $0.root } }
        }
    }

    // MARK: Steals

    /// Whether an interceptor has stolen a touch that is down. For an interceptor outside sensitive regions, stolen contacts in
    /// sensitive regions count even if they are not touches.
    func hasStolen(_ interceptor: RegionID, _ context: borrowing RoutingContext) -> Bool {
        if !panel.mayHaveSensitive(context.tree.features) || context.tree[interceptor].sensitiveRoot != nil {
            return panel.touches.isAnyStolen(by: interceptor)
        }
        if panel.sensitive.reported.contains(where: { $0.stolenBy == interceptor }) { return true }
        return panel.touches.indices.contains { slot in
            guard let touch = panel.touches[slot], !context.isSensitive(touch.target) else { return false }
            let recipients = panel.touches.recipients(inSlot: slot)
            return recipients.isStolen && recipients.first == interceptor
        }
    }

    /// Steals contacts for an interceptor, including those that are not touches yet.
    func steal(_ ids: [TouchID], by interceptor: RegionID) {
        if !panel.sensitive.hasReported { return }
        for slot in panel.sensitive.slots { panel.sensitive.change(slot) { if ids.contains($0.id) { $0.stolenBy = interceptor } } }
    }

    /// Declines contacts that are not touches yet, for an interceptor.
    func decline(_ ids: [TouchID], by interceptor: RegionID) {
        if !panel.sensitive.hasReported { return }
        for slot in panel.sensitive.slots { panel.sensitive.change(slot) { if ids.contains($0.id), !$0.isTouch { $0.declined.append(interceptor) } } }
    }

    /// Whether an interceptor knows of a contact with this id that is down, even if it is not a touch yet.
    func isSensitiveReported(_ id: TouchID, to interceptor: RegionID) -> Bool {
        panel.sensitive.hasReported
            && panel.sensitive.reported.contains { $0.id == id && $0.receivers.contains(interceptor) && $0.stolenBy ?? interceptor == interceptor }
    }
}
