/// The recognizers of one panel. They are made when they are first needed.
struct PanelRecognizers {
    private(set) var arbiter: Arbiter?
    /// Whether any recognizer has a touch or waits; nearly always false.
    private(set) var isActive = false
    /// Whether any recognizer still reacts to moving touches. Those that are over only wait for the ends of their touches.
    private(set) var areWatching = false
    /// Whether recognizers must decide. They need not if there are only moves that none of them watches.
    var haveToDecide: Bool { isActive && (areWatching || hasPendingInput) }
    /// True if recognizers have got any input since they last decided.
    private var hasPendingInput = false
    /// The touches that have moved, each once, until they are passed to recognizers.
    private var moves: [Touch] = []

    private mutating func makeIfNeeded() -> Arbiter {
        if let arbiter { return arbiter }
        let new = Arbiter()
        arbiter = new
        return new
    }

    /// A description of the first contradiction; nil if there is none.
    func fault(_ tree: borrowing RegionTree, _ asking: QuestionNumbers) -> String? {
        let isAtWork = arbiter.map { !$0.active.isEmpty } ?? false
        if !moves.isEmpty { return "recognizers did not get the moves of \(moves.map(\.id))" }
        if isAtWork != isActive { return "recognizers are active: \(isAtWork), but isActive differs" }
        if arbiter?.areWatching == true && !areWatching { return "recognizers are watching, but areWatching is false" }
        return arbiter?.fault(tree, asking)
    }

    private mutating func update() {
        isActive = arbiter.map { !$0.active.isEmpty } ?? false
        areWatching = isActive && arbiter!.areWatching
    }

    /// The earliest time at which a recognizer must be called.
    var deadline: Int64 { areWatching ? arbiter!.deadline : .max }

    // MARK: Touches

    /// Adds a new touch, after its hit test, to the recognizers on its path. Returns true if any gets it or may still get it.
    mutating func bind(_ touch: Touch, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) -> Bool {
        flushMoves()
        let isBound = makeIfNeeded().bind(touch, to: touch.target!, tree, &asking)
        if isBound { (isActive, areWatching) = (true, true) }
        return isBound
    }

    /// Records a move or the end of a touch that recognizers have.
    mutating func record(_ touch: Touch) {
        hasPendingInput = true
        if touch.phase == .stationary { return }
        if touch.phase == .moved { return moves.append(touch) }
        flushMoves()
        arbiter!.process(end: touch)
    }

    /// Passes all moves of a frame to recognizers at once, which costs each recognizer little.
    @inline(__always)
    mutating func flushMoves() {
        if moves.isEmpty { return }
        arbiter!.process(moves)
        moves.removeAll(keepingCapacity: true)
    }

    /// - Parameter target: The region under the hovering pen; nil if there is none or it no longer hovers.
    mutating func hover(_ touch: Touch, over target: RegionID?, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        hasPendingInput = true
        makeIfNeeded().hover(touch, over: target, tree, &asking)
        update()
    }

    /// Whether the begin of a touch is delayed for views.
    func delaysBegin(of id: TouchID, at time: Int64) -> Bool { isActive && arbiter!.delaysBegin(of: id, at: time) }

    /// Whether the end of a touch is delayed for views.
    func delaysEnd(of id: TouchID) -> Bool { isActive && arbiter!.delaysEnd(of: id) }

    /// The first touch of the sequence that scrolls a scroll view; nil if none does.
    func firstTouch(scrolling view: RegionID) -> TouchID? {
        arbiter?.active.first { $0 is ScrollRecognizer && $0.region == view && $0.isActive }?.first
    }

    // MARK: Decisions

    /// Lets recognizers decide about the frame.
    mutating func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        arbiter!.decide(&output, tree, &asking)
        hasPendingInput = false
        update()
    }

    /// Calls recognizers whose deadline has passed.
    mutating func expire(until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        hasPendingInput = true
        if isActive { arbiter!.expire(until: time, &output, tree) }
    }

    mutating func cancel(_ output: inout GestureOutput, _ tree: borrowing RegionTree, where isMeant: (Recognizer) -> Bool) {
        hasPendingInput = true
        if isActive { arbiter!.cancel(&output, tree, where: isMeant) }
    }

    /// Whether a question is open and may still be answered.
    func isOpen(_ question: QuestionID, at time: Int64) -> Bool { isActive && arbiter!.isOpen(question, at: time) }

    func answer(_ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) { arbiter!.answer(question, value, tree) }

    // MARK: The tree

    /// Handles a change of scroll views' offsets.
    func handleScroll(_ tree: borrowing RegionTree) { if isActive { arbiter!.handleScroll(tree) } }

    /// Applies changed gesture specs.
    func updateSpecs(_ tree: borrowing RegionTree) { if isActive { arbiter!.updateSpecs(tree) } }

    /// Forgets gestures that are no longer in the tree, including those of resting recognizers.
    mutating func forgetGone(_ tree: borrowing RegionTree) {
        arbiter?.forgetGone(tree)
        update()
    }

    /// The recognizers that have a touch or wait.
    var all: [Recognizer] { isActive ? arbiter!.active : [] }
}

extension Recognizer {
    /// Whether the recognizer has a finger on a matching target, or will replay one.
    func hasFinger(on isMeant: (RegionID) -> Bool) -> Bool {
        fingers.contains { !$0.isOver && isMeant($0.target) } || buffered.steps.contains { isMeant($0.finger.target) }
    }
}
