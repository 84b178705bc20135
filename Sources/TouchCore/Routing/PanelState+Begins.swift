/// The begin of touches: a contact passes the panel's rules, the hit test and capture, which decide which receivers get it and which must wait.
extension PanelState {
    /// Makes a touch of the contact if the panel's rules admit it now, and decides which receivers get it (`capture`).
    ///
    /// - Parameter released: The finger, if it was hit-tested before, and delayed by the rules for touches.
    func admit(_ change: ContactChange, _ released: RuledTouches.Released?, _ context: inout RoutingContext) {
        admission.forget(change.slot)
        if admission.isOutputOff { return }
        if let most = rules.maximumContacts {
            let isSensitive = sensing.sensitiveSlot(ofTouch: change.slot) != nil
            func isFull() -> Bool { sensing.contactCount(context, besides: isSensitive) >= most }
            if isFull() && !(endLost(for: isSensitive, &context) && !isFull()) { return }
        }
        let location = change.location ?? mapping.location(change.values)
        guard admission.admits(change.slot, at: location, rules, mapping.area) else { return }
        admitting = (change.slot, nil)
        capture(change, released, &context)
        let end = admitting?.end
        admitting = nil
        if let end { ruling.end(end, &context) }
    }

    /// Returns the location of a contact as its receivers get it.
    @inline(__always)
    func location(_ change: ContactChange) -> Point {
        let location = change.location ?? mapping.location(change.values)
        return rules.outside == .clamp ? mapping.area.nearest(to: location) : location
    }

    /// Returns the location that the panel has reported. With filters or rules for touches, it is computed from the contact's values, which these do
    /// not change. Injected contacts have no values, but they do not pass filters.
    @inline(__always)
    func rawLocation(_ change: ContactChange, _ location: Point) -> Point {
        if contacts.isFiltered || ruled.isBusy && change.values != ContactValues() { return mapping.location(change.values) }
        return rules.outside == .clamp ? change.location ?? mapping.location(change.values) : location
    }

    /// Performs the hit test and the capture of a contact that has begun.
    private func capture(_ change: ContactChange, _ released: RuledTouches.Released?, _ context: inout RoutingContext) {
        let sensitiveSlot = sensing.sensitiveSlot(ofTouch: change.slot)
        // A delayed contact may have lifted: its touch begins only now, as the contact that others know.
        let contact = sensitiveSlot.flatMap { sensitive[$0] } ?? released?.contact
        // The rules of the glass keep the contact away, or it has already ended for other clients.
        if let contact, !contact.isReported { return }
        let place = location(change)
        context.tree.refreshIndex()
        // Activations obey no rules for fingers.
        let isRuled = released == nil && !makesTouches
        let snapped = isRuled ? context.snapped(place, screen: screen) : nil
        let location = snapped ?? place
        let hit = released?.target ?? context.tree.hitTest(location, screen: screen)
        var capture = Capture(target: hit.map { context.tree.fallbackTarget(for: $0) })
        let ownershipDomain = capture.target.flatMap { context.tree.ownershipDomain(of: $0) }
        var isForSurface = capture.target.map { context.tree.isSurface($0) } ?? false
        let isConsumed = !isForSurface && capture.intercept(location, context.tree) { sensing.hasStolen($0, context) }
        // An interceptor may have redirected the touch to a surface.
        if !isForSurface, !isConsumed, let target = capture.target, context.tree.isSurface(target) { isForSurface = true }
        // The tree may have changed while filters held the contact. A touch outside the sensitive region would reveal the location of a finger that
        // came down inside.
        if let contact, isElsewhere(contact, capture.target, context.tree) { return }
        let isSecret = context.isSensitive(capture.target)
        if isSecret, change.avoidsSensitive { return ruled.kill(change.slot) }
        if isForSurface, !isSecret, context.isFull(surfacesOf: screen) { return ruled.kill(change.slot) }
        if isRuled, isForSurface || context.glasses.touchRules(screen) != nil, let target = capture.target,
            !ruling.admits(change, at: place, start: location, target: target, contact: contact, &context)
        {
            return
        }
        let tapCount = taps.count(beginningAt: context.draft.time, location, in: ownershipDomain, context.tree.metrics)
        if isForSurface { capture.assign(toSurface: capture.target!) }
        // The ids of touches that others learn of must have no gaps for others.
        let kind: TouchIDs.Kind = isSecret ? (isSilent ? .sensitiveAction : .sensitive) : .nonSensitive
        var touch = Touch(
            id: contact.flatMap { $0.isTouch ? nil : $0.id } ?? context.ids.makeID(kind), time: context.draft.time,
            location: location,
            raw: rawLocation(change, place), axes: mapping.axes(change.values), tapCount: tapCount)
        touch.target = capture.target
        touch.traits = isForSurface ? .isForSurface : []
        if makesTouches { touch.traits.insert(.isMade) }
        var blocker: RegionID?
        if !isConsumed, !isForSurface, capture.target != nil {
            blocker = follow(&capture, change, at: location, &context)
            let features = context.tree.features
            if features.contains(.scrolls), !ContentTouches.shouldBegin(in: capture.target!, context.tree) { capture.keepFromViews(context.tree) }
            if features.contains(.gestures), recognizers.bind(touch, context.tree, &context.asking) { capture.bind() }
            delay(&capture, touch, context)
        }
        if let sensitiveSlot {
            sensitive.change(sensitiveSlot) { $0.isTouch = true }
            if let thief = contact?.stolenBy { capture.steal(by: thief) }
            if let declined = contact?.declined, !declined.isEmpty { capture.decline(declined) }
        }
        // A contact in a sensitive region was explained when it came down.
        if context.explains, contact == nil, !(isSilent && isSecret) {
            let trace = context.tree.trace(location, screen: screen)
            context.draft.add(Explanation(touch, capture, blocker: blocker, trace))
        }
        if context.tree.features.contains(.watchesOutside), !isForSurface { noticeOutside(touch, &context) }
        touches.begin(touch, in: change.slot, for: capture.recipients)
        recordActivity(of: touch.target, context)
        if !isSecret { countTouch() }
        context.draft.add(touch, for: capture.recipients, context.tree)
    }

    /// Whether a contact that came down in a sensitive region would become a touch outside it, because the region is no longer sensitive or no longer
    /// contains the target.
    private func isElsewhere(_ contact: SensitiveContacts.Contact, _ target: RegionID?, _ tree: borrowing RegionTree) -> Bool {
        target.flatMap { tree[$0].sensitiveRoot } != contact.root
    }

    /// Adds the target's responder chain and translucent regions. Returns the region whose finger keeps the target from taking this one.
    private func follow(_ capture: inout Capture, _ change: ContactChange, at location: Point, _ context: inout RoutingContext) -> RegionID? {
        let target = capture.target!
        let blocker = blocker(of: target, &context)
        if blocker == nil { capture.follow(context.tree) }
        for region in context.tree.translucentHits(location, screen: screen) {
            let translucent = context.tree.fallbackTarget(for: region)
            if change.avoidsSensitive, context.isSensitive(translucent) { continue }
            if translucent == target || context.tree.responders.responds(translucent, in: context.tree) == .none { continue }
            if context.tree.isIsolated(target, from: translucent) || isLocked(translucent, context) { continue }
            if self.blocker(of: translucent, &context) == nil { capture.add(translucent: translucent) }
        }
        return blocker
    }

    /// Whether the screen's mode keeps touches from the region, even touches of a spared region behind it.
    func isLocked(_ region: RegionID, _ context: borrowing RoutingContext) -> Bool {
        let mode = context.glasses.mode(screen)
        return mode != .normal && !context.tree.sparedRules(of: region).permit(mode)
    }

    /// Delays the begin for views while an interceptor may steal the touch, or a recognizer delays begins.
    private func delay(_ capture: inout Capture, _ touch: Touch, _ context: borrowing RoutingContext) {
        let undecided = capture.deciders.isEmpty ? nil : Capture.undecidedTime(of: capture.target!, in: context.tree)
        let isDelayed = capture.recipients.isBound && recognizers.delaysBegin(of: touch.id, at: context.draft.time)
        guard undecided != nil || isDelayed else { return }
        let time = context.draft.time
        capture.delay(touch, decidersUntil: undecided.map { time &+ $0 }, context.tree)
    }

    /// Returns the region whose finger keeps `region` from taking another one. Lost fingers, which might come back, are ended first if they are in
    /// the way.
    private func blocker(of region: RegionID, _ context: inout RoutingContext) -> RegionID? {
        guard let blocker = Capture.blocker(of: region, in: context.tree, given: context.panels) else { return nil }
        let isSensitive = context.tree[region].sensitiveRoot != nil
        return endLost(for: isSensitive, &context) ? Capture.blocker(of: region, in: context.tree, given: context.panels) : blocker
    }

    /// Notifies regions in front of the target, on the same screen, that a touch began elsewhere. Only the first finger on the panel counts.
    private func noticeOutside(_ touch: Touch, _ context: inout RoutingContext) {
        let root = touch.target.flatMap { context.tree[$0].sensitiveRoot }
        guard let target = touch.target, root == nil ? sensing.isUntouchedForOthers(context) : touches.isUntouched else { return }
        for region in OutsideNotice.receivers(of: target, screen: screen, context.tree) {
            // Regions outside the sensitive region were notified when the contact came down.
            if root != nil && context.tree[region].sensitiveRoot != root || isLocked(region, context) { continue }
            context.draft.add(OutsideNotice(id: touch.id, region: region, target: target))
        }
    }

    // MARK: Counts, which leave out contacts in sensitive regions

    var hasKnownSensitiveContacts: Bool { !sensitiveTrackingIDs.isEmpty || sensitive.hasAny }

    func countTouch() { reportedCounts.recordTouch() }

    /// Whether any contact may be, or may have been, in a sensitive region. If not, the following checks are not needed.
    @inline(__always)
    func mayHaveSensitiveContacts(_ features: TreeFeatures) -> Bool { mayHaveSensitive(features) || hasKnownSensitiveContacts }

    /// Whether any contact is or was a touch in a sensitive region, or is in such a region without being a touch.
    func hasSensitiveContact(_ context: borrowing RoutingContext) -> Bool {
        guard mayHaveSensitiveContacts(context.tree.features) else { return false }
        if sensitive.hasAny { return true }
        // Checks contacts, but not touches whose contact has lifted. The time for which a filter keeps such a touch may depend on its location.
        for slot in 0..<contacts.slotCount {
            guard let values = contacts.assembler.contact(inSlot: slot) else { continue }
            if isKnownSensitive(slot) { return true }
            if let touch = touches[contacts.touchSlot(ofContact: slot)] {
                if context.isSensitive(touch.target) { return true }
            } else if isSensitive(values, context) {
                return true
            }
        }
        guard let values = contacts.assembler.hover else { return false }
        return isSensitive(values, context)
    }

    private func isSensitive(_ values: ContactValues, _ context: borrowing RoutingContext) -> Bool {
        let location = location(ContactChange(slot: 0, phase: .moved, values: values))
        return context.isSensitive(context.tree.hitTest(location, screen: screen))
    }

    /// Records the contacts that belong to sensitive regions. They count as such until they lift, whatever happens to the region.
    private func recordSensitiveContacts(_ context: borrowing RoutingContext) {
        for slot in 0..<contacts.slotCount {
            let id = contacts.assembler.trackingID(inSlot: slot)
            if id >= 0, let touch = touches[contacts.touchSlot(ofContact: slot)], context.isSensitive(touch.target) {
                sensitiveTrackingIDs[slot] = id
            } else if !isKnownSensitive(slot) {
                sensitiveTrackingIDs[slot] = nil
            }
        }
    }

    /// Whether the contact in a slot is, or was, a sensitive region's touch.
    func isKnownSensitive(_ slot: Int) -> Bool {
        sensitive[slot] != nil || sensitiveTrackingIDs[slot].map { $0 == contacts.assembler.trackingID(inSlot: slot) } ?? false
    }

    /// Counts a report after its processing, on a panel that may have contacts in sensitive regions.
    ///
    /// - Parameter wasSecret: Whether a sensitive region had a contact before the report.
    func count(reportAt time: Int64, wasSecret: Bool, _ context: borrowing RoutingContext) {
        let isSecret = wasSecret || hasSensitiveContact(context)
        recordSensitiveContacts(context)
        // The report decides, not the frame, because the way in which a filter splits a report into frames may depend on locations.
        count(reportAt: time, isOpen: !isSecret || hasOpenChange, isSecret: isSecret)
    }

    /// Counts a report on a panel without contacts in sensitive regions.
    func count(reportAt time: Int64, isOpen: Bool = true, isSecret: Bool = false) {
        reportedCounts.record(
            reportAt: time, isOpen: isOpen, isSecret: isSecret, contacts.assembler.counters, contacts.filter?.nonSensitiveCounters ?? FilterCounters()
        )
    }

    /// Counts the contacts that the frame cancels because they sent no reports.
    func countStuck(_ context: borrowing RoutingContext) {
        var count = 0
        for event in context.draft.frame.events where event.reason == .stuck && !context.isSensitive(event.target) { count += 1 }
        reportedCounts.record(stuck: count)
    }
}
