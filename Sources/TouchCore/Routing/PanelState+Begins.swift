/// A contact becomes a touch: by the panel's rules, then hit test and capture; who gets it, and who has to wait.
extension PanelState {
    /// A contact that may become a touch now is captured, unless the rules keep it away.
    func admit(_ change: ContactChange, _ context: inout RoutingContext) {
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
        capture(change, &context)
        let end = admitting?.end
        admitting = nil
        if let end { update(end, &context) }
    }

    /// Where a contact is for whoever gets it.
    @inline(__always)
    func location(_ change: ContactChange) -> Point {
        let location = change.location ?? mapping.location(change.values)
        return rules.outside == .clamp ? mapping.area.nearest(to: location) : location
    }

    /// Where the panel has it. Filters keep the values, and contacts without values, which clients inject, pass none.
    @inline(__always)
    func rawLocation(_ change: ContactChange, _ location: Point) -> Point {
        if contacts.isFiltered { return mapping.location(change.values) }
        return rules.outside == .clamp ? change.location ?? mapping.location(change.values) : location
    }

    /// Hit test and capture of a contact that has begun.
    private func capture(_ change: ContactChange, _ context: inout RoutingContext) {
        let sensitiveSlot = sensing.sensitiveSlot(ofTouch: change.slot)
        let contact = sensitiveSlot.flatMap { sensitive[$0] }
        // The rules of the glass keep it away, or it is over for others.
        if let contact, !contact.isTold { return }
        let location = location(change)
        context.tree.refreshIndex()
        let hit = context.tree.hitTest(location, screen: screen)
        var capture = Capture(target: hit.map { context.tree.fallbackTarget(for: $0) })
        let ownershipDomain = capture.target.flatMap { context.tree.ownershipDomain(of: $0) }
        let tapCount = taps.count(beginningAt: context.draft.time, location, in: ownershipDomain, context.tree.metrics)
        var isForSurface = capture.target.map { context.tree.isSurface($0) } ?? false
        let isConsumed = !isForSurface && capture.intercept(location, context.tree) { sensing.hasStolen($0, context) }
        // Where an interceptor leads it.
        if !isForSurface, !isConsumed, let target = capture.target, context.tree.isSurface(target) { isForSurface = true }
        // While filters withheld it, the tree has changed. Elsewhere it would tell others where a finger in a sensitive region is.
        if let contact, isElsewhere(contact, capture.target, context.tree) { return }
        let isSecret = context.isSecret(capture.target)
        if isForSurface {
            if !isSecret, context.isFull(surfacesOf: screen) { return }
            capture.give(toSurface: capture.target!)
        }
        var touch = Touch(
            id: contact.flatMap { $0.isTouch ? nil : $0.id } ?? context.ids.take(isSecret ? .sensitive : .open), time: context.draft.time,
            location: location,
            raw: rawLocation(change, location), axes: mapping.axes(change.values), tapCount: tapCount)
        touch.target = capture.target
        touch.isForSurface = isForSurface
        var blocker: RegionID?
        if !isConsumed, !isForSurface, capture.target != nil {
            blocker = follow(&capture, at: location, &context)
            let features = context.tree.features
            if features.contains(.scrolls), !ContentTouches.shouldBegin(in: capture.target!, context.tree) { capture.keepFromViews(context.tree) }
            if features.contains(.gestures), recognizers.bind(touch, context.tree, &context.asking) { capture.bind() }
            delay(&capture, touch, context)
        }
        if let sensitiveSlot {
            sensitive.change(sensitiveSlot) { $0.isTouch = true }
            if let thief = contact?.thief { capture.steal(by: thief) }
            if let declined = contact?.declined, !declined.isEmpty { capture.decline(declined) }
        }
        // Of a contact in a sensitive region it was explained when it came down.
        if context.explains, contact == nil {
            let trace = context.tree.trace(location, screen: screen)
            context.draft.add(Explanation(touch, capture, blocker: blocker, trace))
        }
        if context.tree.features.contains(.watchesOutside), !isForSurface { noticeOutside(touch, &context) }
        touches.begin(touch, in: change.slot, for: capture.recipients)
        noteNews(of: touch.target, context)
        if !isSecret { countTouch() }
        context.draft.add(touch, for: capture.recipients, context.tree)
    }

    /// Whether a contact that came down in a sensitive region would become a touch outside of it. The region may not be sensitive any more, or
    /// what was hit not lie in it.
    private func isElsewhere(_ contact: SensitiveContacts.Contact, _ target: RegionID?, _ tree: borrowing RegionTree) -> Bool {
        target.flatMap { tree[$0].sensitiveRoot } != contact.root
    }

    /// Adds the target's responder chain, and translucent regions. Returns whose finger keeps the target from it.
    private func follow(_ capture: inout Capture, at location: Point, _ context: inout RoutingContext) -> RegionID? {
        let target = capture.target!
        let blocker = blocker(of: target, &context)
        if blocker == nil { capture.follow(context.tree) }
        for region in context.tree.translucentHits(location, screen: screen) {
            let translucent = context.tree.fallbackTarget(for: region)
            if translucent == target || context.tree.responders.responds(translucent, in: context.tree) == .none { continue }
            if context.tree.isIsolated(target, from: translucent) { continue }
            if self.blocker(of: translucent, &context) == nil { capture.add(translucent: translucent) }
        }
        return blocker
    }

    /// Keeps views waiting while an interceptor may take the touch over, or a recognizer delays begins.
    private func delay(_ capture: inout Capture, _ touch: Touch, _ context: borrowing RoutingContext) {
        let undecided = capture.deciders.isEmpty ? nil : Capture.undecidedTime(of: capture.target!, in: context.tree)
        let isDelayed = capture.recipients.isBound && recognizers.delaysBegin(of: touch.id, at: context.draft.time)
        guard undecided != nil || isDelayed else { return }
        let time = context.draft.time
        capture.delay(touch, decidersUntil: undecided.map { time &+ $0 }, context.tree)
    }

    /// The region whose finger keeps a region from taking another; one that may still come back gives way.
    private func blocker(of region: RegionID, _ context: inout RoutingContext) -> RegionID? {
        guard let blocker = Capture.blocker(of: region, in: context.tree, given: context.panels) else { return nil }
        let isSensitive = context.tree[region].sensitiveRoot != nil
        return endLost(for: isSensitive, &context) ? Capture.blocker(of: region, in: context.tree, given: context.panels) : blocker
    }

    /// Tells regions in front of the one that was hit, on the same screen, that a touch began elsewhere: once a gesture, that
    /// is, for the first finger on the panel.
    private func noticeOutside(_ touch: Touch, _ context: inout RoutingContext) {
        let root = touch.target.flatMap { context.tree[$0].sensitiveRoot }
        guard let target = touch.target, root == nil ? sensing.isUntouchedForOthers(context) : touches.isUntouched else { return }
        for region in OutsideNotice.receivers(of: target, screen: screen, context.tree) {
            // Regions outside have heard of it when the contact came down.
            if root != nil, context.tree[region].sensitiveRoot != root { continue }
            context.draft.add(OutsideNotice(id: touch.id, region: region, target: target))
        }
    }

    // MARK: Counts: what clients are told is as if there were no contacts in sensitive regions

    var hasSecretContacts: Bool { !secretContacts.isEmpty || sensitive.hasAny }

    func countTouch() { told.noteTouch() }

    /// Whether any of its contacts may be in a sensitive region, or may have been: else nothing of what follows needs to be asked.
    @inline(__always)
    func mayHaveSecrets(_ features: TreeFeatures) -> Bool { mayHaveSensitive(features) || hasSecretContacts }

    /// Whether one of its contacts is a sensitive region's touch, or is no touch and in such a region, or has been.
    func hasSecretContact(_ context: borrowing RoutingContext) -> Bool {
        guard mayHaveSecrets(context.tree.features) else { return false }
        if sensitive.hasAny { return true }
        // Not by touches whose contact has lifted: how long a filter keeps them may depend on their places.
        for slot in 0..<contacts.slotCount {
            guard let values = contacts.assembler.contact(inSlot: slot) else { continue }
            if isKnownSecret(slot) { return true }
            if let touch = touches[contacts.touchSlot(ofContact: slot)] {
                if context.isSecret(touch.target) { return true }
            } else if isSecret(values, context) {
                return true
            }
        }
        guard let values = contacts.assembler.hover else { return false }
        return isSecret(values, context)
    }

    private func isSecret(_ values: ContactValues, _ context: borrowing RoutingContext) -> Bool {
        let location = location(ContactChange(slot: 0, phase: .moved, values: values))
        return context.isSecret(context.tree.hitTest(location, screen: screen))
    }

    /// Keeps in mind which contacts are a sensitive region's: until they lift, whatever becomes of the region.
    private func noteSecretContacts(_ context: borrowing RoutingContext) {
        for slot in 0..<contacts.slotCount {
            let id = contacts.assembler.trackingID(inSlot: slot)
            if id >= 0, let touch = touches[contacts.touchSlot(ofContact: slot)], context.isSecret(touch.target) {
                secretContacts[slot] = id
            } else if !isKnownSecret(slot) {
                secretContacts[slot] = nil
            }
        }
    }

    /// Whether the contact in a slot is, or has been, a sensitive region's touch.
    func isKnownSecret(_ slot: Int) -> Bool {
        sensitive[slot] != nil || secretContacts[slot].map { $0 == contacts.assembler.trackingID(inSlot: slot) } ?? false
    }

    /// Counts a report that has gone all its way on a panel that may have secrets.
    ///
    /// - Parameter wasSecret: whether a sensitive region had a contact before.
    func count(reportAt time: Int64, wasSecret: Bool, _ context: borrowing RoutingContext) {
        let isSecret = wasSecret || hasSecretContact(context)
        noteSecretContacts(context)
        // Not by the frame: whether a filter has made several of the report may depend on places.
        count(reportAt: time, isOpen: !isSecret || hasOpenChange, isSecret: isSecret)
    }

    /// The same on one that has none.
    func count(reportAt time: Int64, isOpen: Bool = true, isSecret: Bool = false) {
        told.note(
            reportAt: time, isOpen: isOpen, isSecret: isSecret, contacts.assembler.counters, contacts.filter?.openCounters ?? FilterCounters())
    }

    /// Counts the contacts that the frame cancels because nothing was heard of them.
    func countStuck(_ context: borrowing RoutingContext) {
        var count = 0
        for event in context.draft.frame.events where event.reason == .stuck && !context.isSecret(event.target) { count += 1 }
        told.note(stuck: count)
    }
}
