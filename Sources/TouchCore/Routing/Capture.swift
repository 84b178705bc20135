/// The decision about which receivers get a new touch. It is made once, at `began`, for the life of the touch (contract 2.2).
struct Capture {
    var target: RegionID?
    private(set) var recipients = Recipients()
    /// Interceptors that see the touch and may steal it.
    private(set) var deciders: [RegionID] = []
    /// The interceptor that has consumed or redirected the touch; nil if interceptors only observe it.
    private(set) var decider: RegionID?

    /// Makes the capture of a touch that goes to `target` alone, as nearly all do. Other recipients are added later.
    init(target: RegionID?) { self.target = target }

    /// Asks the window's interceptors. Returns true if one of them consumes the touch.
    ///
    /// - Parameter hasStolen: Whether an interceptor has stolen a touch that is down on the panel.
    mutating func intercept(_ p: Point, _ tree: borrowing RegionTree, hasStolen: (RegionID) -> Bool) -> Bool {
        guard let target, !tree.responders.interceptors.isEmpty,
            let all = tree.responders.interceptors[tree.window(of: target)]
        else { return false }
        var interceptors: [Responders.Interceptor] = []
        for interceptor in all where tree.isShown(interceptor.insideOf) {
            if tree.contains(p, interceptor.insideOf), tree.mayBeAsked(interceptor.insideOf, touchesOf: target) {
                interceptors.append(interceptor)
            }
        }
        // An interceptor that has stolen a touch gets the following touches alone.
        for interceptor in interceptors {
            if !hasStolen(interceptor.index) { continue }
            recipients.add(interceptor.index)
            decider = interceptor.index
            return true
        }
        for interceptor in interceptors {
            if decider != nil && interceptor.verdict != .observe { continue }  // another interceptor has already decided
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

    /// Delivers the touch to the target's responder chain, and makes it the target's finger.
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

    /// Adds a translucent region. The touch does not follow the region's responder chain.
    mutating func add(translucent: RegionID) { recipients.add(translucent: translucent) }

    /// Limits the touch to interceptors.
    mutating func keepFromViews(_ tree: borrowing RegionTree) {
        recipients.keepFromViews { tree[$0].kind == .interceptor }
    }

    /// Gives the touch to an application's surface alone. Other recipients are removed.
    mutating func assign(toSurface surface: RegionID) {
        recipients = Recipients()
        recipients.add(surface)
        deciders = []
    }

    /// Gives the touch to an interceptor that stole the contact before the contact became a touch.
    mutating func steal(by interceptor: RegionID) { _ = recipients.steal(by: interceptor) }

    /// Removes interceptors that declined the contact before the contact became a touch.
    mutating func decline(_ interceptors: [RegionID]) { recipients.decline(where: interceptors.contains) }

    /// Records that recognizers get the touch.
    mutating func bind() { recipients.bind() }

    /// Delays the begin. With a deadline, all receivers except the deciding interceptors wait until one of these steals the touch, all of them
    /// decline it, or the deadline passes. Without a deadline, all receivers except interceptors wait.
    mutating func delay(_ began: Touch, decidersUntil deadline: Int64?, _ tree: borrowing RegionTree) {
        let deciders = deciders
        recipients.delay(began, until: deadline ?? .max, pending: deadline == nil ? [] : deciders) { receiver in
            deadline == nil ? tree[receiver].kind == .interceptor : deciders.contains(receiver)
        }
    }

    /// Returns the time for which touches of a region wait for interceptors: the region's own value, or that of its nearest ancestor with one.
    static func undecidedTime(of region: RegionID, in tree: borrowing RegionTree) -> Int64? {
        guard tree.features.contains(.undecided) else { return nil }
        var next: RegionID? = region
        while let region = next {
            if let time = tree.specs[region.slot].undecidedFor { return time }
            next = tree[region].parent
        }
        return nil
    }

    /// Returns the region whose finger keeps `region` from taking another one, or nil. A region that cannot take a touch at its begin ignores this
    /// touch until its end, even after the other finger has lifted (routing 6).
    static func blocker(of region: RegionID, in tree: borrowing RegionTree, given panels: PanelStates) -> RegionID? {
        let takesMany = tree.specs[region.slot].isMultipleTouchEnabled
        let isExclusive = tree.specs[region.slot].isExclusiveTouch
        for panel in panels {
            for slot in panel.touches.indices {
                func isInTheWay(_ tracker: RegionID) -> Bool {
                    if tracker == region { return !takesMany }
                    // An exclusiveTouch region is alone in its window, whichever region was touched first. This does not apply across the border of a
                    // sensitive region, because it would reveal to others where in the region a finger is.
                    guard isExclusive || tree.specs[tracker.slot].isExclusiveTouch else { return false }
                    return tree.window(of: tracker) == tree.window(of: region) && tree[tracker].sensitiveRoot == tree[region].sensitiveRoot
                }
                if let tracker = panel.touches.recipients(inSlot: slot).firstTracker(where: isInTheWay) { return tracker }
            }
        }
        return nil
    }
}
