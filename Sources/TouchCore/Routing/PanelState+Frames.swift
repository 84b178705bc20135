/// The steps of a frame other than the processing of its touches: filters, gate, hovering, recognizers, and delayed begins and ends.
extension PanelState {
    // MARK: Filters

    /// Passes a report to the filters, and processes the first frame that they make of it.
    func filter(_ context: inout RoutingContext) {
        let isBehind = contacts.isBehind
        processRest(&context)
        contacts.filterReport(at: clock.time, mapping)
        if isBehind { processRest(&context) } else { processFiltered(&context) }
    }

    /// Processes the next frame of the filters.
    ///
    /// - Parameter now: Event time up to which all events are known.
    func processFiltered(at now: Int64 = .min, _ context: inout RoutingContext) {
        let time = contacts.nextFiltered()
        setTime(time, now: max(now, clock.time), isOpen: contacts.filtered.contains { !$0.isSensitive }, &context)
        pass(contacts.filtered, &context)
    }

    /// Sets the time of a frame that was held: its own time, but not before the panel's last line. For 5 s after a report with a contact in a
    /// sensitive region, a frame about other contacts gets the current time instead, because the time of the panel's last line may depend on the
    /// location of the contact in the sensitive region.
    ///
    /// - Parameter isOpen: Whether the frame is about contacts outside sensitive regions.
    func setTime(_ time: Int64, now: Int64, isOpen: Bool, _ context: inout RoutingContext) {
        let isSoon = isOpen && lastSensitiveReport > .min && now &- lastSensitiveReport < Self.longestDelay
        context.draft.setTime(isSoon ? max(now, clock.lineTime) : max(time, clock.lineTime))
        _ = clock.advance(to: context.draft.time)
    }

    /// Adds everything that the filters have left to the current frame. They have something left only if the panel was not advanced in time.
    func processRest(_ context: inout RoutingContext) {
        while contacts.isBehind {
            _ = contacts.nextFiltered()
            pass(contacts.filtered, &context)
            processRestOfGate(&context)
        }
    }

    /// The longest delay of any event after its touch has lifted, in µs.
    private static let longestDelay: Int64 = 5_000_000

    // MARK: The gate

    /// Processes changes after the filters: directly if the glass has no rules, else through the gate.
    @inline(__always)
    func pass(_ changes: [ContactChange], _ context: inout RoutingContext) {
        if (gate.isBusy || context.glasses.isGuarding(screen)) && !makesTouches {
            guardContacts(changes, &context)
        } else {
            process(changes, &context)
        }
    }

    /// Passes contacts through the gate, and processes the first frame that results.
    private func guardContacts(_ changes: [ContactChange], _ context: inout RoutingContext) {
        processRestOfGate(&context)
        var spared: [(slot: Int, rules: SparedRules)] = []
        if context.tree.features.contains(.spared) {
            for change in changes where change.phase == .began { spared.append((change.slot, sparedRules(at: location(change), &context))) }
        }
        let receptions = context.glasses.isExploring(screen) ? receptions(of: changes, &context) : []
        gate.process(
            changes, at: context.draft.time, gatePlace, &context.glasses, spared: { slot in spared.first { $0.slot == slot }?.rules ?? [] },
            receptions: receptions, location: { location($0) })
        processGated(&context)
    }

    /// The rules from which a contact is spared that begins here.
    private func sparedRules(at location: Point, _ context: inout RoutingContext) -> SparedRules {
        context.tree.refreshIndex()
        let hit = context.tree.hitTest(location, screen: screen)
        var capture = Capture(target: hit.map { context.tree.fallbackTarget(for: $0) })
        let isForSurface = capture.target.map { context.tree.isSurface($0) } ?? false
        // A touch that an interceptor consumes does not go to the region.
        if !isForSurface, capture.intercept(location, context.tree, hasStolen: { sensing.hasStolen($0, context) }) { return [] }
        return capture.target.map { context.tree.sparedRules(of: $0) } ?? []
    }

    /// Returns the receptions of the contacts that begin while fingers explore.
    private func receptions(of changes: [ContactChange], _ context: inout RoutingContext) -> [(slot: Int, reception: ContactGate.Reception)] {
        var all: [(slot: Int, reception: ContactGate.Reception)] = []
        // In other modes no finger explores. A contact that begins while the output is off becomes nothing anyway.
        if context.glasses.mode(screen) != .normal || admission.isOutputOff { return [] }
        for change in changes where change.phase == .began {
            let isFirst = context.glasses.isUnexplored(screen) && !all.contains { $0.reception == .explore(nil) }
            all.append((change.slot, reception(of: change, isFirst: isFirst, &context)))
        }
        return all
    }

    private func reception(of change: ContactChange, isFirst: Bool, _ context: inout RoutingContext) -> ContactGate.Reception {
        let location = location(change)
        if [.ignore, .beginOnEntry].contains(rules.outside), !mapping.area.contains(location) { return .dead }
        context.tree.refreshIndex()
        let hit = context.tree.hitTest(location, screen: screen)
        guard change.isSensitive else {
            // A finger reaches a `direct` region only if it is the first one. In a sensitive region, the whole region is direct or nothing in it.
            guard isFirst, let hit else { return .explore(nil) }
            return context.isDirect(context.tree[hit].sensitiveRoot ?? hit) ? .touch : .explore(nil)
        }
        let contact = sensing.sensitiveSlot(ofTouch: change.slot).flatMap { sensitive[$0] }
        if contact?.isReported == false { return .dead }
        guard let root = contact?.root ?? hit.flatMap({ context.tree[$0].sensitiveRoot }), context.tree.directory.contains(root) else { return .dead }
        return context.isDirect(root) ? .touch : .explore(root)
    }

    var gatePlace: ContactGate.Place { ContactGate.Place(screen: screen, clockOffset: clockOffset, panel: id) }

    private func processGated(_ context: inout RoutingContext) {
        let time = gate.next()
        setTime(time, now: clock.time, isOpen: gate.current.contains { !$0.isSensitive }, &context)
        process(gate.current, &context)
    }

    /// Adds everything that the gate and the rules have left to the current frame. They have something left only if the panel was not advanced in time.
    func processRestOfGate(_ context: inout RoutingContext) {
        while gate.isBehind {
            _ = gate.next()
            process(gate.current, &context)
        }
        ruling.processRest(&context)
    }

    /// Does what is due at the gate.
    func expireGate(at due: Int64, _ context: inout RoutingContext) {
        begin(at: due, &context)
        if !gate.isBehind { gate.expire(at: due, gatePlace, &context.glasses) }
        if gate.isBehind { processGated(&context) }
    }

    // MARK: Hover. A hovering pen is not a touch and views get nothing of it. Hover gestures see it as a finger.

    /// Updates the hovering pen from the last report.
    func hoverAsReported(_ context: inout RoutingContext) {
        guard hover != nil || contacts.assembler.hover != nil else { return }
        guard let values = contacts.assembler.hover, !admission.isOutputOff, context.glasses.mode(screen) == .normal else {
            return endHover(&context)
        }
        let location = location(ContactChange(slot: 0, phase: .moved, values: values))
        let isKeptOut = rules.outside != .keep && !mapping.area.contains(location)
        hover(at: isKeptOut ? nil : location, &context)
    }

    /// - Parameter location: The location of the pen; nil if nothing hovers.
    func hover(at location: Point?, _ context: inout RoutingContext) {
        guard let location else { return endHover(&context) }
        guard context.tree.gestures.hasHoverGestures || hover != nil else { return }
        if hover != nil {
            let phase = location == hover!.location ? TouchPhase.stationary : .moved
            _ = hover!.update(phase, nil, time: context.draft.time, location, raw: location, hover!.axes)
        } else {
            hover = Touch(id: context.ids.makeID(.hover), time: context.draft.time, location: location, axes: TouchAxes(), tapCount: 0)
        }
        context.tree.refreshIndex()
        let hit = context.tree.hitTest(location, screen: screen).map { context.tree.fallbackTarget(for: $0) }
        recognizers.hover(hover!, over: hit, context.tree, &context.asking)
    }

    /// Ends hovering. Gestures that were cancelled before get no end.
    func endHover(_ context: inout RoutingContext) {
        guard let last = hover.take() else { return }
        recognizers.hover(last, over: nil, context.tree, &context.asking)
    }

    // MARK: Recognizers

    /// Lets recognizers decide which receivers keep the touches.
    func recognize(_ context: inout RoutingContext) {
        recognizers.decide(&context.draft.gestures, context.tree, &context.asking)
        for id in context.draft.gestures.taken { takeFromViews(id, &context) }
        context.draft.gestures.taken.removeAll(keepingCapacity: true)
    }

    /// Takes a touch from its views, for a gesture.
    private func takeFromViews(_ id: TouchID, _ context: inout RoutingContext) {
        if let ended = touches.removeEnded(where: { $0.touch.id == id }).first {
            return context.draft.cancelForGesture(ended.touch, for: ended.recipients.current)
        }
        guard let slot = touches.slot(of: id) else { return }
        let losing = touches.change(slot) { $0.takeFromViews { context.isInterceptor($0) } }
        context.draft.cancelForGesture(touches[slot]!, for: losing)
    }

    // MARK: Delayed begins and ends
    // Begins and ends are delayed because an interceptor may still steal the touch or a gesture may be recognized. They are delivered with their own
    // time and location when nothing delays them any more, and never if the touch is taken or cancelled (dispatch 11, routing 8).

    /// Completes the events of the frame: changes of touches so far, and delayed begins and ends that nothing delays any more.
    func compose(_ context: inout RoutingContext) {
        if touches.isDelaying {
            context.draft.decide(kept: touches.ended.filter { recognizers.delaysEnd(of: $0.touch.id) }, context.tree)
            release(&context)
        } else {
            context.draft.decide(kept: [], context.tree)
        }
        context.draft.close()
    }

    private func release(_ context: inout RoutingContext) {
        touches.changeEnded { release(&$0, &context) }
        for slot in touches.indices {
            guard let touch = touches[slot], let delayed = touches.recipients(inSlot: slot).delayed, isFree(delayed, at: context.draft.time)
            else { continue }
            for receiver in delayed.receivers {
                context.draft.add(delayed.began, delayedFor: receiver, context.tree)
                if touch.location == delayed.began.location { continue }
                var moved = touch
                moved.phase = .moved
                moved.previousLocation = delayed.began.location
                context.draft.add(moved, delayedFor: receiver, context.tree)
            }
            touches.change(slot) { $0.release() }
        }
    }

    private func release(_ ended: inout EndedTouch, _ context: inout RoutingContext) {
        let isEndDelayed = recognizers.delaysEnd(of: ended.touch.id)
        let isNewEnd = context.draft.hasOpenEnd(of: ended.touch.id)
        if let delayed = ended.recipients.delayed, isFree(delayed, at: context.draft.time) {
            ended.touch.previousLocation = delayed.began.location  // the last location for the receivers that waited
            for receiver in delayed.receivers {
                context.draft.add(delayed.began, delayedFor: receiver, context.tree)
                if !isEndDelayed { context.draft.add(ended.touch, delayedFor: receiver, context.tree) }
            }
            if isEndDelayed { ended.recipients.release() } else { ended.recipients.forgetDelayed() }
        }
        if isEndDelayed { return }
        if !isNewEnd { for receiver in ended.recipients.current { context.draft.add(ended.touch, delayedFor: receiver, context.tree) } }
        ended.recipients.removeCurrent()
    }

    /// Whether nothing delays the begin any more.
    func isFree(_ delayed: DelayedBegin, at time: Int64) -> Bool {
        delayed.pendingInterceptors.isEmpty && !recognizers.delaysBegin(of: delayed.began.id, at: time)
    }
}
