/// The recognizers of a panel: all that have had a touch, by gesture, and the active ones in processing order.
///
/// Once memory has grown to the number of gestures, an event in which nothing begins or ends does not allocate.
final class RecognizerTable {
    /// Recognizers by the slot of their gesture.
    private var known: [Recognizer?] = []
    /// Recognizers that have touches or wait, in processing order.
    private(set) var active: [Recognizer] = [] {
        didSet {
            served = active.map(Unmanaged.passUnretained)
            watching = served
        }
    }
    /// The active recognizers without reference counting, for work done in every frame. Counting would be most of a recognizer's cost.
    private var served: [Unmanaged<Recognizer>] = []
    /// The active recognizers that still react to moves. Until the end of an event, the list also contains those that stopped reacting in that event.
    private var watching: [Unmanaged<Recognizer>] = []

    /// All recognizers that have ever had a touch, in the order of their gestures.
    var all: [Recognizer] { known.compactMap(\.self) }

    /// The recognizer of a gesture; nil if it never had a touch.
    subscript(gesture: GestureID) -> Recognizer? { gesture.slot < known.count ? known[gesture.slot] : nil }

    /// Returns the recognizer of a gesture. Makes one if there is none, or if the existing one is resting and was made from another spec.
    func recognizer(_ gesture: GestureID, _ region: RegionID, _ spec: GestureSpec, _ tree: borrowing RegionTree) -> Recognizer {
        if known.count < tree.gestures.records.count {
            known += Array(repeating: nil, count: tree.gestures.records.count - known.count)
        }
        if let old = known[gesture.slot] {
            if !old.isResting || old.spec == spec { return old }
            remove(old)
        }
        let new = Self.make(spec)
        new.attach(to: gesture, of: region)
        known[gesture.slot] = new
        return new
    }

    private static func make(_ spec: GestureSpec) -> Recognizer {
        switch GestureType(rawValue: spec.type)! {
        case .tap: TapRecognizer(spec)
        case .longPress: LongPressRecognizer(spec)
        case .pan: PanRecognizer(spec)
        case .pinch: PinchRecognizer(spec)
        case .rotation: RotationRecognizer(spec)
        case .transform: TransformRecognizer(spec)
        case .swipe: SwipeRecognizer(spec)
        case .edge: EdgeRecognizer(spec)
        case .hover: HoverRecognizer(spec)
        case .scroll: ScrollRecognizer(spec)
        }
    }

    // MARK: Active recognizers

    /// Calls `body` with each active recognizer, in processing order. `body` must not add or remove any.
    @inline(__always)
    func forEachActive(_ body: (Recognizer) -> Void) { for recognizer in served { recognizer._withUnsafeGuaranteedRef(body) } }

    /// Calls `body` with each recognizer that still reacts to moves, in processing order. Until the end of an event, this includes those that stopped
    /// reacting in that event.
    @inline(__always)
    func forEachWatching(_ body: (Recognizer) -> Void) { for recognizer in watching { recognizer._withUnsafeGuaranteedRef(body) } }

    /// Whether `isMeant` is true for any recognizer that `forEachWatching` visits.
    @inline(__always)
    func isAnyWatching(where isMeant: (Recognizer) -> Bool) -> Bool { watching.contains { $0._withUnsafeGuaranteedRef(isMeant) } }

    /// Ends an event: recognizers that are over get no more moves.
    func endEvent() {
        guard isAnyWatching(where: { !$0.isWatching }) else { return }
        forEachWatching { if !$0.isWatching { $0.wasActiveInEvent = false } }
        watching.removeAll { !$0._withUnsafeGuaranteedRef(\.isWatching) }
    }

    /// Adds the recognizer, unless it is already active. An active recognizer may have no finger: its content decelerates, or its only touch was
    /// cancelled in this event before the client had answered whether the recognizer gets it.
    func insert(_ recognizer: Recognizer, _ tree: borrowing RegionTree) {
        if active.contains(where: { $0 === recognizer }) { return }
        let rank = tree.gestures.ranks[recognizer.index.slot]
        var place = active.count
        while place > 0, tree.gestures.ranks[active[place - 1].index.slot] > rank { place -= 1 }
        active.insert(recognizer, at: place)
    }

    /// Removes the recognizer from the active ones. Other recognizers stop waiting for it.
    func remove(_ recognizer: Recognizer) {
        active.removeAll { $0 === recognizer }
        stopWaiting(for: recognizer)
    }

    func removeResting() { active.removeAll(where: \.isResting) }

    /// Removes the recognizer from the blockers of all others.
    func stopWaiting(for recognizer: Recognizer) {
        for other in active { other.request?.blockers?.removeAll { $0 == recognizer.index } }
    }

    // MARK: Changes of the tree

    /// Switches to an edited tree. Recognizers whose gesture was removed must already be over.
    func forgetGone(_ tree: borrowing RegionTree) {
        for recognizer in active where !tree.gestures.contains(recognizer.index) { remove(recognizer) }
        for place in known.indices {
            if let recognizer = known[place], !tree.gestures.contains(recognizer.index) { known[place] = nil }
        }
        active.sort { tree.gestures.ranks[$0.index.slot] < tree.gestures.ranks[$1.index.slot] }
    }

    // MARK: Invariants

    /// A description of the first contradiction within the table, or between it and the tree; nil if there is none. Valid only between two events.
    func fault(_ tree: borrowing RegionTree) -> String? {
        for (place, recognizer) in known.enumerated() {
            guard let recognizer else { continue }
            if recognizer.index.slot != place { return "gesture \(place) is stored as \(recognizer.index)" }
            if active.contains(where: { $0 === recognizer }) { continue }
            if !recognizer.isNew { return "gesture \(place) is inactive, but not in its initial state" }
            if let fault = recognizer.faultOfType { return "gesture \(place), inactive: \(fault)" }
        }
        for (place, recognizer) in active.enumerated() {
            func name(_ fault: String) -> String { "gesture \(recognizer.index): \(fault)" }
            let index = recognizer.index
            if active[..<place].contains(where: { $0 === recognizer }) { return name("it is active twice") }
            guard tree.gestures.contains(index) else { return name("it is not in the tree") }
            if self[index] !== recognizer { return name("the active recognizer is not the one that is stored") }
            let record = tree.gestures.records[index.slot]
            if record.region != recognizer.region || record.type != recognizer.spec.type {
                return name("its type \(recognizer.spec.type) or region \(recognizer.region) differs from the tree")
            }
            let ranks = tree.gestures.ranks
            if place > 0, ranks[active[place - 1].index.slot] >= ranks[index.slot] { return name("it is active in the wrong order") }
            if recognizer.isWatching, !watching.contains(where: { $0.toOpaque() == Unmanaged.passUnretained(recognizer).toOpaque() }) {
                return name("it is watching, but gets no moves")
            }
            if let fault = recognizer.fault(tree) ?? faultOfBlockers(recognizer) { return name(fault) }
        }
        return nil
    }

    /// Checks the recognizers that a recognizer waits for: each can still fail, and has a touch of the same sequence.
    private func faultOfBlockers(_ recognizer: Recognizer) -> String? {
        for blocker in recognizer.request?.blockers ?? [] {
            guard let other = active.first(where: { $0.index == blocker }) else { return "it waits for \(blocker), which is not active" }
            if other.state != .possible { return "it waits for \(blocker), which is \(other.state)" }
            if !recognizer.shares(with: other) { return "it waits for \(blocker), which has no touch of this sequence" }
        }
        return nil
    }
}
