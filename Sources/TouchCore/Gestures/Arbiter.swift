/// Decides which of a panel's recognizers are recognized (uikit-semantics 2.8): a gesture is made of one panel's touches.
///
/// A class so that a frame changes it where it lies. Once memory has grown to the gestures there are, an event in which
/// nothing begins or ends does not allocate.
final class Arbiter {
    /// By gesture, once it has had a touch.
    private var recognizers: [Recognizer?] = []
    /// Those that have touches or wait, in the order in which they are served.
    private(set) var active: [Recognizer] = []
    /// Touches that gestures take from their views in this event.
    var taken: [TouchID] = []
    /// Number of the event.
    private var event: UInt64 = 0

    /// When one of them wants to be woken.
    var deadline: Int64 {
        var deadline = Int64.max
        for recognizer in active { deadline = min(deadline, recognizer.deadline) }
        return deadline
    }

    /// A touch in a gesture's sequence whose end is remembered; a longer history is of use to none.
    private static let history = 32

    // MARK: Touches

    /// Gives a new touch to the recognizers of the region it hit and of those that this is in. Returns whether any has it.
    func bind(_ touch: Touch, to target: RegionIndex, _ tree: borrowing RegionTree) -> Bool {
        var isBound = false
        let finger = Finger(touch, target: target, knob: tree.knob(under: touch.location, of: target))
        var next: RegionIndex? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where bind(finger, gesture, region, tree) { isBound = true }
            next = tree[region].parent
        }
        return isBound
    }

    private func bind(
        _ finger: Finger, _ gesture: GestureIndex, _ region: RegionIndex, _ tree: borrowing RegionTree
    ) -> Bool {
        let spec = tree.gestures.specs[Int(gesture)]
        guard spec.isEnabled, tree.gestures.gets(gesture, touchesOf: finger.target) else { return false }
        let recognizer = recognizer(gesture, region, spec, tree)
        // Over until its touches are up, or complete.
        if recognizer.isOver || recognizer.wish == .recognize { return false }
        if spec.requiresExclusiveTouchType, let other = recognizer.fingers.first(where: \.counts), other.tool != finger.tool {
            return false
        }
        guard recognizer.accepts(finger, space(of: recognizer, tree)) else { return false }
        if recognizer.fingers.count >= Self.history, let old = recognizer.fingers.firstIndex(where: \.isOver) {
            recognizer.fingers.remove(at: old)
        }
        // One that runs on without fingers is there already.
        if recognizer.fingers.isEmpty, !recognizer.isActive {
            recognizer.first = finger.id
            insert(recognizer, tree)
        }
        recognizer.fingers.append(finger)
        recognizer.hasNews = true
        return true
    }

    private func recognizer(
        _ gesture: GestureIndex, _ region: RegionIndex, _ spec: GestureSpec, _ tree: borrowing RegionTree
    ) -> Recognizer {
        if recognizers.count < tree.gestures.records.count {
            recognizers += Array(repeating: nil, count: tree.gestures.records.count - recognizers.count)
        }
        if let known = recognizers[Int(gesture)], !known.fingers.isEmpty || known.isActive || known.spec == spec { return known }
        let new = GestureTable.type(named: spec.type)!.make(spec)
        (new.index, new.region) = (gesture, region)
        recognizers[Int(gesture)] = new
        return new
    }

    private func insert(_ recognizer: Recognizer, _ tree: borrowing RegionTree) {
        let rank = tree.gestures.ranks[Int(recognizer.index)]
        var place = active.count
        while place > 0, tree.gestures.ranks[Int(active[place - 1].index)] > rank { place -= 1 }
        active.insert(recognizer, at: place)
    }

    /// Takes what has become of a touch.
    func note(_ touch: Touch) {
        if touch.phase == .stationary { return }
        for recognizer in active {
            guard let place = recognizer.fingers.firstIndex(where: { $0.id == touch.id && !$0.isOver }) else { continue }
            // Of several frames taken at once the first says where it began, the last where it is.
            if recognizer.fingers[place].phase == .stationary || touch.phase.isTerminal {
                recognizer.fingers[place].phase = touch.phase
            }
            recognizer.fingers[place].previous = touch.previousLocation
            recognizer.fingers[place].location = touch.location
            recognizer.hasNews = true
        }
    }

    // MARK: An event

    /// Calls those whose time has come.
    func expire(until time: Int64, _ frame: inout RoutedFrame, _ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.deadline <= time {
            recognizer.deadline = .max
            // One that has all it needs cannot be late.
            if recognizer.isWaiting { continue }
            recognizer.time = time
            watch(recognizer, &frame, tree) { $0.expire() }
        }
    }

    /// Tells the recognizers of the event, and decides what comes of it.
    func decide(_ frame: inout RoutedFrame, _ tree: borrowing RegionTree) {
        event &+= 1
        for recognizer in active where recognizer.hasNews {
            recognizer.time = frame.time
            if !recognizer.isOver { watch(recognizer, &frame, tree) { Self.tell($0) } }
        }
        while let next = nextToSettle(&frame, tree) { settle(next, &frame, tree) }
        close(tree)
    }

    private static func tell(_ recognizer: Recognizer) {
        func has(_ phase: TouchPhase) -> Bool { recognizer.fingers.contains { $0.phase == phase && $0.counts } }
        if has(.began) { recognizer.touchesBegan() }
        if !recognizer.isOver, has(.moved) { recognizer.touchesMoved() }
        if !recognizer.isOver, has(.ended) { recognizer.touchesEnded() }
        if !recognizer.isOver, has(.cancelled) { recognizer.touchesCancelled() }
    }

    /// Lets a recognizer act, and says what became of its state.
    private func watch(
        _ recognizer: Recognizer, _ frame: inout RoutedFrame, _ tree: borrowing RegionTree, _ act: (Recognizer) -> Void
    ) {
        let wasActive = recognizer.isActive
        let wasOver = recognizer.isOver
        act(recognizer)
        if recognizer.isActive {
            if recognizer.hasChanged {
                recognizer.state = .changed
                say(.changed, recognizer, &frame, tree)
            }
        } else if recognizer.isOver && !wasOver {
            if wasActive {
                recognizer.deadline = .max
                recognizer.activeIn = event
                say(recognizer.state == .ended ? .ended : .cancelled, recognizer, &frame, tree)
            } else {
                noteFailure(recognizer, &frame)
            }
        }
        recognizer.hasChanged = false
    }

    /// The first that can be decided on; those that can come to nothing fail on the way.
    private func nextToSettle(_ frame: inout RoutedFrame, _ tree: borrowing RegionTree) -> Recognizer? {
        for recognizer in active where recognizer.state == .possible {
            if recognizer.wish == nil {
                // Nothing is left that could make it.
                let isIdle = recognizer.deadline == .max && !recognizer.fingers.contains { $0.isDown && !$0.isIgnored }
                if isIdle { fail(recognizer, &frame) }
            } else if !isBlocked(recognizer, &frame, tree), recognizer.state == .possible {
                return recognizer
            }
        }
        return nil
    }

    /// Whether it must wait for others to fail. It fails itself if one of them has been recognized.
    private func isBlocked(_ recognizer: Recognizer, _ frame: inout RoutedFrame, _ tree: borrowing RegionTree) -> Bool {
        if recognizer.blockers == nil {
            var blockers: [GestureIndex] = []
            for requirement in tree.gestures.requirements[Int(recognizer.index)] {
                // One that gets no touch of this sequence does not block.
                guard let other = recognizers[Int(requirement)], share(recognizer, other) else { continue }
                switch other.state {
                case .possible: blockers.append(requirement)
                case .failed: continue
                case .began, .changed, .ended, .cancelled:
                    fail(recognizer, &frame)
                    return true
                }
            }
            recognizer.blockers = blockers
        }
        return !recognizer.blockers!.isEmpty
    }

    /// One that nobody stands in the way of is recognized, unless it may not be.
    private func settle(_ recognizer: Recognizer, _ frame: inout RoutedFrame, _ tree: borrowing RegionTree) {
        let isDiscrete = recognizer.wish == .recognize
        if !recognizer.spec.shouldBegin || isHeldOffByControl(recognizer, tree) { return fail(recognizer, &frame) }
        switch recognizer.mayBegin(tree, space(of: recognizer, tree)) {
        case .yes: break
        case .no: return fail(recognizer, &frame)
        case .notYet:
            recognizer.wish = nil
            recognizer.blockers = nil
            return
        }
        for other in active where other !== recognizer {
            let isThere = other.isActive || (other.isOver && other.activeIn == event)
            if isThere, prevents(other, recognizer, tree) { return fail(recognizer, &frame) }
        }
        recognizer.wish = nil
        recognizer.time = frame.time
        recognizer.state = isDiscrete ? .ended : .began
        recognizer.activeIn = event
        recognizer.deadline = .max
        say(isDiscrete ? .recognized : .began, recognizer, &frame, tree)
        if recognizer.spec.cancelsTouchesInView {
            for finger in recognizer.fingers where !finger.isIgnored { taken.append(finger.id) }
        }
        for other in active where other !== recognizer && other.state == .possible {
            let needsFailure = tree.gestures.requirements[Int(other.index)].contains(recognizer.index) && share(recognizer, other)
            if needsFailure || prevents(recognizer, other, tree) { fail(other, &frame) }
        }
    }

    private func prevents(_ a: Recognizer, _ b: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        share(a, b) && !tree.gestures.areCompanions(a.index, b.index) && a.canPrevent(b)
    }

    /// Whether a touch of this sequence is both's.
    private func share(_ a: Recognizer, _ b: Recognizer) -> Bool {
        a.fingers.contains { finger in !finger.isIgnored && b.fingers.contains { $0.id == finger.id && !$0.isIgnored } }
    }

    private func isHeldOffByControl(_ recognizer: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        func isInside(_ control: RegionIndex) -> Bool {
            control > recognizer.region && control < tree.nodes[Int(recognizer.region)].end
        }
        if let way = recognizer.wayBesideKnobs, recognizer.spec.cancelsTouchesInView {
            let isHeld = recognizer.fingers.contains { finger in
                guard finger.counts, let knob = finger.knob, isInside(knob) else { return false }
                return recognizer.yieldsToKnob(of: finger, tree) && tree.keepsKnob(knob, from: way)
            }
            if isHeld { return true }
        }
        guard recognizer.yieldsToControls else { return false }
        return recognizer.fingers.contains { finger in
            guard finger.counts, let control = tree.control(at: finger.target) else { return false }
            // A tap is nothing to a slider.
            return isInside(control) && tree.specs[Int(control)].kind != .slider
        }
    }

    private func fail(_ recognizer: Recognizer, _ frame: inout RoutedFrame) {
        recognizer.state = .failed
        noteFailure(recognizer, &frame)
    }

    private func noteFailure(_ recognizer: Recognizer, _ frame: inout RoutedFrame) {
        recognizer.wish = nil
        recognizer.deadline = .max
        if recognizer.isTold { frame.failures.append(recognizer.index) }
        for other in active { other.blockers?.removeAll { $0 == recognizer.index } }
    }

    /// The event is over: what was lifted is history, and who is done and has no finger left begins anew.
    private func close(_ tree: borrowing RegionTree) {
        var isAnyDone = false
        for recognizer in active {
            let takes = recognizer.isActive && recognizer.spec.cancelsTouchesInView
            for place in recognizer.fingers.indices {
                let finger = recognizer.fingers[place]
                // A touch that joins a gesture is the gesture's, not its view's.
                if takes, finger.phase == .began, !finger.isIgnored { taken.append(finger.id) }
                if finger.phase.isTerminal { recognizer.fingers[place].isOver = true }
                recognizer.fingers[place].phase = .stationary
            }
            recognizer.hasNews = false
            if recognizer.state == .possible { continue }
            recognizer.fingers.removeAll(where: \.isOver)
            if recognizer.isOver && recognizer.fingers.isEmpty { isAnyDone = true }
        }
        if !isAnyDone { return }
        for recognizer in active where recognizer.isOver && recognizer.fingers.isEmpty { reset(recognizer) }
        active.removeAll { $0.state == .possible && $0.fingers.isEmpty }
    }

    private func reset(_ recognizer: Recognizer) {
        recognizer.state = .possible
        recognizer.wish = nil
        recognizer.blockers = nil
        recognizer.deadline = .max
        recognizer.reset()
    }

    // MARK: What views wait for

    /// Whether a begin is withheld.
    func delaysBegin(of touch: TouchID, at time: Int64) -> Bool {
        active.contains { recognizer in
            recognizer.state == .possible
                && recognizer.fingers.contains { $0.id == touch && !$0.isIgnored && recognizer.delaysBegin(of: $0, at: time) }
        }
    }

    /// Whether an end is withheld.
    func delaysEnd(of touch: TouchID) -> Bool {
        active.contains { $0.state == .possible && $0.spec.delaysTouchesEnded && $0.has(touch) }
    }

    // MARK: What is said

    private func say(
        _ state: GestureAction.State, _ recognizer: Recognizer, _ frame: inout RoutedFrame, _ tree: borrowing RegionTree
    ) {
        recognizer.gatherTold()
        let space = space(of: recognizer, tree)
        frame.actions.append(recognizer.says(state, tree, space))
    }

    private func space(of recognizer: Recognizer, _ tree: borrowing RegionTree) -> GestureSpace {
        GestureSpace(
            toLocal: tree.toLocal[Int(recognizer.region)], screen: tree.screens[tree[recognizer.region].screen].size)
    }

    // MARK: Other trees

    /// Cancels those that are concerned: active ones say so, possible ones fail. Their touches go on without them.
    func cancel(_ frame: inout RoutedFrame, _ tree: borrowing RegionTree, where isConcerned: (Recognizer) -> Bool) {
        for recognizer in active where !recognizer.isOver && isConcerned(recognizer) {
            recognizer.time = frame.time
            recognizer.wish = nil
            watch(recognizer, &frame, tree) { $0.cancel() }
        }
    }

    /// Goes over to a tree in which everything has another place. Recognizers that are not in it must be over.
    func renumber(
        from old: borrowing RegionTree, to new: borrowing RegionTree, _ moved: (RegionIndex) -> RegionIndex?
    ) {
        var places: [String: GestureIndex] = [:]
        for (place, record) in new.gestures.records.enumerated() { places[record.id] = GestureIndex(place) }
        func movedGesture(_ gesture: GestureIndex) -> GestureIndex? { places[old.gestures.records[Int(gesture)].id] }
        for recognizer in active { recognizer.blockers = recognizer.blockers?.compactMap(movedGesture) }
        active.removeAll { recognizer in movedGesture(recognizer.index) == nil || moved(recognizer.region) == nil }
        recognizers = Array(repeating: nil, count: new.gestures.records.count)
        for recognizer in active {
            recognizer.index = movedGesture(recognizer.index)!
            recognizer.region = new.gestures.records[Int(recognizer.index)].region
            for place in recognizer.fingers.indices {
                recognizer.fingers[place].knob = recognizer.fingers[place].knob.flatMap(moved)
                guard let target = moved(recognizer.fingers[place].target) else { continue }
                recognizer.fingers[place].target = target
            }
            recognizers[Int(recognizer.index)] = recognizer
        }
        takeOverSpecs(new)
        active.sort { new.gestures.ranks[Int($0.index)] < new.gestures.ranks[Int($1.index)] }
    }

    /// What can change of a gesture in progress is what all types have.
    func takeOverSpecs(_ tree: borrowing RegionTree) {
        for recognizer in active {
            let properties = recognizer.spec.properties
            recognizer.spec = tree.gestures.specs[Int(recognizer.index)]
            recognizer.spec.properties = properties
        }
    }
}

extension Recognizer {
    fileprivate func has(_ touch: TouchID) -> Bool { fingers.contains { $0.id == touch && !$0.isIgnored } }

    /// Brings the list of the touches it tells of up to date, leaving it alone when nothing has changed.
    fileprivate func gatherTold() {
        func isTold(_ finger: Finger) -> Bool {
            !finger.isIgnored && !finger.isPast && (!finger.isOver || tellsOfLifted)
        }
        var place = 0
        var isSame = true
        for finger in fingers where isTold(finger) {
            if place >= told.count || told[place] != finger.id { isSame = false }
            place += 1
        }
        if isSame && place == told.count { return }
        told = []
        for finger in fingers where isTold(finger) { told.append(finger.id) }
    }
}

extension RegionTree {
    /// The enabled control that takes a touch of a region: itself, or one that it is in, if all between pass touches on.
    func control(at target: RegionIndex) -> RegionIndex? {
        var next: RegionIndex? = target
        while let region = next {
            let spec = specs[Int(region)]
            if spec.kind.isControl { return spec.isEnabled ? region : nil }
            if spec.responds == .consume { return nil }
            next = self[region].parent
        }
        return nil
    }
}
