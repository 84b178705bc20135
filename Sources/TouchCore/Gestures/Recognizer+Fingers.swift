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
    func take(_ phase: TouchPhase, of touch: TouchID, at location: Point, from previous: Point) -> Bool {
        guard let place = place(of: touch) else { return false }
        lastPlace = place
        fingers.withUnsafeMutableBufferPointer { fingers in
            // Of several frames taken at once the first says where it began, the last where it is.
            if fingers[place].phase == .stationary || phase.isTerminal { fingers[place].phase = phase }
            fingers[place].previous = previous
            fingers[place].location = location
        }
        return true
    }

    /// The place of a finger that is not over. Nearly always it is behind the one that was told of before.
    private func place(of touch: TouchID) -> Int? {
        let next = lastPlace + 1 < fingers.count ? lastPlace + 1 : 0
        if next < fingers.count, fingers[next].id == touch, !fingers[next].isOver { return next }
        return fingers.firstIndex { $0.id == touch && !$0.isOver }
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
        var (hasBegun, hasMoved, hasEnded, isCancelled) = (false, false, false, false)
        for finger in fingers where finger.counts {
            switch finger.phase {
            case .began: hasBegun = true
            case .moved: hasMoved = true
            case .stationary: break
            case .ended: hasEnded = true
            case .cancelled: isCancelled = true
            }
        }
        if hasBegun { touchesBegan() }
        if !isOver, hasMoved { touchesMoved() }
        if !isOver, hasEnded { touchesEnded() }
        if !isOver, isCancelled { touchesCancelled() }
    }

    /// A step is over: what was lifted is history.
    func endStep(_ output: inout GestureOutput) {
        let takes = isActive && spec.cancelsTouchesInView
        var isAnyOver = false
        fingers.withUnsafeMutableBufferPointer { fingers in
            for place in fingers.indices {
                // A touch that joins a gesture is the gesture's, not its view's.
                if takes, fingers[place].phase == .began, !fingers[place].isIgnored { output.taken.append(fingers[place].id) }
                if fingers[place].phase.isTerminal { fingers[place].isOver = true }
                fingers[place].phase = .stationary
                if fingers[place].isOver { isAnyOver = true }
            }
        }
        hasNews = false
        if isAnyOver, isActive || isOver { fingers.removeAll(where: \.isOver) }
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
    var down: Int { fingers.count { $0.isDown && !$0.isIgnored } }
    /// How many are down, those that end in this event counted.
    var held: Int { fingers.count { $0.counts } }

    /// Whether one that counts has moved in this event.
    var hasMoved: Bool { fingers.contains { $0.phase == .moved && $0.counts } }

    /// The mean place of those that count.
    var centroid: Point { mean(\.location) }

    /// The mean of a place of those that count.
    func mean(_ place: (Finger) -> Point) -> Point {
        var sum = Point(0, 0)
        var count = 0.0
        for finger in fingers where finger.counts {
            sum = sum + place(finger)
            count += 1
        }
        return count > 0 ? Point(sum.x / count, sum.y / count) : fingers.last.map(place) ?? sum
    }

    /// Whether any finger that counts is farther than a distance from where it began.
    func hasStrayed(beyond distance: Double) -> Bool {
        fingers.contains { $0.counts && $0.location.squaredDistance(to: $0.start) > distance * distance }
    }

    /// The places of the first two fingers that are down, now and in the event before, if there are two.
    var pair: (now: (Point, Point), before: (Point, Point))? {
        var first: Finger?
        for finger in fingers where finger.isDown && !finger.isIgnored {
            guard let other = first else {
                first = finger
                continue
            }
            return ((other.location, finger.location), (other.before, finger.before))
        }
        return nil
    }
}
