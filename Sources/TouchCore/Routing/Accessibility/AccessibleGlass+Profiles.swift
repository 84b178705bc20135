/// Profiles, and everything about the accessible glass that happens by itself: time, changes of the tree and of claims, lifts.
extension AccessibleGlass {
    // MARK: On and off

    func setProfile(
        _ rule: ProfileRule, isOn: Bool, _ screen: Int, _ cause: AccessibilityNotice.Cause, _ time: Int64, _ output: inout FrameBuffer
    ) {
        guard screens[screen]!.isOn(rule.id) != isOn else { return }
        screens[screen]!.pendingJacks.removeAll { $0.profile == rule.id && $0.isStart == isOn }
        if isOn {
            var profile = AccessibleScreen.ActiveProfile(rule: rule, since: time)
            for (names, isHidden) in [(rule.show, false), (rule.hide, true)] {
                for region in names.compactMap(tree.region) where tree.specs[region.slot].hidden != isHidden {
                    profile.hidden.append((region, !isHidden))
                }
            }
            setHidden(profile.hidden.map { ($0.region, !$0.before) }, time, &output)
            screens[screen]!.insert(profile)
        } else {
            let profile = screens[screen]!.remove(rule.id)!
            setHidden(restored(by: profile, screen), time, &output)
            if screens[screen]!.profiles.isEmpty { endFocus(screen) }
        }
        pipeline.context.glasses.setIdleFactor(screens[screen]!.idleFactor, screen)
        pipeline.context.glasses.setTouchRules(screens[screen]!.touchRules, screen)
        pipeline.context.glasses.setHasProfile(!screens[screen]!.profiles.isEmpty, screen)
        updateHolds(screen)
        announceProfiles(screen, cause, time)
        refreshFocus(at: time, into: &output)
        updateScan(screen, time, &output)
        exploring.update(screen, time, &output)
        cue(isOn ? .on : .off, screen, time)
    }

    /// Returns the regions whose `hidden` changes when a profile ends. If another profile that is on wants something of a region, the region is as that
    /// one wants it, which restores it at its own end. A region that a client has changed since then stays as it is.
    private func restored(by ended: AccessibleScreen.ActiveProfile, _ screen: Int) -> [(region: RegionID, isHidden: Bool)] {
        var changes: [(region: RegionID, isHidden: Bool)] = []
        for (region, before) in ended.hidden where tree.directory.contains(region) {
            let isHidden = tree.specs[region.slot].hidden
            let other = screens[screen]!.profiles.indices.last { screens[screen]!.profiles[$0].rule.isHidden(tree[region].id) != nil }
            let wanted = other.flatMap { screens[screen]!.profiles[$0].rule.isHidden(tree[region].id) } ?? before
            if let other, isHidden == wanted { screens[screen]!.inherit(region, before, other) }
            if isHidden != wanted { changes.append((region, wanted)) }
        }
        return changes
    }

    /// Updates the fingers that rest to start a profile that is off, or to stop one that is on. No other profile delays a finger.
    func updateHolds(_ screen: Int) {
        var holds: [KioskGestureRule] = []
        if let state = screens[screen] {
            for profile in state.rules.profiles {
                for rule in (state.isOn(profile.id) ? profile.stop : profile.start).compactMap(\.hold) where !holds.contains(rule) {
                    holds.append(rule)
                }
            }
        }
        if pipeline.context.glasses.holds(screen) == holds { return }
        pipeline.context.glasses.setHolds(holds, screen)
        for panel in pipeline.context.panels where panel.screen == screen { panel.gate.rulesChanged(at: panel.clock.time) }
    }

    private func endFocus(_ screen: Int) {
        // The next turn must tell others no more than that the focus has left a sensitive region.
        if focusRoot(screen) != nil { _ = screens[screen]!.nextTurn(wasInside: true) }
        (screens[screen]!.focus, screens[screen]!.navigation) = (nil, nil)
    }

    private func setHidden(_ changes: [(region: RegionID, isHidden: Bool)], _ time: Int64, _ output: inout FrameBuffer) {
        if changes.isEmpty { return }
        let edits = changes.map { region, isHidden in
            var spec = tree.specs[region.slot]
            spec.hidden = isHidden
            return TreeEdit.set(spec.id, spec)
        }
        // Panels of recordings have their own time.
        let offsets = Dictionary(uniqueKeysWithValues: pipeline.context.panels.map { ($0.id, $0.clockOffset) })
        let screen = tree[changes[0].region].screen
        endClaims(before: edits, screen, time, { time &- (offsets[$0] ?? 0) }, &output)
        _ = try? pipeline.edit(edits, time: { time &- (offsets[$0] ?? 0) }, into: &output)
        notify(screen, time, .everybody, .regionsChanged(edits.map(\.region)))
    }

    /// Ends the touches of sensitive regions whose claims the edits end, as an edit by another client does (contract 2.10). The claims themselves end
    /// when the server gets the notice, because until then their owners get the ends of these touches.
    private func endClaims(
        before edits: [TreeEdit], _ screen: Int, _ time: Int64, _ panelTime: (PanelID) -> Int64, _ output: inout FrameBuffer
    ) {
        let claims = pipeline.claims
        guard !claims.isEmpty, tree.directory.hasSensitive, let sets = (try? TreeEdit.settings(edits, in: tree)) ?? nil else { return }
        var new = tree
        for (index, spec) in sets { new.set(index, spec) }
        let ended = EndedClaim.all(from: tree, to: new, claims, by: .profile(edits))
        if ended.isEmpty { return }
        for claim in ended {
            guard let root = tree.index(ofID: claim.region) else { continue }
            let since = claim.receivers.compactMap { claims[$0]?.since }.min() ?? .first
            let receivers = tree.directory.sensitive.filter { tree[$0].sensitiveRoot == root }.map { (tree[$0].id, since) }
            pipeline.abandon(
                Dictionary(receivers, uniquingKeysWith: { first, _ in first }), reason: .reload, time: panelTime, into: &output)
        }
        notify(screen, time, .everybody, .claimsEnded(ended))
    }

    func announceProfiles(_ screen: Int, _ cause: AccessibilityNotice.Cause, _ time: Int64) {
        let state = screens[screen]!
        let content = AccessibilityNotice.Content.profiles(state.profiles.map(\.rule.id), isPrivate: !state.pluggedIn.isEmpty, by: cause)
        notify(screen, time, .everybody, content)
    }

    /// Starts or stops the profiles that an event is meant for. An event that does both switches over.
    func trigger(
        _ screen: Int, _ cause: AccessibilityNotice.Cause, _ time: Int64, _ output: inout FrameBuffer, _ isMeant: (ProfileRule.Trigger) -> Bool
    ) {
        for profile in screens[screen]!.rules.profiles {
            let isOn = screens[screen]!.isOn(profile.id)
            guard (isOn ? profile.stop : profile.start).contains(where: isMeant) else { continue }
            if !isOn, isSilent(profile, cause) {
                notify(screen, time, .everybody, .noReader(profile: profile.id))
            } else {
                setProfile(profile, isOn: !isOn, screen, cause, time, &output)
            }
        }
    }

    /// Whether fingers would start a profile with which they explore while no program speaks: the screen would do nothing that its user could notice
    /// (rule P7). Keys and jacks start it, because keys still move the focus.
    private func isSilent(_ profile: ProfileRule, _ cause: AccessibilityNotice.Cause) -> Bool {
        profile.explore != nil && [.corner, .fingers, .region].contains(cause) && hasReader?() == false
    }

    // MARK: Time

    /// Sets the time at which something next happens by itself.
    func setDeadline() {
        if isAdvancing { return }
        let isPending = hasChanged || !pipeline.context.lifts.isEmpty || !pipeline.context.glasses.signals.isEmpty
        var due = isPending ? 0 : Int64.max
        for screen in screens.indices {
            guard let state = screens[screen] else { continue }
            due = min(due, state.deadline, idleDue(screen)?.time ?? .max)
        }
        pipeline.context.glasses.accessibilityDeadline = due
    }

    /// Returns the profile that ends first without a touch, and when; the profile is nil for the end of the focus.
    private func idleDue(_ screen: Int) -> (profile: ProfileRule?, time: Int64)? {
        let state = screens[screen]!
        let quiet = max(pipeline.context.glasses.quietSince(screen), state.heldAt)
        let idle = pipeline.context.glasses.rules(screen).idle
        if state.profiles.isEmpty {
            return state.focus == nil ? nil : (nil, quiet &+ (idle.first ?? AccessibleScreen.usualIdle))
        }
        return state.profiles.map { ($0.rule, max(quiet, $0.since) &+ state.idleLimit(of: $0.rule, idle)) }.min { $0.time < $1.time }
    }

    /// Returns the shortest time after a touch in which a profile, or the focus, ends.
    private func shortestIdle(_ screen: Int) -> Int64 {
        let state = screens[screen]!
        let idle = pipeline.context.glasses.rules(screen).idle
        return state.profiles.map { state.idleLimit(of: $0.rule, idle) }.min() ?? idle.first ?? AccessibleScreen.usualIdle
    }

    /// Does what is due on the accessible glass of all screens up to a time.
    ///
    /// - Parameter end: The time until which no event comes, at `time` or after it.
    func advance(to time: Int64, before end: Int64, into output: inout FrameBuffer) {
        // Keeps the calls below from coming back here.
        pipeline.context.glasses.accessibilityDeadline = .max
        isAdvancing = true
        if hasChanged {
            hasChanged = false
            endChangedProfiles(at: time, into: &output)
            refreshFocus(at: time, into: &output)
        }
        let lifts = pipeline.context.lifts
        pipeline.context.lifts = []
        for lift in lifts where screens[lift.screen] != nil {
            trigger(lift.screen, .region, lift.time, &output) { if case .region(lift.region) = $0 { true } else { false } }
        }
        for (signal, screen, time) in pipeline.context.glasses.removeSignals() where screens.indices.contains(screen) && screens[screen] != nil {
            // Whatever is due before a finger explores is done before it. Other signals come at their time.
            if signal.isExploring { while processNextDue(screen, to: time, before: time, &output) {} }
            process(signal, screen, time, &output)
        }
        for screen in screens.indices where screens[screen] != nil {
            while processNextDue(screen, to: time, before: end, &output) {}
        }
        removeEndedSections()
        isAdvancing = false
        setDeadline()
    }

    /// Processes the earliest event that is due on a screen, so that a late call keeps the order of time. Returns false if none is due.
    private func processNextDue(_ screen: Int, to time: Int64, before end: Int64, _ output: inout FrameBuffer) -> Bool {
        let (state, idle) = (screens[screen]!, idleDue(screen))
        let due = min(state.deadline, idle?.time ?? .max)
        if due > time || due == .max { return false }
        if let press = state.presses.first(where: { $0.due <= due }) {
            screens[screen]!.presses.removeAll { $0.slot == press.slot }
            lift(press, screen, &output)
        } else if let pending = state.pendingJacks.first(where: { $0.due <= due }) {
            screens[screen]!.pendingJacks.removeAll { $0.profile == pending.profile && $0.isStart == pending.isStart }
            if let rule = state.profile(pending.profile) { setProfile(rule, isOn: pending.isStart, screen, .jack, pending.due, &output) }
        } else if state.keys.deadline <= due {
            repeatKey(screen, at: due, &output)
        } else if let navigation = state.navigation, navigation.due <= due {
            expireNavigation(screen, due, &output)
        } else if let exploring = state.exploring, exploring.deadline <= due {
            self.exploring.expire(screen, due, &output)
        } else if let scan = state.scan, scan.due <= due {
            stepScan(screen, at: due, &output)
        } else if pipeline.context.isTouched(screen) {
            // Another deadline may end the touch first.
            screens[screen]!.heldAt = Glass.lastLook(from: due, every: shortestIdle(screen), before: min(end, state.deadline))
        } else if let profile = idle?.profile {
            setProfile(profile, isOn: false, screen, .idle, due, &output)
        } else {
            endFocus(screen)
        }
        return true
    }

    /// Forgets the screens that have no section any more, once nothing of theirs is down.
    private func removeEndedSections() {
        for screen in screens.indices {
            guard let state = screens[screen], tree.screens[screen].accessibility == nil, state.presses.isEmpty, state.profiles.isEmpty else {
                continue
            }
            turns[state.id] = state.lastTurn
            screens[screen] = nil
            updateHolds(screen)
        }
    }

    private func process(_ signal: FingerSignal, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        switch signal {
        case .explore(let change): return exploring.explore(change, screen, time, &output)
        case .enter(let root): return exploring.enter(root, screen, time)
        case .switchCancelled: break
        default: recordUse(screen, at: time)
        }
        switch signal {
        case .explore, .enter: break
        case .hold(let hold): trigger(screen, hold.isCorner ? .corner : .fingers, time, &output) { $0 == hold }
        case .switchDown: holdScan(screen, time)
        case .switchUp: releaseScan(screen, time, &output)
        case .switchCancelled: cancelSwitch(screen, time)
        }
    }

    // MARK: Changes of the tree

    /// Adopts the sections of a new configuration. Profiles that the configuration has changed end a little later, because their frames belong to the
    /// new tree.
    func updateScreens() {
        let old = screens.compactMap(\.self)
        if old.isEmpty, tree.screens.allSatisfy({ $0.accessibility == nil }) {
            if screens.count != tree.screens.count { screens = tree.screens.map { _ in nil } }
            return
        }
        screens = tree.screens.map { screen in
            guard var known = old.first(where: { $0.id == screen.id }) else {
                return screen.accessibility.map { AccessibleScreen(id: screen.id, $0, turn: turns[screen.id] ?? 0) }
            }
            // A screen whose section is gone keeps its state until its profiles have ended.
            known.update(screen.accessibility ?? AccessibilityRules())
            return known
        }
        for screen in old where !tree.screens.contains(where: { $0.id == screen.id }) { turns[screen.id] = screen.lastTurn }
        updateLiftWatch()
        for screen in screens.indices { updateHolds(screen) }
        recordChange()
    }

    private func endChangedProfiles(at time: Int64, into output: inout FrameBuffer) {
        for screen in screens.indices {
            guard let state = screens[screen] else { continue }
            for profile in state.profiles where state.profile(profile.rule.id) != profile.rule {
                setProfile(profile.rule, isOn: false, screen, .reload, time, &output)
            }
        }
    }

    /// Remembers which regions start or stop profiles when a finger lifts in them.
    func updateLiftWatch() { pipeline.context.watchedForLifts = Set(screens.flatMap { $0?.watchedForLifts ?? [] }) }

    /// Forgets the panel of activations, which is removed.
    func forget(_ panel: PanelID) {
        for screen in screens.indices where screens[screen]?.panel == panel {
            (screens[screen]!.panel, screens[screen]!.presses) = (nil, [])
            for group in screens[screen]!.exploring?.groups.indices ?? 0..<0 { screens[screen]!.exploring!.groups[group].passing = nil }
        }
    }

    /// Records that the tree or claims have changed, so that the focus may have to move on. This happens before anything else does.
    func recordChange() {
        if screens.allSatisfy({ $0 == nil }) { return }
        hasChanged = true
        for screen in screens.indices { screens[screen]?.orders = [:] }
        if !isAdvancing { pipeline.context.glasses.accessibilityDeadline = 0 }
    }

    /// Moves the focus on if its element is no longer a place, after a change of the tree or of claims.
    func refreshFocus(at time: Int64, into output: inout FrameBuffer) {
        for screen in screens.indices {
            guard let focus = screens[screen]?.focus else { continue }
            let ring = ring(screen, .keys)
            let root = tree.directory.contains(focus.region) ? tree[focus.region].sensitiveRoot : nil
            if ring.contains(focus.region) || root == focus.region && ring.contains(where: { tree[$0].sensitiveRoot == root }) {
                screens[screen]!.focus!.ring = ring
                continue
            }
            // The claim of the sensitive region is over: the focus stays on the region, as others know it.
            if let root, ring.contains(root) {
                screens[screen]!.focus = AccessibleScreen.Focus(region: root, ring: ring)
                continue
            }
            let place = focus.ring.firstIndex(of: focus.region) ?? 0
            let after = focus.ring[place...] + focus.ring[..<place]
            if let next = after.first(where: { ring.contains($0) }) ?? ring.first {
                setFocus(next, .next, screen, .keys, .tree, time, &output)
            } else {
                endFocus(screen)
            }
        }
    }
}
