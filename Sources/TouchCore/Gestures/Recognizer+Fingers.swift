/// The fingers of a recognizer.
extension Recognizer {
    /// How many ended touches a recognizer remembers. The oldest one is dropped.
    private static let history = 32

    func space(_ tree: borrowing RegionTree) -> GestureSpace {
        GestureSpace(toLocal: tree.toLocal[region.slot], screen: tree.screens[tree[region].screen].size)
    }

    // MARK: Taking fingers

    /// Whether it takes one more finger.
    func admits(_ finger: Finger, _ tree: borrowing RegionTree) -> Bool {
        // Over until its touches are up, or complete.
        if isOver || request?.state == .recognized { return false }
        if spec.requiresExclusiveTouchType, let other = fingers.first(where: \.counts), other.tool != finger.tool { return false }
        return accepts(finger, space(tree))
    }

    func add(_ finger: Finger) {
        if fingers.count >= Self.history, let old = fingers.firstIndex(where: \.isOver) { fingers.remove(at: old) }
        if fingers.isEmpty, !isActive { first = finger.id }
        fingers.append(finger)
    }

    /// Takes what has become of a touch. Returns whether it is one of its fingers.
    @discardableResult
    @inline(__always)
    func take(_ phase: TouchPhase, of touch: TouchID, at location: Point, from previous: Point) -> Bool {
        fingers.take(phase, of: touch, at: location, from: previous)
    }

    /// Gives back fingers that are none of its sequence.
    func giveBackFingers(where isMeant: (Finger) -> Bool) {
        fingers.removeAll(where: isMeant)
        if fingers.isEmpty {
            withdraw()
            deadline = .max
        } else {
            first = fingers[0].id
        }
    }

    /// What is remembered of regions that are gone, such as a first tap's, is its own region's.
    func forgetGone(_ tree: borrowing RegionTree) {
        func stay(_ finger: inout Finger) {
            if let knob = finger.knob, !tree.directory.contains(knob) { finger.knob = nil }
            if !tree.directory.contains(finger.target) { finger.target = region }
        }
        for place in fingers.indices { stay(&fingers[place]) }
        buffered.changeFingers(stay)
    }

    // MARK: An event

    /// Tells the type of the event.
    func tell() {
        // As of now: a type that ignores new fingers is told of them all the same.
        let event = fingers.totals
        if event.hasBegun { touchesBegan() }
        if !isOver, event.hasMoved { touchesMoved() }
        if !isOver, event.hasEnded { touchesEnded() }
        if !isOver, event.isCancelled { touchesCancelled() }
    }

    /// A step is over: what was lifted is history.
    func endStep(_ output: inout GestureOutput) {
        let takes = isActive && spec.cancelsTouchesInView
        // A touch that joins a gesture is the gesture's, not its view's.
        fingers.endStep { if takes, !$0.isIgnored { output.taken.append($0.id) } }
        hasNews = false
        if fingers.hasOver, isActive || isOver { fingers.removeOver() }
    }

    // MARK: Which it has

    /// Whether a touch is one of its sequence, or may become one.
    func has(_ touch: TouchID) -> Bool { fingers.contains { $0.id == touch && !$0.isIgnored } || buffered.begins(touch) }

    /// Whether a touch of this sequence is both's.
    func shares(with other: Recognizer) -> Bool {
        fingers.contains { !$0.isIgnored && other.has($0.id) } || buffered.steps.contains { $0.isBegin && other.has($0.finger.id) }
    }

    /// Whether views wait for the begin of a touch, as long as it is possible.
    func delaysBegin(of touch: TouchID, at time: Int64) -> Bool {
        fingers.contains { $0.id == touch && !$0.isIgnored && delaysBegin(of: $0, at: time) }
            || buffered.steps.contains { $0.isBegin && $0.finger.id == touch && delaysBegin(of: $0.finger, at: time) }
    }

    /// Whether it has asked a question that is still open.
    func hasAsked(_ question: QuestionID, where isMeant: (OpenQuestion) -> Bool) -> Bool {
        if let open = request?.question, open.id == question { return isMeant(open) }
        return buffered.contains(question, where: isMeant)
    }

    /// How many are down, those that end in this event not counted.
    var down: Int { fingers.totals.down }
    /// How many are down, those that end in this event counted.
    var held: Int { fingers.totals.held }

    /// Whether one that counts has moved in this event.
    var hasMoved: Bool { fingers.totals.hasMoved }

    // The mean place of those that count; where none does, the last one's.

    var centroid: Point { fingers.totals.centroid ?? fingers.last?.location ?? Point(0, 0) }
    /// Before this event.
    var centroidBefore: Point { fingers.totals.centroidBefore ?? fingers.last?.origin ?? Point(0, 0) }
    /// Where they began.
    var centroidAtBegin: Point {
        var sum = Point(0, 0)
        for finger in fingers where finger.counts { sum = sum + finger.start }
        return held > 0 ? Point(sum.x / Double(held), sum.y / Double(held)) : fingers.last?.start ?? sum
    }

    /// Whether any finger that counts is farther than a distance from where it began.
    func hasStrayed(beyond distance: Double) -> Bool {
        fingers.contains { $0.counts && $0.location.squaredDistance(to: $0.start) > distance * distance }
    }

    /// The places of the first two fingers that are down, now and in the event before, if there are two.
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
