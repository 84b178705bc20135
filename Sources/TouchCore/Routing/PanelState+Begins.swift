/// A contact becomes a touch: by the panel's rules, then hit test and capture; who gets it, and who has to wait.
extension PanelState {
    /// A contact that may become a touch now is captured, unless the rules keep it away.
    func admit(_ change: ContactChange, _ context: inout RoutingContext) {
        admission.forget(change.slot)
        if admission.isOutputOff { return }
        if let most = rules.maximumContacts {
            let isSensitive = sensitiveSlot(ofTouch: change.slot) != nil
            func isFull() -> Bool { contactCount(context, besides: isSensitive) >= most }
            if isFull() && !(endLost(&context) && !isFull()) { return }
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
        let sensitiveSlot = sensitiveSlot(ofTouch: change.slot)
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
        let isConsumed = !isForSurface && capture.intercept(location, context.tree) { hasStolen($0, context) }
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

    /// Whether a contact that came down in a sensitive region would become another owner's touch, or nobody's.
    private func isElsewhere(_ contact: SensitiveContacts.Contact, _ target: RegionID?, _ tree: borrowing RegionTree) -> Bool {
        if target == contact.target { return false }
        return target.flatMap { tree.ownershipDomain(of: $0) } != tree.ownershipDomain(of: contact.target)
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
        return endLost(&context) ? Capture.blocker(of: region, in: context.tree, given: context.panels) : blocker
    }

    /// Tells regions in front of the one that was hit, on the same screen, that a touch began elsewhere: once a gesture, that
    /// is, for the first finger on the panel.
    private func noticeOutside(_ touch: Touch, _ context: inout RoutingContext) {
        let root = touch.target.flatMap { context.tree[$0].sensitiveRoot }
        guard let target = touch.target, root == nil ? isUntouchedForOthers(context) : touches.isUntouched else { return }
        for region in OutsideNotice.receivers(of: target, screen: screen, context.tree) {
            // Regions outside have heard of it when the contact came down.
            if root != nil, context.tree[region].sensitiveRoot != root { continue }
            context.draft.add(OutsideNotice(id: touch.id, region: region, target: target))
        }
    }
}
