/// Who gets a new touch. Decided once, at `began`, and for the touch's life (contract 2.2).
struct Capture {
    var target: RegionID?
    private(set) var recipients = Recipients()
    /// Interceptors that see the touch and may take it over.
    private(set) var deciders: [RegionID] = []
    /// Which interceptor decided otherwise than to look on.
    private(set) var decider: RegionID?

    /// A touch that hits `target` and goes to it alone, as nearly all do: the rest is added.
    init(target: RegionID?) { self.target = target }

    /// Asks the window's interceptors. Returns whether the touch is consumed.
    ///
    /// - Parameter hasStolen: whether an interceptor has taken over a touch that is down on the panel.
    mutating func intercept(_ p: Point, _ tree: borrowing RegionTree, hasStolen: (RegionID) -> Bool) -> Bool {
        guard let target, !tree.responders.interceptors.isEmpty,
            let all = tree.responders.interceptors[tree.window(of: target)]
        else { return false }
        var interceptors: [Responders.Interceptor] = []
        for interceptor in all where tree.isShown(interceptor.insideOf) {
            if tree.contains(p, interceptor.insideOf), tree.mayJudge(interceptor.insideOf, touchesOf: target) {
                interceptors.append(interceptor)
            }
        }
        // One that has taken a touch over gets those that follow, alone.
        for interceptor in interceptors {
            if !hasStolen(interceptor.index) { continue }
            recipients.add(interceptor.index)
            decider = interceptor.index
            return true
        }
        for interceptor in interceptors {
            if decider != nil && interceptor.verdict != .observe { continue }  // the first to decide has decided
            recipients.add(interceptor.index)
            switch interceptor.verdict {
            case .observe:
                if interceptor.maySteal && tree.ownership.isClaimed(interceptor.index) { deciders.append(interceptor.index) }
            case .consume:
                if let to = interceptor.deliverTo.map({ tree.fallbackTarget(for: $0) }), !tree.isSurface(to) { recipients.add(to) }
                decider = interceptor.index
                return true
            case .redirect:
                guard let to = interceptor.deliverTo else { continue }
                decider = interceptor.index
                self.target = tree.fallbackTarget(for: to)
            }
        }
        return false
    }

    /// Delivers to the target's responder chain, which takes the touch as its finger.
    mutating func follow(_ tree: borrowing RegionTree) {
        if let target { recipients.track(target) }
        var next = target
        let ownershipDomain = target.flatMap { tree.ownershipDomain(of: $0) }
        while let from = next, let handler = tree.responders.handler(from: from, in: tree) {
            if let ownershipDomain, tree.ownershipDomain(of: handler.index) != ownershipDomain { return }
            recipients.add(handler.index)
            next = handler.passesOn ? tree.responders.next(after: handler.index, in: tree) : nil
        }
    }

    /// A translucent region gets the touch besides, and does not pass it on.
    mutating func add(translucent: RegionID) { recipients.add(translucent: translucent) }

    /// Nobody but the interceptors gets it.
    mutating func keepFromViews(_ tree: borrowing RegionTree) {
        recipients.keepFromViews { tree[$0].kind == .interceptor }
    }

    /// It goes to an application: nobody else has part in it, whoever has been asked before.
    mutating func give(toSurface surface: RegionID) {
        recipients = Recipients()
        recipients.add(surface)
        deciders = []
    }

    /// An interceptor has taken it over before it became a touch.
    mutating func steal(by interceptor: RegionID) { _ = recipients.pilfer(by: interceptor) }

    /// Interceptors have declined it before it became a touch.
    mutating func decline(_ interceptors: [RegionID]) { recipients.decline(where: interceptors.contains) }

    /// Recognizers get it.
    mutating func bind() { recipients.bind() }

    /// Keeps receivers waiting: if it is interceptors that are waited for, all but those, until one of them decides or their
    /// time is over; for whoever else there is, all but interceptors.
    mutating func delay(_ began: Touch, decidersUntil deadline: Int64?, _ tree: borrowing RegionTree) {
        let deciders = deciders
        recipients.delay(began, until: deadline ?? .max, pending: deadline == nil ? [] : deciders) { receiver in
            deadline == nil ? tree[receiver].kind == .interceptor : deciders.contains(receiver)
        }
    }

    /// For how long the touches of a region are withheld: what it asks for itself, or the nearest region that it is in.
    static func undecidedTime(of region: RegionID, in tree: borrowing RegionTree) -> Int64? {
        guard tree.features.contains(.undecided) else { return nil }
        var next: RegionID? = region
        while let region = next {
            if let time = tree.specs[region.slot].undecidedFor { return time }
            next = tree[region].parent
        }
        return nil
    }

    /// The region whose finger keeps a region from taking another, or nil. One that cannot ignores the touch for its whole
    /// life, and does not take it over when the other lifts (routing 6).
    static func blocker(of region: RegionID, in tree: borrowing RegionTree, given panels: PanelStates) -> RegionID? {
        let takesMany = tree.specs[region.slot].isMultipleTouchEnabled
        let isExclusive = tree.specs[region.slot].isExclusiveTouch
        for panel in panels {
            for slot in panel.touches.indices {
                func isInTheWay(_ tracker: RegionID) -> Bool {
                    if tracker == region { return !takesMany }
                    // exclusiveTouch: alone in its window, from either side. It ends at the border of a sensitive region, since others
                    // could tell from it where in the region a finger is.
                    guard isExclusive || tree.specs[tracker.slot].isExclusiveTouch else { return false }
                    return tree.window(of: tracker) == tree.window(of: region) && tree[tracker].sensitiveRoot == tree[region].sensitiveRoot
                }
                if let tracker = panel.touches.recipients(inSlot: slot).firstTracker(where: isInTheWay) { return tracker }
            }
        }
        return nil
    }
}
