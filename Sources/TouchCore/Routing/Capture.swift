/// Who gets a new touch. Decided once, at `began`, and for the touch's life (SPEC 2.2).
struct Capture {
    var target: RegionIndex?
    /// The region one of whose fingers the touch is.
    private(set) var tracker: RegionIndex?
    private(set) var receiver: RegionIndex?
    private(set) var route = Route()
    /// Interceptors that see the touch and may take it over.
    private(set) var deciders: [RegionIndex] = []
    /// Which interceptor decided otherwise than to look on.
    private(set) var decider: RegionIndex?

    /// A touch that hits `target` and goes to it alone, as nearly all do: the rest is added.
    init(target: RegionIndex?) { self.target = target }

    var hasRoute: Bool { !route.others.isEmpty || route.withheld != nil }

    private mutating func add(_ receiver: RegionIndex) {
        if self.receiver == nil {
            self.receiver = receiver
        } else if self.receiver != receiver && !route.others.contains(receiver) {
            route.others.append(receiver)
        }
    }

    /// Asks the window's interceptors. Returns whether the touch is consumed.
    mutating func intercept(_ p: Point, _ tree: borrowing RegionTree, _ panel: PanelState) -> Bool {
        guard let target, !tree.responders.interceptors.isEmpty,
            let interceptors = tree.responders.interceptors[tree.window(of: target)]
        else { return false }
        for interceptor in interceptors {
            guard tree.specs[Int(interceptor.insideOf)].refusal == nil, tree.contains(p, interceptor.insideOf) else { continue }
            let takesAll = panel.touches.contains { $0?.isStolen == true && $0?.receiver == interceptor.index }
            let verdict = takesAll ? .consume : interceptor.verdict
            if decider != nil && verdict != .observe { continue }  // the first to decide has decided
            add(interceptor.index)
            switch verdict {
            case .observe:
                if interceptor.maySteal { deciders.append(interceptor.index) }
            case .consume:
                if !takesAll, let to = interceptor.deliverTo { add(to) }
                decider = interceptor.index
                return true
            case .redirect:
                decider = interceptor.index
                self.target = interceptor.deliverTo ?? target
            }
        }
        return false
    }

    /// Delivers to the target's responder chain, which takes the touch as its finger.
    mutating func follow(_ tree: borrowing RegionTree) {
        tracker = target
        var next = target
        while let from = next, let handler = tree.responders.handler(from: from, in: tree) {
            add(handler.index)
            next = handler.passesOn ? tree.responders.next(after: handler.index, in: tree) : nil
        }
    }

    mutating func add(overlay: RegionIndex) {
        add(overlay)
        route.overlays.append(overlay)
    }

    /// Keeps everybody but the interceptors waiting until one of them decides, or until the deadline.
    mutating func withhold(_ began: Touch, until deadline: Int64, interceptorsFrom regionCount: RegionIndex) {
        let all = route.receivers(after: receiver)
        let waiting = all.filter { $0 < regionCount || !deciders.contains($0) }
        let live = all.filter { !waiting.contains($0) }
        receiver = live.first
        route.others = Array(live.dropFirst())
        route.withheld = Route.Withheld(receivers: waiting, began: began, deadline: deadline, deciders: deciders)
    }

    /// The region whose finger keeps a region from taking another, or nil. One that cannot ignores the touch for its whole
    /// life, and does not take it over when the other lifts (uikit-semantics 2.6).
    static func blocker(of region: RegionIndex, in tree: borrowing RegionTree, given panels: [PanelState?]) -> RegionIndex? {
        let takesMany = tree.specs[Int(region)].isMultipleTouchEnabled
        let isExclusive = tree.specs[Int(region)].isExclusiveTouch
        for panel in panels {
            guard let panel else { continue }
            for slot in panel.touches.indices {
                guard let touch = panel.touches[slot] else { continue }
                if touch.hasRoute, !takesMany, panel.routes[slot].overlays.contains(region) { return region }
                guard let tracker = touch.tracker else { continue }
                if tracker == region {
                    if !takesMany { return region }
                } else if isExclusive || tree.specs[Int(tracker)].isExclusiveTouch {
                    // exclusiveTouch: alone in its window, from either side.
                    if tree.window(of: tracker) == tree.window(of: region) { return tracker }
                }
            }
        }
        return nil
    }
}
