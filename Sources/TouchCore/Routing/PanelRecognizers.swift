/// The recognizers of one panel. They are made with the first touch that any of them gets.
struct PanelRecognizers {
    private(set) var arbiter: Arbiter?
    /// Whether any of them has a touch or waits; false for nearly every panel at nearly every time.
    private(set) var isActive = false
    /// Whether any of them may still make something of how touches move. Those that are over wait for their touches' ends alone.
    private(set) var areWatching = false
    /// Whether they have something to decide: for nothing but moves that none of them watches they have not.
    var haveToDecide: Bool { isActive && (areWatching || hasNews) }
    /// Something other than moves has happened since they last decided.
    private var hasNews = false
    /// Touches of theirs that have moved, each once, until they are told.
    private var moves: [Touch] = []

    private mutating func made() -> Arbiter {
        if let arbiter { return arbiter }
        let new = Arbiter()
        arbiter = new
        return new
    }

    /// What contradicts itself; nil if nothing does.
    func fault(_ tree: borrowing RegionTree, _ asking: Asking) -> String? {
        let isAtWork = arbiter.map { !$0.active.isEmpty } ?? false
        if !moves.isEmpty { return "recognizers were not told of \(moves.map(\.id))" }
        if isAtWork != isActive { return "recognizers are at work: \(isAtWork), and the panel thinks otherwise" }
        if arbiter?.areWatching == true && !areWatching { return "recognizers watch, and the panel thinks otherwise" }
        return arbiter?.fault(tree, asking)
    }

    private mutating func update() {
        isActive = arbiter.map { !$0.active.isEmpty } ?? false
        areWatching = isActive && arbiter!.areWatching
    }

    /// When one of them wants to be woken.
    var deadline: Int64 { areWatching ? arbiter!.deadline : .max }

    // MARK: Touches

    /// Gives a new touch, hit-tested, to the recognizers on its path. Returns whether any gets it.
    mutating func bind(_ touch: Touch, _ tree: borrowing RegionTree, _ asking: inout Asking) -> Bool {
        takeMoves()
        let isBound = made().bind(touch, to: touch.target!, tree, &asking)
        if isBound { (isActive, areWatching) = (true, true) }
        return isBound
    }

    /// A touch that they have has moved or is over.
    mutating func note(_ touch: Touch) {
        hasNews = true
        if touch.phase == .stationary { return }
        if touch.phase == .moved { return moves.append(touch) }
        takeMoves()
        arbiter!.note(end: touch)
    }

    /// Tells them of moves, all of a frame at once: so it costs each of them little.
    @inline(__always)
    mutating func takeMoves() {
        if moves.isEmpty { return }
        arbiter!.note(moves)
        moves.removeAll(keepingCapacity: true)
    }

    /// - Parameter target: the region under what hovers; nil: none, or it hovers no more.
    mutating func hover(_ touch: Touch, over target: RegionID?, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        hasNews = true
        made().hover(touch, over: target, tree, &asking)
        update()
    }

    /// Whether views wait for the begin of a touch.
    func delaysBegin(of id: TouchID, at time: Int64) -> Bool { isActive && arbiter!.delaysBegin(of: id, at: time) }

    /// Whether views wait for the end of a touch.
    func delaysEnd(of id: TouchID) -> Bool { isActive && arbiter!.delaysEnd(of: id) }

    // MARK: Decisions

    /// Lets them say what comes of the frame.
    mutating func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        arbiter!.decide(&output, tree, &asking)
        hasNews = false
        update()
    }

    /// Does what is due.
    mutating func expire(until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        hasNews = true
        if isActive { arbiter!.expire(until: time, &output, tree) }
    }

    mutating func cancel(_ output: inout GestureOutput, _ tree: borrowing RegionTree, where isMeant: (Recognizer) -> Bool) {
        hasNews = true
        if isActive { arbiter!.cancel(&output, tree, where: isMeant) }
    }

    /// Whether a question is open and may still be answered.
    func isOpen(_ question: QuestionID, at time: Int64) -> Bool { isActive && arbiter!.isOpen(question, at: time) }

    func answer(_ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) { arbiter!.answer(question, value, tree) }

    // MARK: The tree

    /// Scroll views are elsewhere now.
    func noteScroll(_ tree: borrowing RegionTree) { if isActive { arbiter!.noteScroll(tree) } }

    /// Gestures are set another way.
    func takeOverSpecs(_ tree: borrowing RegionTree) { if isActive { arbiter!.takeOverSpecs(tree) } }

    /// Forgets gestures that are not in the tree any more. Those that rest know their places as well.
    mutating func leaveGone(_ tree: borrowing RegionTree) {
        arbiter?.leaveGone(tree)
        update()
    }

    /// Those that have a touch or wait.
    var all: [Recognizer] { isActive ? arbiter!.active : [] }
}

extension Recognizer {
    /// Whether it has, or will be told of, a finger that is down on such a target.
    func hasFinger(on isMeant: (RegionID) -> Bool) -> Bool {
        fingers.contains { !$0.isOver && isMeant($0.target) } || buffered.steps.contains { isMeant($0.finger.target) }
    }
}
