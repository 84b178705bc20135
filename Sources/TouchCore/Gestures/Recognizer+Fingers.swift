/// The fingers of a recognizer.
extension Recognizer {
    /// The number of fingers from which on each new finger replaces the oldest ended one.
    private static let history = 32

    func space(_ tree: borrowing RegionTree) -> GestureSpace {
        GestureSpace(toLocal: tree.toLocal[region.slot], screen: tree.screens[tree[region].screen].size)
    }

    // MARK: Taking fingers

    /// Whether the recognizer takes one more finger.
    func admits(_ finger: Finger, _ tree: borrowing RegionTree) -> Bool {
        // A recognizer that is over waits for its touches to lift; one that requests `recognized` needs no more fingers.
        if isOver || request?.state == .recognized { return false }
        if spec.requiresExclusiveTouchType, let other = fingers.first(where: \.counts), other.tool != finger.tool { return false }
        return accepts(finger, space(tree))
    }

    func add(_ finger: Finger) {
        if fingers.count >= Self.history, let old = fingers.firstIndex(where: \.isOver) { fingers.remove(at: old) }
        if fingers.isEmpty, !isActive { first = finger.id }
        fingers.append(finger)
    }

    /// Updates the finger of a touch. Returns false if the touch is not one of its fingers.
    @discardableResult
    @inline(__always)
    func update(_ phase: TouchPhase, of touch: TouchID, at location: Point, from previous: Point) -> Bool {
        fingers.update(phase, of: touch, at: location, from: previous)
    }

    /// Removes fingers that no longer belong to the recognizer's sequence.
    func dropFingers(where isMeant: (Finger) -> Bool) {
        fingers.removeAll(where: isMeant)
        if fingers.isEmpty {
            withdraw()
            deadline = .max
        } else {
            first = fingers[0].id
        }
    }

    /// Drops references to removed regions. If the target of a remembered finger was removed, such as that of a first tap, the recognizer's own
    /// region becomes its target.
    func forgetGone(_ tree: borrowing RegionTree) {
        func stay(_ finger: inout Finger) {
            if let knob = finger.knob, !tree.directory.contains(knob) { finger.knob = nil }
            if !tree.directory.contains(finger.target) { finger.target = region }
        }
        for place in fingers.indices { stay(&fingers[place]) }
        buffered.changeFingers(stay)
    }

    // MARK: An event

    /// Calls the type's touch handlers for the event.
    func handleEvent() {
        // Copied before the calls, so that a type that ignores new fingers in `touchesBegan` still gets the other calls.
        let event = fingers.totals
        if event.hasBegun { touchesBegan() }
        if !isOver, event.hasMoved { touchesMoved() }
        if !isOver, event.hasEnded { touchesEnded() }
        if !isOver, event.isCancelled { touchesCancelled() }
    }

    /// Ends a step, which is an event or a step of buffered input: fingers that lifted in it are over.
    func endStep(_ output: inout GestureOutput) {
        let takes = isActive && spec.cancelsTouchesInView
        // A touch that joins a gesture in progress is taken from its view.
        fingers.endStep { if takes, !$0.isIgnored { output.taken.append($0.id) } }
        hasPendingInput = false
        if fingers.hasOver, isActive || isOver { fingers.removeOver() }
    }

    // MARK: Properties of the fingers

    /// Whether the touch belongs to the recognizer's sequence or may still join it.
    func has(_ touch: TouchID) -> Bool { fingers.contains { $0.id == touch && !$0.isIgnored } || buffered.begins(touch) }

    /// Whether both recognizers have a touch of this sequence in common.
    func shares(with other: Recognizer) -> Bool {
        fingers.contains { !$0.isIgnored && other.has($0.id) } || buffered.steps.contains { $0.isBegin && other.has($0.finger.id) }
    }

    /// Whether the begin of the touch is delayed for views while the recognizer is possible.
    func delaysBegin(of touch: TouchID, at time: Int64) -> Bool {
        fingers.contains { $0.id == touch && !$0.isIgnored && delaysBegin(of: $0, at: time) }
            || buffered.steps.contains { $0.isBegin && $0.finger.id == touch && delaysBegin(of: $0.finger, at: time) }
    }

    /// Whether the recognizer has asked this question, the question is still open, and `isMeant` returns true for it.
    func hasAsked(_ question: QuestionID, where isMeant: (OpenQuestion) -> Bool) -> Bool {
        if let open = request?.question, open.id == question { return isMeant(open) }
        return buffered.contains(question, where: isMeant)
    }

    /// The number of fingers down, without those that end in this event.
    var down: Int { fingers.totals.down }
    /// The number of fingers down, including those that end in this event.
    var held: Int { fingers.totals.held }

    /// Whether a finger that counts has moved in this event.
    var hasMoved: Bool { fingers.totals.hasMoved }

    /// The mean location of the fingers that count; if none does, the last finger's location.
    var centroid: Point { fingers.totals.centroid ?? fingers.last?.location ?? Point(0, 0) }
    /// The value of `centroid` before this event.
    var centroidBefore: Point { fingers.totals.centroidBefore ?? fingers.last?.origin ?? Point(0, 0) }
    /// The mean of the locations at which these fingers began.
    var centroidAtBegin: Point {
        var sum = Point(0, 0)
        for finger in fingers where finger.counts { sum = sum + finger.start }
        return held > 0 ? Point(sum.x / Double(held), sum.y / Double(held)) : fingers.last?.start ?? sum
    }

    /// Whether any finger that counts is farther than `distance` from the location of its begin.
    func hasStrayed(beyond distance: Double) -> Bool {
        fingers.contains { $0.counts && $0.location.squaredDistance(to: $0.start) > distance * distance }
    }

    /// The locations of the first two fingers down, in this event and in the previous one; nil if fewer are down.
    var pair: (now: (Point, Point), before: (Point, Point))? {
        var first: Int?
        for place in fingers.indices where fingers[place].isDown && !fingers[place].isIgnored {
            guard let first else {
                first = place
                continue
            }
            return ((fingers[first].location, fingers[place].location), (fingers[first].before, fingers[place].before))
        }
        return nil
    }
}
