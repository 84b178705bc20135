/// Contacts that come down in a sensitive region (contract 2.10). Everybody but the owner learns that one has come down and that it has
/// lifted, at those reports: before filters and rules of the glass, which could delay the two events by an amount that depends on the place.
extension PanelState {
    /// True if anything of what follows has to be asked; false at the cost of two tests on a tree without sensitive regions.
    @inline(__always)
    func mayHaveSensitive(_ features: TreeFeatures) -> Bool { features.contains(.sensitive) || sensitive.hasAny }

    /// Looks at the last report before anything else does, and marks the begins that are in a sensitive region.
    func senseReport(_ context: inout RoutingContext) {
        let isCrowded = rules.filters.map { OriginFilter.hasCrowd(contacts.assembler.changes, $0) } ?? false
        hasOpenChange = false
        for index in contacts.assembler.changes.indices {
            let change = contacts.assembler.changes[index]
            if sense(change, isNowhere: isCrowded && change.values.isAtOrigin, &context) { contacts.markSensitive(index) }
        }
        noteSensitiveReport(context)
    }

    /// The same for a source that has touches rather than events.
    func sense(_ changes: inout [ContactChange], _ context: inout RoutingContext) {
        for index in changes.indices where sense(changes[index], isNowhere: false, &context) { changes[index].isSensitive = true }
        noteSensitiveReport(context)
    }

    private func noteSensitiveReport(_ context: borrowing RoutingContext) {
        if sensitive.hasAny || !context.draft.frame.redactions.isEmpty { lastSensitiveReport = context.draft.time }
    }

    /// Returns whether the contact begins in a sensitive region with this change.
    private func sense(_ change: ContactChange, isNowhere: Bool, _ context: inout RoutingContext) -> Bool {
        let slot = change.slot
        if change.phase.isTerminal {
            guard let contact = sensitive.end(slot) else {
                hasOpenChange = true
                return false
            }
            if contact.isTold { redact(contact, change.phase, change.reason, &context) }
            if contact.isTold, change.phase == .ended { noteSensitiveNews() }
            gate.followSensitive(slot) { $0.lifted($1) }
            if contact.isCounted { context.glasses.lifted(1, sensitive: 1, screen, at: context.draft.time &+ clockOffset) }
            return false
        }
        if change.phase == .began || sensitive.isWaiting(slot) {
            if change.phase == .began { _ = sensitive.end(slot) }
            if beginSensitive(change, isNowhere: isNowhere, &context) { return true }
            hasOpenChange = true
            return false
        }
        guard sensitive[slot] != nil else {
            hasOpenChange = true
            return false
        }
        let time = context.draft.time
        sensitive.change(slot) { $0.changedAt = time }
        let place = location(change)
        gate.followSensitive(slot) { $0.moved($1, to: place) }
        return false
    }

    /// Takes a contact that has come down, if that is in a sensitive region.
    private func beginSensitive(_ change: ContactChange, isNowhere: Bool, _ context: inout RoutingContext) -> Bool {
        guard context.tree.features.contains(.sensitive), !admission.isOutputOff else { return false }
        let location = location(change)
        let isAway = rules.outside != .keep && !mapping.area.contains(location)
        if isNowhere || isAway && rules.outside == .beginOnEntry { sensitive.wait(change.slot) }
        if isNowhere || isAway { return false }
        context.tree.refreshIndex()
        let hit = context.tree.hitTest(location, screen: screen)
        var capture = Capture(target: hit.map { context.tree.fallbackTarget(for: $0) })
        var isForSurface = capture.target.map { context.tree.isSurface($0) } ?? false
        if !isForSurface { _ = capture.intercept(location, context.tree) { hasStolen($0, context) } }
        guard let target = capture.target, let root = context.tree[target].sensitiveRoot else { return false }
        isForSurface = isForSurface || context.tree.isSurface(target)
        let time = context.draft.time
        let isCounted = context.glasses.isGuarding(screen)
        let isAlone = context.glasses.isUntouched(screen)
        let isSwallowed = isCounted && context.glasses.swallowsBegin(screen, at: time &+ clockOffset, isSensitive: true)
        if isSwallowed, context.glasses.mode(screen) == .cleaning {
            let rule = context.glasses.rules(screen).cleaning
            gate.followSensitive(change.slot) { $0.began($1, at: location, time, isAlone: isAlone, rule) }
        }
        let receivers = isForSurface ? [] : capture.recipients.told.filter { context.tree[$0].sensitiveRoot == nil }
        let isFirst = isUntouchedForOthers(context)
        let contact = SensitiveContacts.Contact(
            id: isSwallowed ? TouchID(0) : context.ids.take(.sensitive), target: target, root: root, receivers: receivers, isForSurface: isForSurface,
            changedAt: time, isTold: !isSwallowed, isCounted: isCounted)
        sensitive.begin(contact, in: change.slot)
        if isSwallowed { return true }
        if context.explains { explain(contact, capture, at: location, &context) }
        if isFirst, !isForSurface, context.tree.features.contains(.watchesOutside) {
            for region in OutsideNotice.receivers(of: target, screen: screen, context.tree) where context.tree[region].sensitiveRoot != root {
                context.draft.add(OutsideNotice(id: contact.id, region: region, target: target))
            }
        }
        redact(contact, .began, nil, &context)
        noteSensitiveNews()
        return true
    }

    private func explain(_ contact: SensitiveContacts.Contact, _ capture: Capture, at location: Point, _ context: inout RoutingContext) {
        let touch = Touch(id: contact.id, time: context.draft.time, location: location, axes: TouchAxes(), tapCount: 1)
        context.draft.add(Explanation(touch, capture, blocker: nil, context.tree.trace(location, screen: screen)))
    }

    /// True if others know of no touch on the panel.
    func isUntouchedForOthers(_ context: borrowing RoutingContext) -> Bool {
        if touches.isUntouched && !sensitive.hasTold { return true }
        return !sensitive.hasTold && openDownCount(context) == 0
    }

    /// The number of touches on the glass outside of sensitive regions.
    func openDownCount(_ context: borrowing RoutingContext) -> Int {
        touches.downCount == 0 ? 0 : touches.count { $0.map { !context.isSecret($0.target) } ?? false }
    }

    /// The number of contacts that count for `maximumContacts`: those in sensitive regions from when they come down.
    ///
    /// - Parameter isSensitive: whether it is asked for one of these, which does not count itself.
    func contactCount(_ context: borrowing RoutingContext, besides isSensitive: Bool) -> Int {
        if !mayHaveSensitive(context.tree.features) { return touches.downCount }
        return openDownCount(context) + sensitive.toldCount - (isSensitive ? 1 : 0)
    }

    /// The slot of the sensitive contact whose touch is, or will be, in a touch slot; nil: it has none.
    func sensitiveSlot(ofTouch slot: Int) -> Int? {
        sensitive.hasAny ? sensitive.slots.first { sensitive[$0] != nil && contacts.touchSlot(ofContact: $0) == slot } : nil
    }

    // MARK: Ends without a report

    private func redact(_ contact: SensitiveContacts.Contact, _ phase: TouchPhase, _ reason: CancelReason?, _ context: inout RoutingContext) {
        guard let root = context.tree[contact.target].sensitiveRoot else { return }
        for receiver in [root] + contact.receivers { context.draft.redact(contact.redacted(phase, reason, for: receiver, at: context.draft.time)) }
    }

    /// Cancels contacts for everybody who knows of them. They are dead until they lift.
    func cancelSensitive(
        _ reason: CancelReason, _ context: inout RoutingContext, where isConcerned: (SensitiveContacts.Contact) -> Bool = { _ in true }
    ) {
        if !sensitive.hasTold { return }
        for slot in sensitive.slots {
            guard let contact = sensitive[slot], contact.isTold, isConcerned(contact) else { continue }
            redact(contact, .cancelled, reason, &context)
            sensitive.change(slot) { $0.isTold = false }
        }
    }

    /// Cancels contacts for receivers that are gone, while others go on.
    func cancelSensitive(_ reason: CancelReason, _ context: inout RoutingContext, forReceivers isGone: (RegionID, TouchID) -> Bool) {
        if !sensitive.hasTold { return }
        for slot in sensitive.slots {
            guard let contact = sensitive[slot], contact.isTold else { continue }
            for receiver in contact.receivers where isGone(receiver, contact.id) {
                context.draft.redact(contact.redacted(.cancelled, reason, for: receiver, at: context.draft.time))
            }
            sensitive.change(slot) { $0.receivers.removeAll { isGone($0, contact.id) } }
        }
    }

    /// Forgets targets that are not in the tree any more.
    func leaveGoneTargets(_ directory: RegionDirectory) {
        if !sensitive.hasAny { return }
        for slot in sensitive.slots {
            sensitive.change(slot) { if !directory.contains($0.target) { $0.target = $0.root } }
        }
    }

    // MARK: Steals

    /// Whether an interceptor has taken over a touch that is down. One outside of sensitive regions has taken over a contact there, whether or
    /// not that is a touch.
    func hasStolen(_ interceptor: RegionID, _ context: borrowing RoutingContext) -> Bool {
        if !mayHaveSensitive(context.tree.features) || context.tree[interceptor].sensitiveRoot != nil {
            return touches.isAnyPilfered(by: interceptor)
        }
        if sensitive.told.contains(where: { $0.thief == interceptor }) { return true }
        return touches.indices.contains { slot in
            guard let touch = touches[slot], !context.isSecret(touch.target) else { return false }
            let recipients = touches.recipients(inSlot: slot)
            return recipients.isPilfered && recipients.first == interceptor
        }
    }

    /// An interceptor takes over contacts, also those that are no touches yet.
    func steal(_ ids: [TouchID], by interceptor: RegionID) {
        if !sensitive.hasTold { return }
        for slot in sensitive.slots { sensitive.change(slot) { if ids.contains($0.id) { $0.thief = interceptor } } }
    }

    /// An interceptor declines contacts that are no touches yet.
    func decline(_ ids: [TouchID], by interceptor: RegionID) {
        if !sensitive.hasTold { return }
        for slot in sensitive.slots { sensitive.change(slot) { if ids.contains($0.id), !$0.isTouch { $0.declined.append(interceptor) } } }
    }

    /// True if an interceptor knows of a contact with this id that is down, whether or not it is a touch by now.
    func tellsOfSensitive(_ id: TouchID, to interceptor: RegionID) -> Bool {
        sensitive.hasTold && sensitive.told.contains { $0.id == id && $0.receivers.contains(interceptor) && $0.thief ?? interceptor == interceptor }
    }
}
