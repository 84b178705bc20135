/// The fingers of a recognizer, in the order in which they began, and what is asked of all of them together: found once after each change.
///
/// Moves change nothing but places. So which fingers there are is found again only when one comes, goes, or counts no more.
struct FingerList {
    private var fingers: [Finger] = []
    /// Whether nothing has changed since the last step was over.
    private var isSettled = true
    /// What was counted; void once a finger has changed.
    private var counted = FingerTotals(UnsafeBufferPointer(start: nil, count: 0))
    private var isCounted = true
    /// The touches that the recognizer tells of; void once it has other fingers. Kept, so that telling of the same ones again does not allocate.
    private var named: [TouchID] = []
    private var isNamed = true
    /// As of the last step: the end of one that it still has was in that step or in an earlier one.
    private(set) var hasOver = false

    /// What those that count do in this event.
    var totals: FingerTotals {
        @inline(__always) mutating get {
            if !isCounted { countAll() }
            return counted
        }
    }

    private mutating func countAll() { (counted, isCounted) = (fingers.withUnsafeBufferPointer { FingerTotals($0) }, true) }

    /// The touches to tell of.
    mutating func told(withLifted tellsOfLifted: Bool) -> [TouchID] {
        if isNamed { return named }
        let new = names(withLifted: tellsOfLifted)
        if new != named { named = new }
        isNamed = true
        return named
    }

    private func names(withLifted tellsOfLifted: Bool) -> [TouchID] {
        fingers.filter { !$0.isIgnored && !$0.isPast && !$0.isHovering && (!$0.isOver || tellsOfLifted) }.map(\.id)
    }

    /// What contradicts itself; nil if nothing does.
    func fault(withLifted tellsOfLifted: Bool) -> String? {
        if isCounted, counted != fingers.withUnsafeBufferPointer({ FingerTotals($0) }) { return "its fingers are counted as \(counted)" }
        if isNamed, named != names(withLifted: tellsOfLifted) { return "its fingers are told of as \(named)" }
        return hasOver == fingers.contains(where: \.isOver) ? nil : "it has fingers that are over, and does not know: \(hasOver)"
    }

    private mutating func noteChange() { (isSettled, isCounted, isNamed) = (false, false, false) }

    // MARK: Changes

    mutating func append(_ finger: Finger) {
        noteChange()
        fingers.append(finger)
    }

    mutating func remove(at place: Int) {
        noteChange()
        fingers.remove(at: place)
        hasOver = fingers.contains(where: \.isOver)
    }

    mutating func removeAll(where isMeant: (Finger) -> Bool) {
        noteChange()
        fingers.removeAll(where: isMeant)
        hasOver = fingers.contains(where: \.isOver)
    }

    /// Takes what has become of a touch. Returns whether it is one of its fingers.
    mutating func take(_ phase: TouchPhase, of touch: TouchID, at location: Point, from previous: Point) -> Bool {
        guard let place = fingers.firstIndex(where: { $0.id == touch && !$0.isOver }) else { return false }
        (isSettled, isCounted) = (false, false)
        // Of several frames taken at once the first says where it began, the last where it is.
        if fingers[place].phase == .stationary || phase.isTerminal { fingers[place].phase = phase }
        fingers[place].previous = previous
        fingers[place].location = location
        return true
    }

    /// Takes where touches have gone, each once. Returns whether any of them is one of its fingers.
    mutating func take(_ moves: [Touch]) -> Bool {
        let totals: FingerTotals? = moves.withUnsafeBufferPointer { moves in
            fingers.withUnsafeMutableBufferPointer { fingers in
                // Nearly always they come in the order of the fingers.
                var (next, isAny) = (0, false)
                for place in fingers.indices where !fingers[place].isOver {
                    if next >= moves.count || moves[next].id != fingers[place].id {
                        guard let found = moves.indices.first(where: { moves[$0].id == fingers[place].id }) else { continue }
                        next = found
                    }
                    if fingers[place].phase == .stationary { fingers[place].phase = .moved }
                    fingers[place].previous = moves[next].previousLocation
                    fingers[place].location = moves[next].location
                    next &+= 1
                    isAny = true
                }
                return isAny ? FingerTotals(UnsafeBufferPointer(fingers)) : nil
            }
        }
        guard let totals else { return false }
        (isSettled, counted, isCounted) = (false, totals, true)
        return true
    }

    /// A step is over: what was lifted is history.
    ///
    /// - Parameter noteBegin: is told of each that has begun in it.
    mutating func endStep(_ noteBegin: (Finger) -> Void) {
        if isSettled { return }
        var (isAnyOver, hasChanged) = (false, false)
        fingers.withUnsafeMutableBufferPointer { fingers in
            for place in fingers.indices {
                switch fingers[place].phase {
                case .stationary, .moved: break
                case .began: noteBegin(fingers[place])
                case .ended, .cancelled: (fingers[place].isOver, hasChanged) = (true, true)
                }
                fingers[place].phase = .stationary
                if fingers[place].isOver { isAnyOver = true }
            }
        }
        if hasChanged { isNamed = false }
        (isSettled, isCounted, hasOver) = (true, false, isAnyOver)
    }

    /// Forgets those whose end was in an earlier step.
    mutating func removeOver() {
        fingers.removeAll(where: \.isOver)
        (isCounted, isNamed, hasOver) = (false, false, false)
    }
}

extension FingerList: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { fingers.count }
    subscript(place: Int) -> Finger {
        @inline(__always) get { fingers[place] }
        set {
            noteChange()
            fingers[place] = newValue
        }
    }
}

/// What the fingers of a recognizer that count do in an event.
struct FingerTotals: Equatable {
    /// How many there are, those that end in this event included.
    private(set) var held = 0
    /// How many there are, those that end in this event not included.
    private(set) var down = 0
    private(set) var hasBegun = false
    private(set) var hasMoved = false
    private(set) var hasEnded = false
    private(set) var isCancelled = false
    private var locations = Point(0, 0)
    private var origins = Point(0, 0)

    init(_ fingers: UnsafeBufferPointer<Finger>) {
        var ending = 0
        for place in fingers.indices where fingers[place].counts {
            held &+= 1
            locations = locations + fingers[place].location
            origins = origins + fingers[place].origin
            // Nearly always.
            if fingers[place].phase == .moved {
                hasMoved = true
                continue
            }
            if fingers[place].phase.isTerminal { ending += 1 }
            switch fingers[place].phase {
            case .began: hasBegun = true
            case .moved, .stationary: break
            case .ended: hasEnded = true
            case .cancelled: isCancelled = true
            }
        }
        down = held - ending
    }

    /// Their mean place; nil: there is none.
    var centroid: Point? { mean(locations) }
    /// Their mean place before this event; nil: there is none.
    var centroidBefore: Point? { mean(origins) }

    private func mean(_ sum: Point) -> Point? { held > 0 ? Point(sum.x / Double(held), sum.y / Double(held)) : nil }
}
