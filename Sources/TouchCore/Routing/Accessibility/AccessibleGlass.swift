/// The accessible glass of all screens: what keys, jacks and clients do, and what happens by itself (contract 10). Nothing here runs for a screen
/// without the section.
public final class AccessibleGlass {
    /// The source of a move of the focus, which decides what of sensitive regions it reaches.
    enum Asker: Hashable {
        case keys, client(Int)
        /// The focus goes on by itself. Sensitive regions are closed for it.
        case scan
        /// A finger that explores. Sensitive regions are closed for one that a client injects.
        case finger(isInjected: Bool)

        var isClient: Bool { if case .client = self { true } else { false } }
    }

    unowned let pipeline: TouchPipeline
    /// The state of each screen, in the order of the tree's screens; nil for screens without the section.
    var screens: [AccessibleScreen?] = []
    /// Whether the tree or claims have changed since the last call of `advance`.
    var hasChanged = false
    /// The turns with which screens go on whose section comes back, by screen id.
    var turns: [String: UInt64] = [:]
    /// Whether `advance` is running.
    var isAdvancing = false
    /// Makes the panel of a screen for the touches of activations; nil: the pipeline makes one itself.
    public var makePanel: ((_ screen: Int) -> PanelID)?
    /// Returns whether a program gets the lines about the accessible glass and may speak them; nil if one always does.
    public var hasReader: (() -> Bool)?

    init(_ pipeline: TouchPipeline) {
        self.pipeline = pipeline
        screens = pipeline.tree.screens.map { screen in screen.accessibility.map { AccessibleScreen(id: screen.id, $0) } }
        updateLiftWatch()
        for screen in screens.indices where screens[screen] != nil { updateHolds(screen) }
    }

    var tree: RegionTree { pipeline.tree }
    /// The fingers that explore.
    var exploring: ExploringStage { ExploringStage(glass: self) }

    /// The profiles that are on, by screen; nil for screens without the section.
    public var activeProfiles: [[String]?] { screens.map { $0.map { $0.profiles.map(\.rule.id) } } }

    // MARK: Keypads

    /// Processes a press of a key of a keypad: first its action, then the profiles that it starts or stops.
    ///
    /// - Parameters:
    ///   - timing: When the key acts again while it is held, and for how long another press of it does nothing.
    ///   - time: Event time, in µs, on the loop's clock.
    public func press(
        _ key: KeypadKey, _ action: KeypadAction?, _ timing: KeyTiming = KeyTiming(), screen: Int, at time: Int64, into output: inout FrameBuffer
    ) {
        guard screens[screen] != nil else { return }
        pipeline.advanceScreens(to: time, into: &output)
        guard screens[screen] != nil, isOperable(screen) else { return }
        guard screens[screen]!.keys.press(key, timing, at: time) else { return }
        defer { setDeadline() }
        if pipeline.context.glasses.pressKey(screen, at: time) { return }
        recordUse(screen, at: time)
        // A person who has one switch starts the profile with it, and then chooses with it.
        let isSwitch = screens[screen]!.scan != nil && (action == .activate || action == nil && !isTrigger(key.name, screen))
        if isSwitch {
            pressSwitch(screen, time, &output)
        } else if let action {
            let before = focusRoot(screen)
            perform(action, screen, time, &output)
            // While the focus stays in a sensitive region, the next step would tell others when the keys were pressed, and so how far it went.
            if before == nil || focusRoot(screen) != before { continueScan(screen, time) }
            if action.repeats, let repetition = timing.repetition { screens[screen]!.keys.hold(key, action, repetition, since: time) }
        }
        trigger(screen, .key, time, &output) { if case .key(key.name) = $0 { true } else { false } }
    }

    /// Whether a key starts or stops a profile now.
    private func isTrigger(_ key: String, _ screen: Int) -> Bool {
        let state = screens[screen]!
        return state.rules.profiles.contains { (state.isOn($0.id) ? $0.stop : $0.start).contains(.key(key)) }
    }

    /// Processes the release of a key: it no longer acts again.
    public func release(_ key: KeypadKey, screen: Int, at time: Int64, into output: inout FrameBuffer) {
        guard screens[screen] != nil else { return }
        pipeline.advanceScreens(to: time, into: &output)
        screens[screen]?.keys.release(key)
        setDeadline()
    }

    /// Whether keys act on a screen: not while it is locked or being cleaned.
    private func isOperable(_ screen: Int) -> Bool { pipeline.context.glasses.mode(screen) == .normal }

    /// Repeats the held key that is due first. A repetition is no use of the screen, because a key that is stuck must not keep a profile on.
    func repeatKey(_ screen: Int, at time: Int64, _ output: inout FrameBuffer) {
        guard let next = screens[screen]!.keys.removeDue(at: time) else { return }
        if isOperable(screen) { perform(next.action, screen, next.time, &output) } else { screens[screen]!.keys.releaseAll() }
    }

    private func perform(_ action: KeypadAction, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        do throws(AccessibilityRefusal) {
            switch action {
            case .next: try move(.next, screen, .keys, .key, time, &output)
            case .previous: try move(.previous, screen, .keys, .key, time, &output)
            case .increment: try move(.increment, screen, .keys, .key, time, &output)
            case .decrement: try move(.decrement, screen, .keys, .key, time, &output)
            case .activate: try activateFocus(screen, .keys, time, &output)
            case .extend: break
            case .repeat: cue(.repeat, screen, time)
            case .pause: cue(.pause, screen, time)
            case .volumeUp: cue(.volumeUp, screen, time)
            case .volumeDown: cue(.volumeDown, screen, time)
            case .rateUp: cue(.rateUp, screen, time)
            case .rateDown: cue(.rateDown, screen, time)
            case .help: cue(.help, screen, time)
            }
        } catch { cue(error == .noElement ? .nothing : .refuse, screen, time) }
    }

    /// Processes a plug that goes into a jack or out of it.
    public func setJack(_ jack: String, isIn: Bool, screen: Int, at time: Int64, into output: inout FrameBuffer) {
        pipeline.advanceScreens(to: time, into: &output)
        guard let state = screens[screen] else { return }
        guard state.pluggedIn.contains(jack) != isIn else { return }
        if isIn { screens[screen]!.pluggedIn.insert(jack) } else { screens[screen]!.pluggedIn.remove(jack) }
        screens[screen]!.pendingJacks.removeAll { $0.jack == jack }
        var changes = false
        for profile in state.rules.profiles {
            for trigger in isIn ? profile.start : profile.stop {
                guard case .jack(jack, let after) = trigger, state.isOn(profile.id) != isIn else { continue }
                if after > 0 {
                    let pending = AccessibleScreen.PendingJack(jack: jack, profile: profile.id, isStart: isIn, due: time &+ after)
                    screens[screen]!.pendingJacks.append(pending)
                } else {
                    setProfile(profile, isOn: isIn, screen, .jack, time, &output)
                    changes = true
                }
            }
        }
        // The line also says whether private texts may be spoken.
        if !changes { announceProfiles(screen, .jack, time) }
        setDeadline()
    }

    // MARK: Requests

    /// Switches a profile on or off for a client.
    public func setProfile(
        _ id: String, isOn: Bool, screen: Int, at time: Int64, into output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        pipeline.advanceScreens(to: time, into: &output)
        let state = try section(screen)
        guard let profile = state.profile(id) else { throw .noProfile(id, screen: state.id) }
        recordUse(screen, at: time)
        setProfile(profile, isOn: isOn, screen, .request, time, &output)
        setDeadline()
    }

    /// Moves the focus for a client.
    public func moveFocus(
        _ move: FocusMove, screen: Int, turn: UInt64?, by client: Int, at time: Int64, into output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        try beginRequest(screen, turn, client, time, &output)
        try self.move(move, screen, .client(client), .request, time, &output)
        setDeadline()
    }

    /// Puts the focus on a region for a client.
    public func setFocus(
        _ id: String, screen: Int, turn: UInt64?, by client: Int, at time: Int64, into output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        try beginRequest(screen, turn, client, time, &output)
        guard let region = tree.region(ofID: id), tree[region].screen == screen else { throw .noRegion(id) }
        if let root = tree[region].sensitiveRoot, root != region, !isOpen(root, .client(client)) { throw .notYours(id) }
        guard ring(screen, .client(client)).contains(region) else { throw .notAnElement(id) }
        setFocus(region, .next, screen, .client(client), .request, time, &output)
        setDeadline()
    }

    /// Puts the focus on an element of an application, whose surface has the focus. A step passes over the element if a region that is an element itself
    /// lies in front of its middle, such as the one that a page has made of the same button: the focus reaches that region by itself.
    ///
    /// - Parameter element: The element; its region is ignored.
    public func setFocus(
        element: (AccessibleElement, activationPoint: Point?), screen: Int, turn: UInt64?, by client: Int, at time: Int64,
        into output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        try beginRequest(screen, turn, client, time, &output)
        guard let focus = screens[screen]!.focus, tree.isSurface(focus.region), tree[focus.region].sensitiveRoot == nil else { throw .noSurface }
        if let navigation = screens[screen]!.navigation, navigation.move == .next || navigation.move == .previous,
            isCovered(element.0.frame, focus.region, screen)
        {
            // An application may have more of them than anybody waits for.
            if time >= navigation.passesUntil {
                expireNavigation(screen, time, &output)
            } else {
                navigate(focus.region, navigation.move, screen, navigation.cause, time)
                screens[screen]!.navigation!.passesUntil = navigation.passesUntil
            }
            return setDeadline()
        }
        screens[screen]!.navigation = nil
        screens[screen]!.exploring?.question = nil
        screens[screen]!.focus!.activationPoint = element.activationPoint
        let surface = tree[focus.region]
        let turn = screens[screen]!.nextTurn(wasInside: false)
        notify(screen, time, .accessible, .focus(element.0.in(surface.id, path: surface.path), turn: turn, by: .request))
        setDeadline()
    }

    /// Activates the element that has the focus, for a client.
    public func activate(screen: Int, turn: UInt64?, by client: Int, at time: Int64, into output: inout FrameBuffer) throws(AccessibilityRefusal) {
        try beginRequest(screen, turn, client, time, &output)
        defer { setDeadline() }
        if pipeline.context.glasses.mode(screen) != .normal { throw .closed(screen: screens[screen]!.id) }
        try activateFocus(screen, .client(client), time, &output)
    }

    /// Restarts the times after which the screen is idle and profiles end.
    public func extend(screen: Int, at time: Int64, into output: inout FrameBuffer) throws(AccessibilityRefusal) {
        pipeline.advanceScreens(to: time, into: &output)
        _ = try section(screen)
        recordUse(screen, at: time)
        setDeadline()
    }

    private func section(_ screen: Int) throws(AccessibilityRefusal) -> AccessibleScreen {
        guard let state = screens[screen] else { throw .noSection(screen: tree.screens[screen].id) }
        return state
    }

    private func beginRequest(
        _ screen: Int, _ turn: UInt64?, _ client: Int, _ time: Int64, _ output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        // This may remove the section, if the configuration has dropped it.
        pipeline.advanceScreens(to: time, into: &output)
        let state = try section(screen)
        let last = state.lastTurn(isOwner: focusRoot(screen).map { isOpen($0, .client(client)) } ?? false)
        if let turn, turn < last { throw .stale(last) }
        recordUse(screen, at: time)
    }

    // MARK: Sensitive regions

    /// The outermost sensitive region around the focus.
    func focusRoot(_ screen: Int) -> RegionID? { screens[screen]?.focus.flatMap { tree[$0.region].sensitiveRoot } }

    /// Returns the client that has claimed a sensitive region, with everything in it; nil if nobody has. Who has claimed only a part of it sees only
    /// that part, so for the focus the region has no owner then.
    func owner(of root: RegionID) -> Int? { tree.ownership.claim(of: root)?.owner }

    /// Whether a region is a place of the asker's order that it may operate, in an outermost sensitive region.
    func isPlace(_ region: RegionID, in root: RegionID, _ screen: Int, _ asker: Asker) -> Bool {
        isOpen(root, asker) && (region != root || ring(screen, asker).contains(root))
    }

    /// Whether the elements in a sensitive region are places for the asker. Keys reach them if somebody can speak them.
    func isOpen(_ root: RegionID, _ asker: Asker) -> Bool {
        guard let owner = owner(of: root) else { return false }
        return asker == .keys || asker == .client(owner) || asker == .finger(isInjected: false)
    }

    func ring(_ screen: Int, _ asker: Asker) -> [RegionID] {
        func computed() -> [RegionID] { AccessibleTree(tree).focusRing(ofScreen: screen) { isOpen($0, asker) } }
        if let known = screens[screen]?.orders[asker] {
            assert(known.ring == computed(), "the order of the focus has changed unnoticed")
            return known.ring
        }
        let ring = computed()
        screens[screen]?.orders[asker] = AccessibleScreen.Order(ring: ring)
        return ring
    }

    /// The places of the focus that a finger finds, or that lie in front of an application.
    func places(_ screen: Int, _ asker: Asker) -> ExploredPlaces {
        let ring = ring(screen, asker)
        if let known = screens[screen]?.orders[asker]?.places { return known }
        let places = ExploredPlaces(ring, in: tree)
        screens[screen]?.orders[asker]?.places = places
        return places
    }

    // MARK: Notices

    func notify(_ screen: Int, _ time: Int64, _ audience: AccessibilityNotice.Audience, _ content: AccessibilityNotice.Content) {
        pipeline.context.glasses.append(
            .accessibility(AccessibilityNotice(screen: tree.screens[screen].id, time: time, audience: audience, content: content)))
    }

    /// Sends a cue to everybody, or, while the focus is in a sensitive region, to its owner alone.
    func cue(_ cue: AccessibilityNotice.Cue, _ screen: Int, _ time: Int64) {
        guard let root = focusRoot(screen) else { return notify(screen, time, .accessible, .cue(cue)) }
        if let owner = owner(of: root) { notify(screen, time, .owner(owner), .cue(cue)) }
    }

    /// Records a use of the screen, so that it is not idle. While the focus is in a sensitive region, the time is rounded down to the second and
    /// `lastTouch` stays: exact times would reveal the rhythm of typing.
    ///
    /// - Parameter told: Event time, as clients get it, if it is not on the loop's clock.
    func recordUse(_ screen: Int, at time: Int64, told: Int64? = nil) {
        if focusRoot(screen) == nil {
            pipeline.context.glasses.recordTouch(screen, at: time, told: told ?? time, isOpen: true)
        } else {
            pipeline.context.glasses.recordHiddenUse(screen, at: time - time % 1_000_000)
        }
    }
}
