/// Applies the rules for touches (`TouchRules`) to the fingers of one panel, after the hit test and before capture (contract 8).
///
/// A finger keeps the rules that were in force at its begin. The order of the rules at the begin is: `maximum`, `ignoreRepeat`, `doubleTap`,
/// `longPress`. `steady` applies to each change (`RuledFinger`).
struct RuleStage {
    let panel: PanelState

    // MARK: Begins

    /// Decides about a finger that begins. Returns true if it becomes a touch now; false if it is dead, or delayed.
    ///
    /// - Parameters:
    ///   - location: The place of the finger.
    ///   - start: The place where the touch begins, which a profile may have moved to an element.
    ///   - contact: The finger's contact, if it came down in a sensitive region.
    func admits(
        _ change: ContactChange, at location: Point, start: Point, target: RegionID, contact: SensitiveContacts.Contact?,
        _ context: inout RoutingContext
    ) -> Bool {
        guard let rules = context.touchRules(of: target, screen: panel.screen) else { return true }
        let stage = stage(of: rules, at: location, &context)
        let finger = RuledFinger(
            change, at: location, start: start, time: context.draft.time, target: target, contact: contact, rules, stage)
        panel.ruled.begin(finger, change.slot)
        return stage == .live
    }

    private func stage(
        of scoped: FingerRules, at location: Point, _ context: inout RoutingContext
    ) -> RuledFinger.Stage {
        let rules = scoped.rules
        let time = context.draft.time &+ panel.clockOffset
        if let maximum = rules.maximum, let scope = scoped.maximum {
            func isFull() -> Bool { context.fingerCounts(in: scope, screen: panel.screen).alive >= maximum }
            let isSensitive = scope.region.map { context.isSensitive($0) } ?? false
            // A lost finger might come back, but must not keep a new one away.
            if isFull(), !(panel.endLost(for: isSensitive, &context) && !isFull()) { return .dead }
        }
        if let pause = rules.ignoreRepeat, let scope = scoped.ignoreRepeat,
            context.ruleMemory.isRepeat(on: scope, at: location, time, within: pause),
            context.fingerCounts(in: scope, screen: panel.screen).all == 0
        {
            return .dead
        }
        if rules.isDoubleTapOne, let scope = scoped.doubleTap, context.ruleMemory.isSecondTap(on: scope, at: location, time) { return .dead }
        return rules.longPress?.action == .nothing ? .delayed : .live
    }

    // MARK: Frames

    /// Passes the changes of a frame through the rules, and applies the first frame that results.
    func process(_ changes: [ContactChange], _ context: inout RoutingContext) {
        processRest(&context)
        let time = context.draft.time
        if panel.ruled.deadline <= time { expire(at: time, &context) }
        panel.ruled.process(changes, at: time, clockOffset: panel.clockOffset, &context.ruleMemory) { panel.location($0) }
        processNext(&context)
    }

    /// Applies the next frame.
    func processNext(_ context: inout RoutingContext) {
        let time = panel.ruled.next()
        // Something may be in the frame already, if the panel was not advanced in time.
        if context.draft.frame.isEmpty {
            panel.setTime(time, now: panel.clock.time, isOpen: panel.ruled.current.contains { !$0.isSensitive }, &context)
        }
        panel.apply(panel.ruled.current, &context)
    }

    /// Adds everything that is left to the current frame. Something is left only if the panel was not advanced in time.
    func processRest(_ context: inout RoutingContext) {
        while panel.ruled.isBehind {
            _ = panel.ruled.next()
            panel.apply(panel.ruled.current, &context)
        }
    }

    /// Processes the end of a finger that the filters had lost.
    func end(_ change: ContactChange, _ context: inout RoutingContext) {
        let end = panel.ruled.processLost(
            change, at: context.draft.time, clockOffset: panel.clockOffset, &context.ruleMemory, location: panel.location(change))
        if let end { panel.update(end, &context) }
    }

    // MARK: Deadlines

    /// Ends the fingers that have become long presses.
    func expire(at time: Int64, _ context: inout RoutingContext) {
        while let (slot, finger) = panel.ruled.expire(at: time) {
            if finger.stage == .delayed { continue }
            panel.cancelByRule(slot, at: finger.start, &context)
            // The application has seen a tap, so another finger soon after it would make a double tap.
            finger.scoped.recordTap(at: finger.place, context.draft.time &+ panel.clockOffset, &context.ruleMemory)
        }
    }
}
