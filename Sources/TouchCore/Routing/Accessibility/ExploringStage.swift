/// Exploring by touch: fingers move the focus instead of touching, and gestures activate what has it (contract 10, rules E1 to E14).
///
/// Fingers that come down in a sensitive region explore in it alone, together with no others, and everybody but its owner learns nothing of it
/// (contract 2.10): the focus goes to the region at the moment when the contact comes down (`enter`), and stays on it whatever the finger does.
struct ExploringStage {
    let glass: AccessibleGlass

    private var pipeline: TouchPipeline { glass.pipeline }
    private var tree: RegionTree { glass.tree }

    /// Starts exploring when a profile with it goes on. When it ends, fingers that explore are dead until they lift.
    func update(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        let rule = glass.screens[screen]!.exploreRule
        if glass.screens[screen]!.exploring?.rule == rule { return }
        for group in glass.screens[screen]!.exploring?.groups.indices ?? 0..<0 { pass(.cancelled, nil, .rule, group, screen, time, &output) }
        glass.screens[screen]!.exploring = rule.map { AccessibleScreen.Exploring(rule: $0) }
        pipeline.context.glasses.setExploring(rule != nil, screen)
        pipeline.context.glasses.setTapPending(false, screen)
    }

    // MARK: Fingers

    /// Processes a change of a finger.
    func explore(_ change: ExploringChange, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        // A contact in a sensitive region was recorded when it came down, without its place.
        if change.root == nil { glass.recordUse(screen, at: time, told: time &- change.clockOffset) }
        guard glass.screens[screen]!.exploring != nil, let group = group(change, screen) else { return }
        let effects = glass.screens[screen]!.exploring!.groups[group].machine.handle(change, at: time, hasFocus: hasFocus(change.root, screen))
        apply(effects, change.root, screen, time, &output)
    }

    /// Returns the index of the fingers to which a change belongs. The first one that comes down makes the group.
    private func group(_ change: ExploringChange, _ screen: Int) -> Int? {
        if let index = index(of: change.root, screen) { return index }
        guard change.phase == .began, let exploring = glass.screens[screen]!.exploring else { return nil }
        let machine = Exploration(exploring.rule, tree.screens[screen].size)
        glass.screens[screen]!.exploring!.groups.append(AccessibleScreen.Exploring.Group(root: change.root, machine: machine))
        return exploring.groups.count
    }

    private func index(of root: RegionID?, _ screen: Int) -> Int? { glass.screens[screen]?.exploring?.groups.firstIndex { $0.root == root } }

    /// Does what is due for the fingers that explore.
    func expire(_ screen: Int, _ due: Int64, _ output: inout FrameBuffer) {
        guard let group = glass.screens[screen]!.exploring!.groups.first(where: { $0.machine.deadline <= due }),
            let index = index(of: group.root, screen)
        else { return expireQuestion(screen, due) }
        let effects = glass.screens[screen]!.exploring!.groups[index].machine.expire(hasFocus: hasFocus(group.root, screen))
        apply(effects, group.root, screen, due, &output)
    }

    /// Whether an element has the focus, for fingers outside sensitive regions or in one of them.
    private func hasFocus(_ root: RegionID?, _ screen: Int) -> Bool {
        root == nil ? glass.screens[screen]!.focus != nil : glass.focusRoot(screen) == root
    }

    private func apply(_ effects: [Exploration.Effect], _ root: RegionID?, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        for effect in effects { apply(effect, root, screen, time, &output) }
        guard let index = index(of: root, screen) else { return }
        let group = glass.screens[screen]!.exploring!.groups[index]
        if root == nil { pipeline.context.glasses.setTapPending(group.machine.isTapPending, screen) }
        // The region may be gone when its next finger comes down.
        if root != nil, group.machine.isIdle, group.passing == nil { glass.screens[screen]!.exploring!.groups.remove(at: index) }
    }

    private func apply(_ effect: Exploration.Effect, _ root: RegionID?, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        guard let index = index(of: root, screen) else { return }
        let asker = AccessibleGlass.Asker.finger(isInjected: glass.screens[screen]!.exploring!.groups[index].machine.isInjected)
        // Only the owner may learn what a finger does in a sensitive region. While the region has no owner, or the focus is elsewhere, its fingers do nothing.
        let isSecret = root.map { glass.focusRoot(screen) != $0 || glass.owner(of: $0) == nil } ?? false
        if isSecret || pipeline.context.glasses.mode(screen) != .normal {
            if case .pass(let phase, let place, let reason) = effect, phase != .began { pass(phase, place, reason, index, screen, time, &output) }
            return
        }
        switch effect {
        case .explore(let place, let isNew): explore(place, isNew: isNew, index, asker, screen, time)
        case .lift(let place): type(at: place, index, asker, screen, time, &output)
        case .activate: activate(asker, screen, time, &output)
        case .refuse: glass.cue(.refuse, screen, time)
        case .navigate(let move):
            do throws(AccessibilityRefusal) {
                if let root {
                    try moveInside(root, move, screen, asker, time, &output)
                } else {
                    try glass.move(move, screen, asker, .explore, time, &output)
                }
            } catch { glass.cue(error == .noElement ? .nothing : .refuse, screen, time) }
        case .gesture(let gesture): announce(gesture, root, screen, time)
        case .pass(.began, let place, _): beginPassing(place, index, asker, screen, time, &output)
        case .pass(let phase, let place, let reason): pass(phase, place, reason, index, screen, time, &output)
        }
    }

    // MARK: The focus

    /// Puts the focus on a sensitive region in which a finger has come down.
    func enter(_ root: RegionID, _ screen: Int, _ time: Int64) {
        guard glass.screens[screen]!.exploring != nil, tree.directory.contains(root), tree[root].sensitiveRoot == root else { return }
        let places = glass.places(screen, .finger(isInjected: false))
        guard places.all.contains(root) || places.all.contains(where: { tree[$0].sensitiveRoot == root }) else { return }
        // The owner hears of the element when the finger explores it; others hear of the region once.
        if glass.focusRoot(screen) == root, glass.owner(of: root) != nil { return }
        focus(on: root, screen, time)
    }

    private func focus(on region: RegionID, _ screen: Int, _ time: Int64) {
        let before = glass.focusRoot(screen)
        glass.screens[screen]!.navigation = nil
        // Made now, because others would learn of it when a finger first activates something in the region.
        if tree[region].sensitiveRoot != nil { _ = glass.panelOfActivations(screen) }
        glass.screens[screen]!.focus = AccessibleScreen.Focus(region: region, ring: glass.ring(screen, .keys))
        glass.announceFocus(wasIn: before, screen, .explore, time)
    }

    /// Returns the element at a place for a group of fingers; nil if there is none, or none that they may reach.
    private func element(at place: Point, _ group: Int, _ asker: AccessibleGlass.Asker, _ screen: Int) -> RegionID? {
        pipeline.context.tree.refreshIndex()
        let places = glass.places(screen, asker)
        let found = AccessibleTree(tree).explored(at: place, screen: screen, places)
        let hitRoot = (found.element ?? found.hit).flatMap { tree[$0].sensitiveRoot }
        if let root = glass.screens[screen]!.exploring!.groups[group].root { return hitRoot == root ? found.element : nil }
        guard let hitRoot else { return found.element }
        if asker == .finger(isInjected: true) { return nil }
        // Between the elements of a sensitive region the focus is on the region, as for others.
        return found.element ?? (glass.isOpen(hitRoot, asker) ? hitRoot : nil)
    }

    private func explore(_ place: Point, isNew: Bool, _ group: Int, _ asker: AccessibleGlass.Asker, _ screen: Int, _ time: Int64) {
        let element = element(at: place, group, asker, screen)
        let last = glass.screens[screen]!.exploring!.groups[group].element
        glass.screens[screen]!.exploring!.groups[group].element = element
        guard let element else {
            if isNew || last != nil { glass.cue(.nothing, screen, time) }
            return
        }
        if tree.isSurface(element), tree[element].sensitiveRoot == nil {
            return exploreSurface(element, place, isNew: isNew || last != element, group, screen, time)
        }
        glass.screens[screen]!.exploring!.groups[group].place = nil
        let focused = glass.screens[screen]!.focus?.region
        // Between the elements of a sensitive region that has the focus, it stays where it is.
        if tree[element].sensitiveRoot == element, glass.focusRoot(screen) == element, glass.owner(of: element) != nil {
            if isNew || last != element { glass.cue(.nothing, screen, time) }
            return
        }
        if isNew || focused != element { focus(on: element, screen, time) }
    }

    /// Says that a finger explores a surface. A program that reads the application answers with the element there.
    ///
    /// - Parameter isNew: Whether the finger has come down, or has come to the surface from elsewhere.
    private func exploreSurface(_ surface: RegionID, _ place: Point, isNew: Bool, _ group: Int, _ screen: Int, _ time: Int64) {
        if !isNew, glass.screens[screen]!.exploring!.groups[group].place == place { return }
        glass.screens[screen]!.exploring!.groups[group].place = place
        let wasInside = glass.focusRoot(screen) != nil
        glass.screens[screen]!.navigation = nil
        // The element of the application is unknown until its reader answers.
        if glass.screens[screen]!.focus?.region == surface {
            glass.screens[screen]!.focus!.activationPoint = nil
        } else {
            glass.screens[screen]!.focus = AccessibleScreen.Focus(region: surface, ring: glass.ring(screen, .keys))
        }
        if isNew { glass.screens[screen]!.exploring!.question = (surface, time &+ AccessibleScreen.answerWithin) }
        let turn = glass.screens[screen]!.nextTurn(wasInside: wasInside)
        glass.notify(screen, time, .accessible, .explore(surface: tree[surface].id, turn: turn, place))
    }

    /// Says that the focus is on a surface as a whole, because no program has answered what a finger has found there.
    private func expireQuestion(_ screen: Int, _ time: Int64) {
        guard let question = glass.screens[screen]!.exploring!.question else { return }
        glass.screens[screen]!.exploring!.question = nil
        guard glass.screens[screen]!.focus?.region == question.surface, glass.screens[screen]!.navigation == nil,
            pipeline.context.glasses.mode(screen) == .normal
        else { return }
        glass.announceFocus(wasIn: nil, screen, .explore, time)
    }

    /// Moves the focus within a sensitive region, in which the finger has come down.
    private func moveInside(
        _ root: RegionID, _ move: FocusMove, _ screen: Int, _ asker: AccessibleGlass.Asker, _ time: Int64, _ output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        guard move == .next || move == .previous else { return try glass.step(move, screen, asker, time, &output) }
        let ring = glass.ring(screen, asker).filter { tree[$0].sensitiveRoot == root }
        let focused = glass.screens[screen]!.focus?.region
        let place = glass.nextPlace(in: ring, after: focused == root ? nil : focused, move)
        if !ring.indices.contains(place) { return glass.cue(.end, screen, time) }
        glass.setFocus(ring[place], move, screen, asker, .explore, time, &output)
    }

    private func announce(_ gesture: AccessibilityGesture, _ root: RegionID?, _ screen: Int, _ time: Int64) {
        guard let root else { return glass.notify(screen, time, .accessible, .gesture(gesture)) }
        if let owner = glass.owner(of: root) { glass.notify(screen, time, .owner(owner), .gesture(gesture)) }
    }

    // MARK: Activation

    private func activate(_ asker: AccessibleGlass.Asker, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        do throws(AccessibilityRefusal) { try glass.activateFocus(screen, asker, time, &output) } catch { glass.cue(.refuse, screen, time) }
    }

    /// Activates the key that has the focus if the finger that explores has lifted on it, and the profile types so.
    private func type(at place: Point, _ group: Int, _ asker: AccessibleGlass.Asker, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        guard glass.screens[screen]!.exploring!.rule.keys == .lift, let focused = glass.screens[screen]!.focus?.region,
            tree.specs[focused.slot].accessibility?.role == .key, element(at: place, group, asker, screen) == focused
        else { return }
        activate(asker, screen, time, &output)
    }

    // MARK: Passing

    /// Begins a touch at the element that has the focus, which moves as the finger does.
    private func beginPassing(_ place: Point, _ group: Int, _ asker: AccessibleGlass.Asker, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer)
    {
        guard let point = passingPoint(asker, screen), let slot = glass.freeSlot(screen) else {
            return glass.cue(.refuse, screen, time)
        }
        glass.screens[screen]!.exploring!.groups[group].passing = AccessibleScreen.Exploring.Passing(
            slot: slot, offset: point - place, location: point)
        glass.cue(.passing, screen, time)
        let began = ContactChange(slot: slot, phase: .began, location: point)
        pipeline.handle([began], panel: glass.panelOfActivations(screen), at: time, isSilent: true, into: &output)
    }

    /// Returns the point at which a finger is passed through; nil if it would not reach the element that has the focus.
    private func passingPoint(_ asker: AccessibleGlass.Asker, _ screen: Int) -> Point? {
        guard let focus = glass.screens[screen]!.focus, pipeline.context.glasses.mode(screen) == .normal else { return nil }
        if let root = tree[focus.region].sensitiveRoot, !glass.isPlace(focus.region, in: root, screen, asker) { return nil }
        pipeline.context.tree.refreshIndex()
        let point = tree.isSurface(focus.region) ? focus.activationPoint : AccessibleTree(tree).activationPoint(of: focus.region)
        return point.flatMap { AccessibleTree(tree).isActivated(focus.region, by: $0) ? $0 : nil }
    }

    /// Moves or ends the touch of a finger that is passed through, if there is one.
    ///
    /// - Parameter place: The place of the finger; nil for the last one.
    private func pass(
        _ phase: TouchPhase, _ place: Point?, _ reason: CancelReason?, _ group: Int, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer
    ) {
        guard var passing = glass.screens[screen]!.exploring!.groups[group].passing, let panel = glass.screens[screen]!.panel,
            pipeline.context.panels[panel] != nil
        else { return }
        if let place { passing.location = place + passing.offset }
        glass.screens[screen]!.exploring!.groups[group].passing = phase.isTerminal ? nil : passing
        let change = ContactChange(
            slot: passing.slot, phase: phase, reason: phase == .cancelled ? reason ?? .rule : nil, location: passing.location)
        pipeline.handle([change], panel: panel, at: time, isSilent: true, into: &output)
    }
}
