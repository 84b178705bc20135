/// Decides which of a panel's recognizers are recognized (routing 8): a gesture is made of one panel's touches.
/// How it decides is in `Arbitration`, what clients are asked in `Asking`.
///
/// A class so that a frame changes it where it lies. Once memory has grown to the gestures there are, an event in which
/// nothing begins or ends does not allocate.
final class Arbiter {
    /// By gesture, once it has had a touch.
    var recognizers: [Recognizer?] = []
    /// Those that have touches or wait, in the order in which they are served.
    var active: [Recognizer] = []
    /// Those that have had a touch, in the order of their gestures.
    var all: [Recognizer] { recognizers.compactMap { $0 } }
    /// Touches that gestures take from their views in this event.
    var taken: [TouchID] = []
    /// Questions to clients since the last event, and those that are settled.
    var asked: [Question] = []
    var settled: [SettledQuestion] = []
    /// Number of the event.
    var event: UInt64 = 0

    /// When one of them wants to be woken.
    var deadline: Int64 {
        var deadline = Int64.max
        for recognizer in active { deadline = min(deadline, recognizer.due) }
        return deadline
    }

    /// How many ended touches a recognizer remembers. The oldest one is dropped.
    private static let history = 32

    // MARK: Touches

    /// Gives a new touch to the recognizers of the region it hit and of those that this is in, or asks whether they get it.
    /// Returns whether any has it, or may come to have it.
    func bind(_ touch: Touch, to target: RegionID, _ tree: borrowing RegionTree, _ asking: inout Asking) -> Bool {
        var isBound = false
        let finger = Finger(touch, target: target, knob: tree.knob(under: touch.location, of: target))
        let compartment = tree.compartment(of: target)
        var next: RegionID? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where bind(finger, gesture, region, tree, &asking) { isBound = true }
            if region == compartment { break }  // what goes on in it is no gesture outside it
            next = tree[region].parent
        }
        return isBound
    }

    private func bind(
        _ finger: Finger, _ gesture: GestureID, _ region: RegionID, _ tree: borrowing RegionTree, _ asking: inout Asking
    ) -> Bool {
        let spec = tree.gestures.specs[gesture.slot]
        guard tree.gestures.isOfHover(gesture) == finger.isHovering, spec.isEnabled else { return false }
        let asks = spec.asks.contains(.shouldReceive) && tree.ownership.mayAsk(region, about: finger.id)
        guard asks || tree.gestures.gets(gesture, touchesOf: finger.target) else { return false }
        let recognizer = recognizer(gesture, region, spec, tree)
        // One that is behind says for itself what it takes, when it has come so far.
        guard recognizer.isBehind || admits(finger, recognizer, tree) else { return false }
        insert(recognizer, tree)
        if asks {
            ask(recognizer, toReceive: finger, tree, &asking)
        } else if recognizer.isBehind {
            recognizer.missed.append(Missed(finger))
        } else {
            add(finger, recognizer)
            recognizer.hasNews = true
        }
        return true
    }

    /// Whether a recognizer takes one more finger.
    func admits(_ finger: Finger, _ recognizer: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        // Over until its touches are up, or complete.
        if recognizer.isOver || recognizer.wish == .recognize { return false }
        if recognizer.spec.requiresExclusiveTouchType, let other = recognizer.fingers.first(where: \.counts), other.tool != finger.tool {
            return false
        }
        return recognizer.accepts(finger, space(of: recognizer, tree))
    }

    func add(_ finger: Finger, _ recognizer: Recognizer) {
        if recognizer.fingers.count >= Self.history, let old = recognizer.fingers.firstIndex(where: \.isOver) {
            recognizer.fingers.remove(at: old)
        }
        if recognizer.fingers.isEmpty, !recognizer.isActive { recognizer.first = finger.id }
        recognizer.fingers.append(finger)
    }

    /// Takes where something hovers: gestures of regions that it has come over get it like a finger, to those of regions that it
    /// has left it has lifted.
    ///
    /// - Parameter target: the region under it; nil: none, or it hovers no more.
    func hover(_ touch: Touch, over target: RegionID?, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        for recognizer in active {
            guard let place = recognizer.fingers.firstIndex(where: { $0.id == touch.id && !$0.isOver }) else { continue }
            if let target, tree.isHeard(target, in: recognizer.region) {
                if touch.phase == .stationary { continue }
                recognizer.fingers[place].phase = .moved
                recognizer.fingers[place].previous = touch.previousLocation
                recognizer.fingers[place].location = touch.location
            } else {
                recognizer.fingers[place].phase = .ended
            }
            recognizer.hasNews = true
        }
        guard let target else { return }
        var finger = Finger(touch, target: target, knob: nil)
        finger.isHovering = true
        let compartment = tree.compartment(of: target)
        var next: RegionID? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where tree.gestures.isOfHover(gesture) {
                if gesture.slot < recognizers.count, recognizers[gesture.slot]?.fingers.isEmpty == false { continue }
                _ = bind(finger, gesture, region, tree, &asking)
            }
            if region == compartment { break }
            next = tree[region].parent
        }
    }

    private func recognizer(
        _ gesture: GestureID, _ region: RegionID, _ spec: GestureSpec, _ tree: borrowing RegionTree
    ) -> Recognizer {
        if recognizers.count < tree.gestures.records.count {
            recognizers += Array(repeating: nil, count: tree.gestures.records.count - recognizers.count)
        }
        if let known = recognizers[gesture.slot] {
            if !known.fingers.isEmpty || known.isActive || known.isBehind || known.spec == spec { return known }
            active.removeAll { $0 === known }
        }
        let new = GestureTable.type(named: spec.type)!.make(spec)
        (new.index, new.region) = (gesture, region)
        recognizers[gesture.slot] = new
        return new
    }

    /// A recognizer is served once, although it may be there without a finger: one that runs on by itself, or one whose only
    /// touch was cancelled in this event before it was decided who gets it.
    private func insert(_ recognizer: Recognizer, _ tree: borrowing RegionTree) {
        if active.contains(where: { $0 === recognizer }) { return }
        let rank = tree.gestures.ranks[recognizer.index.slot]
        var place = active.count
        while place > 0, tree.gestures.ranks[active[place - 1].index.slot] > rank { place -= 1 }
        active.insert(recognizer, at: place)
    }

    /// Takes what has become of a touch.
    func note(_ touch: Touch) {
        if touch.phase == .stationary { return }
        for recognizer in active {
            if recognizer.isBehind {
                miss(touch, recognizer)
            } else if recognizer.fingers.contains(where: { $0.id == touch.id && !$0.isOver }) {
                recognizer.take(touch.phase, of: touch.id, at: touch.location, from: touch.previousLocation)
                recognizer.hasNews = true
            }
        }
    }

    /// Calls those whose time has come.
    func expire(until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.due <= time {
            if recognizer.isBehind {
                expireQuestions(recognizer, until: time, tree)
                continue
            }
            recognizer.deadline = .max
            // One that has all it needs cannot be late.
            if recognizer.isWaiting { continue }
            recognizer.time = time
            watch(recognizer, &output, tree) { $0.expire() }
        }
    }

    // MARK: What views wait for

    /// Whether a begin is withheld.
    func delaysBegin(of touch: TouchID, at time: Int64) -> Bool {
        active.contains { recognizer in
            recognizer.state == .possible
                && (recognizer.fingers.contains { $0.id == touch && !$0.isIgnored && recognizer.delaysBegin(of: $0, at: time) }
                    || recognizer.missed.contains {
                        $0.isBegin && $0.finger.id == touch && recognizer.delaysBegin(of: $0.finger, at: time)
                    })
        }
    }

    /// Whether an end is withheld.
    func delaysEnd(of touch: TouchID) -> Bool {
        active.contains { $0.state == .possible && $0.spec.delaysTouchesEnded && $0.has(touch) }
    }
}
