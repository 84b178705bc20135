/// The fingers of a recognizer in the order in which they began, with totals that are computed once after each change.
///
/// Moves only change locations. The list of touches to report is therefore rebuilt only when a finger comes down, lifts or no longer counts.
struct FingerList {
    private var fingers: [Finger] = []
    /// True if nothing has changed since the end of the last step.
    private var isSettled = true
    /// The cached totals; valid if `isCounted` is true.
    private var counted = FingerTotals(UnsafeBufferPointer(start: nil, count: 0))
    private var isCounted = true
    /// The touches to list in the recognizer's actions; valid if `isNamed` is true. The array is kept, so that listing the same touches again does
    /// not allocate.
    private var named: [TouchID] = []
    private var isNamed = true
    /// True if, at the end of the last step, the list still contains a finger that ended in that step or earlier.
    private(set) var hasOver = false

    /// The totals of the fingers that count in this event.
    var totals: FingerTotals {
        @inline(__always) mutating get {
            if !isCounted { countAll() }
            return counted
        }
    }

    private mutating func countAll() { (counted, isCounted) = (fingers.withUnsafeBufferPointer { FingerTotals($0) }, true) }

    /// Returns the touches to list in the recognizer's actions.
    mutating func reportedTouches(withLifted tellsOfLifted: Bool) -> [TouchID] {
        if isNamed { return named }
        let new = names(withLifted: tellsOfLifted)
        if new != named { named = new }
        isNamed = true
        return named
    }

    private func names(withLifted tellsOfLifted: Bool) -> [TouchID] {
        fingers.filter { !$0.isIgnored && !$0.isPast && !$0.isHovering && (!$0.isOver || tellsOfLifted) }.map(\.id)
    }

    /// A description of the first contradiction; nil if there is none.
    func fault(withLifted tellsOfLifted: Bool) -> String? {
        if isCounted, counted != fingers.withUnsafeBufferPointer({ FingerTotals($0) }) { return "the totals of its fingers are wrong: \(counted)" }
        if isNamed, named != names(withLifted: tellsOfLifted) { return "the list of its fingers is wrong: \(named)" }
        return hasOver == fingers.contains(where: \.isOver) ? nil : "hasOver is wrong: \(hasOver)"
    }

    private mutating func invalidate() { (isSettled, isCounted, isNamed) = (false, false, false) }

    // MARK: Changes

    mutating func append(_ finger: Finger) {
        invalidate()
        fingers.append(finger)
    }

    mutating func remove(at place: Int) {
        invalidate()
        fingers.remove(at: place)
        hasOver = fingers.contains(where: \.isOver)
    }

    mutating func removeAll(where isMeant: (Finger) -> Bool) {
        invalidate()
        fingers.removeAll(where: isMeant)
        hasOver = fingers.contains(where: \.isOver)
    }

    /// Updates the finger of a touch. Returns false if the touch is not in the list.
    mutating func update(_ phase: TouchPhase, of touch: TouchID, at location: Point, from previous: Point) -> Bool {
        guard let place = fingers.firstIndex(where: { $0.id == touch && !$0.isOver }) else { return false }
        (isSettled, isCounted) = (false, false)
        // If one event covers several frames, the first phase and the last location count; an end always replaces the phase.
        if fingers[place].phase == .stationary || phase.isTerminal { fingers[place].phase = phase }
        fingers[place].previous = previous
        fingers[place].location = location
        return true
    }

    /// Updates the fingers that have moved; `moves` contains each touch once. Returns true if any of them is in the list.
    mutating func update(_ moves: [Touch]) -> Bool {
        let totals: FingerTotals? = moves.withUnsafeBufferPointer { moves in
            fingers.withUnsafeMutableBufferPointer { fingers in
                // Nearly always the moves are in the order of the fingers.
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

    /// Ends a step, which is an event or a step of buffered input: fingers that lifted in it are over.
    ///
    /// - Parameter onBegin: Called with each finger that began in this step.
    mutating func endStep(_ onBegin: (Finger) -> Void) {
        if isSettled { return }
        var (isAnyOver, hasChanged) = (false, false)
        fingers.withUnsafeMutableBufferPointer { fingers in
            for place in fingers.indices {
                switch fingers[place].phase {
                case .stationary, .moved: break
                case .began: onBegin(fingers[place])
                case .ended, .cancelled: (fingers[place].isOver, hasChanged) = (true, true)
                }
                fingers[place].phase = .stationary
                if fingers[place].isOver { isAnyOver = true }
            }
        }
        if hasChanged { isNamed = false }
        (isSettled, isCounted, hasOver) = (true, false, isAnyOver)
    }

    /// Removes the fingers that are over.
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
            invalidate()
            fingers[place] = newValue
        }
    }
}

/// The totals of the fingers that count, for one event.
struct FingerTotals: Equatable {
    /// The number of fingers, including those that end in this event.
    private(set) var held = 0
    /// The number of fingers, without those that end in this event.
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
            // The most frequent case.
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

    /// The mean location of the fingers; nil if there are none.
    var centroid: Point? { mean(locations) }
    /// The mean location of the fingers before this event; nil if there are none.
    var centroidBefore: Point? { mean(origins) }

    private func mean(_ sum: Point) -> Point? { held > 0 ? Point(sum.x / Double(held), sum.y / Double(held)) : nil }
}
