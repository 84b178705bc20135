/// The moves of the focus, and activations (rules F1 to F6).
extension AccessibleGlass {
    func move(
        _ move: FocusMove, _ screen: Int, _ asker: Asker, _ cause: AccessibilityNotice.Cause, _ time: Int64, _ output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        switch move {
        case .increment, .decrement: try step(move, screen, asker, time, &output)
        case .next, .previous:
            if let focus = screens[screen]!.focus, tree.isSurface(focus.region), tree[focus.region].sensitiveRoot == nil {
                // A program that reads the application moves the focus in it. If it asks for the same move, the focus is at the application's end.
                let navigation = screens[screen]!.navigation
                let isAnswer = navigation?.move == move && asker.isClient
                if !isAnswer { return navigate(focus.region, move, screen, cause, time) }
                return try leave(move, screen, asker, cause, time, &output, isStep: navigation?.cause == .scan)
            }
            try leave(move, screen, asker, cause, time, &output, isStep: cause == .scan)
        }
    }

    /// Moves the focus to the next place of the order, whatever has it now.
    ///
    /// - Parameter isStep: Whether this is a step of the scan, perhaps an answer to one.
    private func leave(
        _ move: FocusMove, _ screen: Int, _ asker: Asker, _ cause: AccessibilityNotice.Cause, _ time: Int64, _ output: inout FrameBuffer,
        isStep: Bool
    ) throws(AccessibilityRefusal) {
        let ring = ring(screen, asker)
        if ring.isEmpty { throw .noElement }
        var place = nextPlace(in: ring, after: screens[screen]!.focus?.region, move)
        if !ring.indices.contains(place) {
            if isStep, countRound(screen, time) { return }
            place = place < 0 ? ring.count - 1 : 0
            cue(.end, screen, time)
        }
        setFocus(ring[place], move, screen, asker, cause, time, &output)
    }

    /// Returns the place after or before the current one; outside the order at its ends.
    func nextPlace(in ring: [RegionID], after region: RegionID?, _ move: FocusMove) -> Int {
        let isNext = move == .next
        guard let region else { return isNext ? 0 : ring.count - 1 }
        let root = tree[region].sensitiveRoot
        if let place = ring.firstIndex(of: region) ?? root.flatMap({ ring.firstIndex(of: $0) }) { return place + (isNext ? 1 : -1) }
        // The focus is on a sensitive region whose elements are places for the asker.
        if let root, let first = ring.firstIndex(where: { tree[$0].sensitiveRoot == root }) { return isNext ? first : first - 1 }
        return isNext ? 0 : ring.count - 1
    }

    /// Puts the focus on a place, scrolls it into view, and says so.
    func setFocus(
        _ region: RegionID, _ move: FocusMove, _ screen: Int, _ asker: Asker, _ cause: AccessibilityNotice.Cause, _ time: Int64,
        _ output: inout FrameBuffer
    ) {
        let before = focusRoot(screen)
        screens[screen]!.navigation = nil
        if tree.isSurface(region), tree[region].sensitiveRoot == nil {
            screens[screen]!.focus = AccessibleScreen.Focus(region: region, ring: ring(screen, .keys))
            return navigate(region, move, screen, cause, time, wasInside: before != nil)
        }
        // Made now, because others would learn of it when the focus first steps a value or scrolls in the region.
        if tree[region].sensitiveRoot != nil { _ = panelOfActivations(screen) }
        scrollIntoView(region, screen, time, &output)
        screens[screen]!.focus = AccessibleScreen.Focus(region: region, ring: ring(screen, .keys))
        announceFocus(wasIn: before, screen, cause, time)
    }

    func announceFocus(wasIn before: RegionID?, _ screen: Int, _ cause: AccessibilityNotice.Cause, _ time: Int64) {
        let region = screens[screen]!.focus!.region
        guard let root = tree[region].sensitiveRoot else {
            let turn = screens[screen]!.nextTurn(wasInside: before != nil)
            return notify(screen, time, .accessible, .focus(AccessibleTree(tree).element(region), turn: turn, by: cause))
        }
        let owner = owner(of: root)
        if before == root, region != root, let owner {
            let turn = screens[screen]!.nextInnerTurn()
            return notify(screen, time, .owner(owner), .focus(AccessibleTree(tree).element(region), turn: turn, by: cause))
        }
        let turn = screens[screen]!.nextTurn(wasInside: before != nil)
        let closed = AccessibleTree(tree).element(root, isClosed: true)
        guard let owner, region != root else { return notify(screen, time, .accessible, .focus(closed, turn: turn, by: cause)) }
        notify(screen, time, .others(than: owner), .focus(closed, turn: turn, by: cause))
        notify(screen, time, .owner(owner), .focus(AccessibleTree(tree).element(region), turn: turn, by: cause))
    }

    /// True if a different element lies in front of the middle of a box on a surface. A sensitive region counts as a whole, whoever has claimed it, so the
    /// answer tells nothing of what is in it.
    ///
    /// - Parameter box: The box, in points of the screen; nothing covers an empty one.
    func isCovered(_ box: Rect, _ surface: RegionID, _ screen: Int) -> Bool {
        if box.size.width <= 0 || box.size.height <= 0 { return false }
        pipeline.context.tree.refreshIndex()
        let found = AccessibleTree(tree).explored(at: box.center, screen: screen, places(screen, .scan))
        if let hit = found.hit, tree[hit].sensitiveRoot != nil { return true }
        return found.element.map { $0 != surface } ?? false
    }

    func navigate(
        _ surface: RegionID, _ move: FocusMove, _ screen: Int, _ cause: AccessibilityNotice.Cause, _ time: Int64, wasInside: Bool = false
    ) {
        let turn = screens[screen]!.nextTurn(wasInside: wasInside)
        var asked = screens[screen]!.navigation?.asked ?? []
        asked.insert(surface)
        screens[screen]!.navigation = AccessibleScreen.Navigation(
            move: move, due: time &+ AccessibleScreen.answerWithin, cause: cause, asked: asked, passesUntil: time &+ AccessibleScreen.passesWithin)
        notify(screen, time, .accessible, .navigate(surface: tree[surface].id, turn: turn, move))
    }

    /// Goes on from a surface of which no program has moved the focus in time, so that a dead program is no trap.
    func expireNavigation(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        guard let navigation = screens[screen]!.navigation else { return }
        screens[screen]!.navigation = nil
        guard navigation.move == .next || navigation.move == .previous, let focus = screens[screen]!.focus else { return }
        let asker = navigation.cause == .scan ? Asker.scan : .keys
        let ring = ring(screen, asker)
        let isNext = navigation.move == .next
        var place = nextPlace(in: ring, after: focus.region, navigation.move)
        for _ in ring.indices {
            if !ring.indices.contains(place) {
                if navigation.cause == .scan, countRound(screen, time) { return }
                place = isNext ? 0 : ring.count - 1
                cue(.end, screen, time)
            }
            if !navigation.asked.contains(ring[place]) {
                setFocus(ring[place], navigation.move, screen, asker, navigation.cause, time, &output)
                if screens[screen]!.navigation != nil { screens[screen]!.navigation!.asked.formUnion(navigation.asked) }
                return
            }
            place += isNext ? 1 : -1
        }
        cue(.nothing, screen, time)
    }

    // MARK: Activation

    func activateFocus(_ screen: Int, _ asker: Asker, _ time: Int64, _ output: inout FrameBuffer) throws(AccessibilityRefusal) {
        guard let focus = screens[screen]!.focus else { throw .nothingFocused }
        if pipeline.context.glasses.mode(screen) != .normal { throw .closed(screen: screens[screen]!.id) }
        let root = tree[focus.region].sensitiveRoot
        let id = tree[focus.region].id
        if let root, !isPlace(focus.region, in: root, screen, asker) { throw .notYours(tree[root].id) }
        let isRead = tree.isSurface(focus.region)
        pipeline.context.tree.refreshIndex()
        // Without a point of the application's element, its reader activates it.
        guard let point = isRead ? focus.activationPoint : AccessibleTree(tree).activationPoint(of: focus.region) else {
            if !isRead { throw .outOfReach(id) }
            return announceActivation(focus.region, nil, screen, time)
        }
        // A point that a program states may lie anywhere.
        if !AccessibleTree(tree).isActivated(focus.region, by: point) { throw .outOfReach(id) }
        guard let slot = freeSlot(screen) else { throw .outOfReach(id) }
        let panel = panelOfActivations(screen)
        pipeline.handle(
            [ContactChange(slot: slot, phase: .began, location: point)], panel: panel, at: time, isSilent: isSilent(screen), into: &output)
        screens[screen]!.presses.append(AccessibleScreen.Press(slot: slot, location: point, due: time &+ AccessibleScreen.press))
        announceActivation(focus.region, pipeline.touch(inSlot: slot, ofPanel: panel), screen, time)
    }

    /// Whether others learn nothing of a touch in a sensitive region that an activation makes. While fingers explore, it would tell others when a finger
    /// there has chosen, or whether it is on an element.
    private func isSilent(_ screen: Int) -> Bool { screens[screen]!.exploring != nil }

    /// Returns a slot of the panel of activations on which nothing is down; nil if there is none.
    func freeSlot(_ screen: Int) -> Int? {
        let taken = screens[screen]!.presses.map(\.slot) + (screens[screen]!.exploring?.groups.compactMap { $0.passing?.slot } ?? [])
        return (0..<Self.pressesMax).first { !taken.contains($0) }
    }

    private func announceActivation(_ region: RegionID, _ touch: TouchID?, _ screen: Int, _ time: Int64) {
        guard let root = tree[region].sensitiveRoot, let owner = owner(of: root) else {
            let turn = screens[screen]!.nextTurn(wasInside: false)
            return notify(screen, time, .accessible, .activate(region: tree[region].id, turn: turn, touch: touch))
        }
        notify(screen, time, .owner(owner), .activate(region: tree[region].id, turn: screens[screen]!.nextInnerTurn(), touch: touch))
    }

    /// The number of activations that can be down at once.
    public static var pressesMax: Int { 10 }

    /// Returns the panel of the touches that activations make. The first call makes it.
    func panelOfActivations(_ screen: Int) -> PanelID {
        if let panel = screens[screen]!.panel { return panel }
        let panel = makePanel?(screen) ?? addPanel(screen)
        screens[screen]!.panel = panel
        return panel
    }

    /// Does what is due on the panel of activations before a frame that is not made of its touches.
    private func advanceActivations(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        if let panel = screens[screen]!.panel { pipeline.advance(panel, to: time, into: &output) }
    }

    private func addPanel(_ screen: Int) -> PanelID {
        let (id, size) = (tree.screens[screen].id, tree.screens[screen].size)
        let kind = PanelKind.slots(Self.pressesMax)
        return pipeline.addPanel(
            id + "-accessibility", screen: screen, kind: kind,
            mapping: PanelMapping(panel: PanelDescription(name: "accessibility"), kind: kind, screen: size), makesTouches: true)
    }

    func lift(_ press: AccessibleScreen.Press, _ screen: Int, _ output: inout FrameBuffer) {
        guard let panel = screens[screen]!.panel, pipeline.context.panels[panel] != nil else { return }
        pipeline.handle([ContactChange(slot: press.slot, phase: .ended, location: press.location)], panel: panel, at: press.due, into: &output)
    }

    // MARK: Values

    /// Increments the slider that has the focus, from its end to its begin.
    func cycle(_ screen: Int, _ asker: Asker, _ time: Int64, _ output: inout FrameBuffer) throws(AccessibilityRefusal) {
        try step(.increment, screen, asker, time, &output, isCycle: true)
    }

    func step(
        _ move: FocusMove, _ screen: Int, _ asker: Asker, _ time: Int64, _ output: inout FrameBuffer, isCycle: Bool = false
    ) throws(AccessibilityRefusal) {
        guard let focus = screens[screen]!.focus else { throw .nothingFocused }
        let root = tree[focus.region].sensitiveRoot
        if let root, !isPlace(focus.region, in: root, screen, asker) { throw .notYours(tree[root].id) }
        if tree.isSurface(focus.region) { return navigate(focus.region, move, screen, .request, time) }
        advanceActivations(screen, time, &output)
        guard tree[focus.region].kind == .slider, var knob = tree.specs[focus.region.slot].knob else { throw .notAdjustable(tree[focus.region].id) }
        if pipeline.context.glasses.mode(screen) != .normal { throw .closed(screen: screens[screen]!.id) }
        // A control sends the events of one finger at a time.
        if !pipeline.controls.tracking(where: { $0 == focus.region }).isEmpty { throw .held(tree[focus.region].id) }
        let old = knob.value
        knob.increment(isUp: move == .increment)
        if isCycle, knob.value == old { knob.value = knob.minimumValue }
        if knob.value == old {
            cue(.end, screen, time)
        } else {
            let panel = panelOfActivations(screen)
            setValue(knob, of: focus.region, on: pipeline.context.panels[panel]!, time, &output)
        }
        let cause: AccessibilityNotice.Cause =
            switch asker {
            case .keys: .key
            case .scan: .scan
            case .finger: .explore
            case .client: .request
            }
        announceFocus(wasIn: root, screen, cause, time)
    }

    /// Sets a slider's value, as a press without a touch: `touchDown`, `valueChanged`, `touchUpInside`.
    private func setValue(_ knob: KnobSpec, of region: RegionID, on panel: PanelState, _ time: Int64, _ output: inout FrameBuffer) {
        let touch = pipeline.context.ids.makeID(pipeline.context.isSensitive(region) ? .sensitiveAction : .nonSensitive)
        panel.begin(at: time, &pipeline.context)
        pipeline.context.tree.setKnob(knob, of: region)
        for event in [ControlEvent.touchDown, .valueChanged, .touchUpInside] {
            pipeline.context.draft.add(
                ControlAction(region: region, event: event, touch: touch, value: event == .valueChanged ? .number(knob.value) : nil))
        }
        panel.finish(&pipeline.context)
        pipeline.context.draft.emit(into: &output)
    }

    // MARK: Scroll views

    /// Scrolls every scroll view around a region as little as needed to show the region. Reports each as a scroll that begins and ends, or as a part of
    /// the scroll by a finger that a profile passes on.
    private func scrollIntoView(_ region: RegionID, _ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        advanceActivations(screen, time, &output)
        let root = tree[region].sensitiveRoot
        let isInside = root != nil && focusRoot(screen) == root
        var next = tree[region].parent
        while let view = next {
            next = tree[view].parent
            let spec = tree.specs[view.slot]
            // A scroll view around a sensitive region must not tell which of its elements has the focus.
            let isAround = root != nil && tree[view].sensitiveRoot != root
            if isAround && isInside { continue }
            let shown = isAround ? root! : region
            guard let scroll = spec.scroll,
                let offset = ScrollExtent.offset(
                    of: spec, showing: tree.toLocal[view.slot].box(tree.mapToScreen(from: shown).box(tree.bounds(shown))))
            else { continue }
            let panel = panelOfActivations(screen)
            let state = pipeline.context.panels[panel]!
            state.begin(at: time, &pipeline.context)
            let finger = state.recognizers.firstTouch(scrolling: view)
            let touch = finger ?? pipeline.context.ids.makeID(pipeline.context.isSensitive(view) ? .sensitiveAction : .nonSensitive)
            for phase in finger == nil ? [ScrollAction.State.began, .ended] : [.changed] {
                let place = phase == .began ? spec.geometry.bounds.origin : offset
                pipeline.context.draft.add(ScrollAction(region: view, offset: place, zoomScale: scroll.zoomScale, state: phase, first: touch))
            }
            pipeline.context.scroll()
            state.finish(&pipeline.context)
            pipeline.context.draft.emit(into: &output)
        }
    }
}

extension ScrollExtent {
    /// Returns the offset nearest to the present one at which a scroll view shows a box in its space; nil if it shows it already, or as much of it
    /// as fits.
    fileprivate static func offset(of view: RegionSpec, showing box: Rect) -> Point? {
        let shown = view.geometry.bounds
        func near(_ low: Double, _ high: Double, _ from: Double, _ length: Double) -> Double {
            if low < from || high - low > length { return low }
            return high > from + length ? high - length : from
        }
        let wanted = Point(near(box.minX, box.maxX, shown.minX, shown.size.width), near(box.minY, box.maxY, shown.minY, shown.size.height))
        let offset = ScrollExtent(view).nearest(to: wanted, at: view.scroll?.zoomScale ?? 1)
        return offset == shown.origin ? nil : offset
    }
}

extension KnobSpec {
    /// Changes the value by the step, or by a tenth of the range.
    fileprivate mutating func increment(isUp: Bool) {
        let way = step ?? (maximumValue - minimumValue) / 10
        let wanted = value + (isUp ? way : -way)
        // Without a step, ten tenths must lead exactly to the other end.
        let new = step == nil ? clamped((wanted * 1e9).rounded() / 1e9) : stepped(wanted)
        value = new == value ? clamped(wanted) : new
    }
}
