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
            // A region that a client has changed since then stays as it is.
            let back = profile.hidden.filter { tree.directory.contains($0.region) && tree.specs[$0.region.slot].hidden != $0.before }
            setHidden(back.map { ($0.region, $0.before) }, time, &output)
            if screens[screen]!.profiles.isEmpty { endFocus(screen) }
        }
        pipeline.context.glasses.setIdleFactor(screens[screen]!.idleFactor, screen)
        announceProfiles(screen, cause, time)
        refreshFocus(at: time, into: &output)
        cue(isOn ? .on : .off, screen, time)
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
        _ = try? pipeline.edit(edits, time: { _ in time }, into: &output)
        notify(tree[changes[0].region].screen, time, .everybody, .regionsChanged(edits.map(\.region)))
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
            if (isOn ? profile.stop : profile.start).contains(where: isMeant) { setProfile(profile, isOn: !isOn, screen, cause, time, &output) }
        }
    }

    // MARK: Time

    /// Sets the time at which something next happens by itself.
    func setDeadline() {
        if isAdvancing { return }
        var due = hasChanged ? 0 : Int64.max
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

    /// Does what is due on the accessible glass of all screens up to a time.
    func advance(to time: Int64, into output: inout FrameBuffer) {
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
        for screen in screens.indices where screens[screen] != nil {
            for press in screens[screen]!.presses where press.due <= time {
                screens[screen]!.presses.removeAll { $0.slot == press.slot }
                lift(press, screen, &output)
            }
            for pending in screens[screen]!.pendingJacks where pending.due <= time {
                screens[screen]!.pendingJacks.removeAll { $0.profile == pending.profile && $0.isStart == pending.isStart }
                if let rule = screens[screen]!.profile(pending.profile) {
                    setProfile(rule, isOn: pending.isStart, screen, .jack, pending.due, &output)
                }
            }
            if let navigation = screens[screen]!.navigation, navigation.due <= time { expireNavigation(screen, navigation.due, &output) }
            while let due = idleDue(screen), due.time <= time {
                if pipeline.context.isTouched(screen) {
                    screens[screen]!.heldAt = time
                } else if let profile = due.profile {
                    setProfile(profile, isOn: false, screen, .idle, due.time, &output)
                } else {
                    endFocus(screen)
                }
            }
        }
        isAdvancing = false
        setDeadline()
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
            guard let rules = screen.accessibility else { return nil }
            guard var known = old.first(where: { $0.id == screen.id }) else { return AccessibleScreen(id: screen.id, rules) }
            known.update(rules)
            return known
        }
        updateLiftWatch()
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
        for screen in screens.indices where screens[screen]?.panel == panel { (screens[screen]!.panel, screens[screen]!.presses) = (nil, []) }
    }

    /// Records that the tree or claims have changed, so that the focus may have to move on. This happens before anything else does.
    func recordChange() {
        if screens.allSatisfy({ $0 == nil }) { return }
        hasChanged = true
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
