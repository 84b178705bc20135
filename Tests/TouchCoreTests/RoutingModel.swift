@testable import TouchCore

/// A reference model of the routing rules, by name and without indices, which `TouchPipeline` must match.
///
/// Based on routing 1 to 7 and docs/configuration.md. Where those are silent it says "decision".
final class RoutingModel {
    private(set) var tree: ModelTree
    private(set) var nextID = TouchID.first.rawValue
    private(set) var touches: [ModelTouch] = []
    /// Ended touches whose delayed begin is still to be delivered.
    private(set) var lifted: [ModelTouch] = []
    private var claimed: Set<String> = []
    private var taps: [Int: [Tap]] = [:]
    private var screenOfPanel: [Int]
    private var frame = ModelFrame(panel: 0, time: 0)

    private struct Tap {
        let end: Int64
        let location: Point
        let count: Int
    }

    init(_ screens: [ScreenSpec], screenOfPanel: [Int]) {
        tree = ModelTree(screens)
        self.screenOfPanel = screenOfPanel
    }

    private var panels: Range<Int> { 0..<screenOfPanel.count }

    private func perform(_ panel: Int, _ time: Int64, _ body: () -> Void) -> [ModelFrame] {
        frame = ModelFrame(panel: panel, time: time)
        body()
        dragSelves()
        return frame.isEmpty ? [] : [frame]
    }

    private func down(_ panel: Int) -> [ModelTouch] { touches.filter { $0.panel == panel }.sorted { $0.slot < $1.slot } }
    func touch(_ panel: Int, _ slot: Int) -> ModelTouch? { touches.first { $0.panel == panel && $0.slot == slot } }

    // MARK: Events

    private func deliver(
        _ touch: ModelTouch, _ phase: TouchPhase, _ reason: CancelReason? = nil, to receiver: String?,
        at location: Point, from previous: Point, timestamp: Int64
    ) {
        let home = receiver.flatMap { tree.home($0) }
        frame.events.append(
            ModelEvent(
                id: touch.id, phase: phase, reason: reason, target: touch.target, receiver: receiver, location: location,
                local: home?.local(location) ?? location, previousLocal: home?.local(previous) ?? previous,
                timestamp: timestamp, isInside: home.map { $0.pointInside($0.local(location)) } ?? true, tapCount: touch.tapCount,
                isForSurface: touch.isForSurface))
    }

    /// Sends the event to everybody who knows of the touch, or only to observers if nobody does.
    private func deliverToAll(_ touch: ModelTouch, _ phase: TouchPhase, _ reason: CancelReason? = nil) {
        let receivers: [String?] = touch.told.isEmpty ? [nil] : touch.told
        for receiver in receivers {
            deliver(touch, phase, reason, to: receiver, at: touch.location, from: touch.previous, timestamp: touch.timestamp)
        }
    }

    // MARK: Fingers

    /// Applies a frame, ends first.
    func frame(_ panel: Int, _ contacts: [ModelContact], _ time: Int64) -> [ModelFrame] {
        perform(panel, time) {
            for contact in contacts {
                if contact.phase == .began {
                    begin(panel, contact.slot, contact.location, time)
                } else if let touch = touch(panel, contact.slot) {
                    (touch.previous, touch.location, touch.timestamp) = (touch.location, contact.location, time)
                    deliverToAll(touch, contact.phase, contact.reason)
                    if contact.phase.isTerminal { end(touch, contact.phase) }
                }
            }
        }
    }

    private func end(_ touch: ModelTouch, _ phase: TouchPhase) {
        touches.removeAll { $0 === touch }
        if phase == .ended {
            taps[touch.panel, default: []].append(Tap(end: touch.timestamp, location: touch.location, count: touch.tapCount))
        }
        // A touch cancelled while its begin was delayed is never delivered. A lifted one stays delayed.
        if phase == .ended && touch.isWithheld { lifted.append(touch) }
    }

    private func cancel(_ touch: ModelTouch, _ reason: CancelReason, _ time: Int64) {
        touch.timestamp = time
        deliverToAll(touch, .cancelled, reason)
        end(touch, .cancelled)
    }

    private func begin(_ panel: Int, _ slot: Int, _ p: Point, _ time: Int64) {
        let screen = screenOfPanel[panel]
        let touch = ModelTouch(nextID, panel, slot, p, time, tapCount: tapCount(panel, p, time))
        nextID += 1
        let hit = tree.hit(p, screen: screen)
        var target = hit.region.map(fallbackTarget)
        var receivers: [String] = []
        func add(_ id: String) { if !receivers.contains(id) { receivers.append(id) } }
        var hasDecided = false
        var isConsumed = false
        var mayDecide: [String] = []

        // The interceptors of touch.view's window, after fallbacks. They judge by the region they name, wherever it is. A surface's touches concern
        // only its application.
        let asked = (target?.isSurface == true ? [] : target?.window.spec.interceptors ?? []).filter { interceptor in
            guard let inside = tree.region(interceptor.insideOf) else { return false }
            return inside.isShown && inside.pointInside(inside.local(p))
        }
        if let thief = asked.first(where: { interceptor in down(panel).contains { $0.stolenBy == interceptor.id } }) {
            // While a touch that it stole is down, further touches go to it alone.
            add(thief.id)
            isConsumed = true
        } else {
            for interceptor in asked {
                if hasDecided && interceptor.verdict != .observe { continue }
                add(interceptor.id)
                switch interceptor.verdict {
                case .observe:
                    if interceptor.maySteal && claimed.contains(interceptor.id) { mayDecide.append(interceptor.id) }
                case .consume:
                    if let to = tree.region(interceptor.deliverTo).map(fallbackTarget), !to.isSurface { add(to.id) }
                    isConsumed = true
                case .redirect:
                    // As if that region had been hit. Decision: an interceptor whose region was removed decides nothing.
                    guard let to = tree.region(interceptor.deliverTo) else { continue }
                    target = fallbackTarget(to)
                    hasDecided = true
                }
                if isConsumed { break }
            }
        }
        touch.target = target?.id
        if let target, target.isSurface, !isConsumed {
            touch.isForSurface = true
            touch.told = [target.id]
            touches.append(touch)
            return deliverToAll(touch, .began)
        }
        if let target, !isConsumed {
            if isFree(target) {
                touch.trackers.append(target.id)
                tree.handlers(from: target).forEach(add)
            }
            // Decision: a fallback replaces a translucent region like any other. A region that does not implement the methods gets nothing, and its
            // ancestors are not offered the touch.
            for translucent in hit.translucentHits.map(fallbackTarget) where translucent !== target && isFree(translucent) {
                if translucent.isSurface || translucent.spec.responds == .none || touch.trackers.contains(translucent.id) { continue }
                touch.trackers.append(translucent.id)
                add(translucent.id)
            }
        }
        touch.told = receivers
        let waiting = receivers.filter { !mayDecide.contains($0) }
        // Decision: a consumed touch is not on the region, and is not delayed.
        let undecidedFor = target?.ancestors.lazy.compactMap(\.spec.undecidedFor).first
        if !isConsumed, !mayDecide.isEmpty, !waiting.isEmpty, let wait = undecidedFor {
            touch.told = mayDecide
            touch.waiting = waiting
            touch.deciders = mayDecide
            touch.deadline = time + wait
        }
        // Regions in front of touch.view are informed of a gesture's first finger.
        if let target, tree.screen(of: target) == screen, down(panel).isEmpty {
            let regions = tree.regions(onScreen: screen)
            let place = regions.firstIndex { $0 === target }!
            for (index, region) in regions.enumerated() where region.spec.watchesOutside && region !== target {
                let isInFront =
                    index < place ? !target.ancestors.contains { $0 === region } : region.ancestors.contains { $0 === target }
                if !isInFront || region.ancestors.contains(where: \.refuses) { continue }
                frame.outside.append(.init(id: touch.id, region: region.id))
            }
        }
        touches.append(touch)
        deliverToAll(touch, .began)
    }

    private func tapCount(_ panel: Int, _ p: Point, _ time: Int64) -> Int {
        var known = taps[panel, default: []].filter { time - $0.end <= 350_000 }
        defer { taps[panel] = known }
        let index = known.lastIndex { abs($0.location.x - p.x) <= 30 && abs($0.location.y - p.y) <= 30 }
        guard let index else { return 1 }
        return known.remove(at: index).count + 1
    }

    /// The region that gets a region's touches while nobody has claimed it; nil if the fallbacks form a circle.
    private func fallbackTarget(_ region: ModelRegion) -> ModelRegion {
        var seen = [region]
        while let last = seen.last, !claimed.contains(last.id), let next = tree.region(last.spec.fallback) {
            if seen.contains(where: { $0 === next }) { return region }
            seen.append(next)
        }
        return seen.last!
    }

    /// Whether a region accepts another finger: multipleTouchEnabled and exclusiveTouch, over all panels.
    private func isFree(_ region: ModelRegion) -> Bool {
        for touch in touches {
            for tracker in touch.trackers.compactMap(tree.region) {
                if tracker === region {
                    if !region.spec.isMultipleTouchEnabled { return false }
                } else if tracker.window === region.window {
                    if tracker.spec.isExclusiveTouch || region.spec.isExclusiveTouch { return false }
                }
            }
        }
        return true
    }

    // MARK: Delayed begins

    /// Runs all deadlines up to a time in order.
    func pass(until time: Int64) -> [ModelFrame] {
        var frames: [ModelFrame] = []
        func next() -> (panel: Int, time: Int64)? {
            (touches + lifted).filter(\.isWithheld).map { ($0.panel, $0.deadline) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
        }
        while let due = next(), due.time <= time {
            frames += perform(due.panel, due.time) { release(due.panel) { $0.deadline <= due.time } }
        }
        return frames
    }

    private func release(_ panel: Int, where isConcerned: (ModelTouch) -> Bool) {
        releaseLifted(panel, where: isConcerned)
        for touch in down(panel) where touch.isWithheld && isConcerned(touch) {
            for receiver in touch.waiting {
                deliver(touch, .began, to: receiver, at: touch.beganAt, from: touch.beganAt, timestamp: touch.beganTime)
                if touch.location != touch.beganAt {
                    deliver(touch, .moved, to: receiver, at: touch.location, from: touch.beganAt, timestamp: touch.timestamp)
                }
            }
            touch.told += touch.waiting
            touch.waiting = []
        }
    }

    func releaseLifted(_ panel: Int, where isConcerned: (ModelTouch) -> Bool) {
        for touch in lifted where touch.panel == panel && isConcerned(touch) {
            for receiver in touch.waiting {
                deliver(touch, .began, to: receiver, at: touch.beganAt, from: touch.beganAt, timestamp: touch.beganTime)
                // The last place delivered is that of the begin.
                deliver(touch, .ended, to: receiver, at: touch.location, from: touch.beganAt, timestamp: touch.timestamp)
            }
        }
        lifted.removeAll { $0.panel == panel && isConcerned($0) }
    }

    // MARK: Requests of clients

    func claim(_ ids: Set<String>) { claimed = ids }

    private func maySteal(_ ids: [UInt64], _ thief: String) -> Bool {
        guard tree.interceptor(thief) != nil else { return false }
        return ids.allSatisfy { id in
            if let touch = lifted.first(where: { $0.id == id }) { return touch.deciders.contains(thief) }
            guard let touch = touches.first(where: { $0.id == id }) else { return false }
            if touch.stolenBy == thief { return true }
            return touch.told.contains(thief) && tree.interceptor(thief)!.spec.maySteal
        }
    }

    /// Steals touches; returns nil if that is impossible.
    func steal(_ ids: [UInt64], by thief: String, _ time: Int64) -> [ModelFrame]? {
        guard maySteal(ids, thief) else { return nil }
        return panels.flatMap { panel in
            perform(panel, time) {
                for touch in down(panel) where ids.contains(touch.id) {
                    for receiver in touch.told where receiver != thief {
                        deliver(touch, .cancelled, .stolen, to: receiver, at: touch.location, from: touch.previous, timestamp: time)
                    }
                    touch.told = [thief]
                    touch.waiting = []
                    touch.trackers = []
                    touch.stolenBy = thief
                }
                lifted.removeAll { $0.panel == panel && ids.contains($0.id) }
            }
        }
    }

    func letGo(_ ids: [UInt64], by thief: String, _ time: Int64) -> [ModelFrame]? {
        guard maySteal(ids, thief) else { return nil }
        for touch in touches + lifted where ids.contains(touch.id) { touch.deciders.removeAll { $0 == thief } }
        return panels.flatMap { panel in perform(panel, time) { release(panel) { $0.deciders.isEmpty } } }
    }

    /// Ends the claims of these receivers. Observers that are abandoned cancel no touch of others.
    func abandon(_ ids: [String], _ reason: CancelReason, _ time: Int64) -> [ModelFrame] {
        panels.flatMap { panel in
            perform(panel, time) {
                for touch in down(panel) {
                    let all = touch.told + touch.waiting
                    let others = all.filter { tree.sort($0) != .interceptor }
                    if (others.isEmpty ? all : others).contains(where: ids.contains) { cancel(touch, reason, time) }
                }
                for touch in down(panel) {
                    for receiver in touch.told where ids.contains(receiver) {
                        deliver(touch, .cancelled, reason, to: receiver, at: touch.location, from: touch.previous, timestamp: time)
                    }
                    touch.told.removeAll(where: ids.contains)
                }
                lifted.removeAll { $0.panel == panel && $0.waiting.contains(where: ids.contains) }
                for touch in touches + lifted { touch.deciders.removeAll(where: ids.contains) }
                release(panel) { $0.deciders.isEmpty }
            }
        }
    }

    func cancelAll(_ panel: Int, _ reason: CancelReason, _ time: Int64) -> [ModelFrame] {
        perform(panel, time) {
            releaseLifted(panel) { _ in true }
            for touch in down(panel) { cancel(touch, reason, time) }
        }
    }

    // MARK: The tree

    /// Replaces the tree. Cancels refer to the old tree. A region is the same if its id is, except that a responder of another kind is a different
    /// one.
    ///
    /// - Parameter steps: The trees in between: a region missing from one of them counts as removed even if its id is in the new tree.
    func replace(_ new: ModelTree, by steps: [ModelTree] = [], _ time: Int64) -> [ModelFrame] {
        func stays(_ id: String) -> Bool {
            new.sort(id) == tree.sort(id) && (tree.region(id) == nil || steps.allSatisfy { $0.region(id) != nil })
        }
        let frames = panels.flatMap { panel in
            perform(panel, time) {
                for touch in down(panel) {
                    let all = touch.told + touch.waiting
                    let isTargetGone = touch.target.map { !stays($0) } ?? false
                    if isTargetGone || (!all.isEmpty && !all.contains(where: stays)) { cancel(touch, .regionRemoved, time) }
                }
                for touch in down(panel) {
                    for receiver in touch.told where !stays(receiver) {
                        deliver(
                            touch, .cancelled, .regionRemoved, to: receiver, at: touch.location, from: touch.previous, timestamp: time)
                    }
                }
                lifted.removeAll { $0.panel == panel && !stays($0.target!) }
            }
        }
        for touch in touches + lifted {
            touch.told.removeAll { !stays($0) }
            touch.trackers.removeAll { !stays($0) }
            let wasWithheld = touch.isWithheld
            touch.waiting.removeAll { !stays($0) }
            touch.deciders.removeAll { !stays($0) }
            if wasWithheld && touch.deciders.isEmpty { touch.deadline = min(touch.deadline, time) }  // no interceptor is left to decide
        }
        lifted.removeAll { $0.waiting.isEmpty }
        tree = new
        return frames
    }

    /// Applies the edits, or returns nil and applies none if one of them is impossible.
    func edit(_ edits: [TreeEdit], _ time: Int64) -> [ModelFrame]? {
        guard let new = try? tree.edited(edits) else { return nil }
        let steps = edits.indices.dropLast().compactMap { try? tree.edited(Array(edits[...$0])) }
        return replace(new, by: steps, time)
    }

    /// Drags regions by the first of their fingers that moved in the frame, after all events have been delivered.
    private func dragSelves() {
        var dragged: Set<String> = []
        for event in frame.events where event.phase == .moved {
            guard let region = tree.region(event.receiver), region.spec.behaviour == .dragSelf else { continue }
            guard dragged.insert(region.id).inserted else { continue }
            let center = region.spec.geometry.center
            region.spec.geometry.center = Point(
                center.x + event.local.x - event.previousLocal.x, center.y + event.local.y - event.previousLocal.y)
        }
    }
}

/// A touch of the routing model.
final class ModelTouch {
    let id: UInt64
    let panel: Int
    let slot: Int
    let beganAt: Point
    let beganTime: Int64
    let tapCount: Int
    var location: Point
    var previous: Point
    var timestamp: Int64
    var target: String?
    /// The receivers that have received it, in order.
    var told: [String] = []
    /// The receivers that will receive it unless it is stolen.
    var waiting: [String] = []
    /// Interceptors that have not declined it.
    var deciders: [String] = []
    var deadline: Int64 = .max
    /// The regions that count it as one of their fingers.
    var trackers: [String] = []
    var stolenBy: String?
    var isForSurface = false

    init(_ id: UInt64, _ panel: Int, _ slot: Int, _ p: Point, _ time: Int64, tapCount: Int) {
        (self.id, self.panel, self.slot, self.tapCount) = (id, panel, slot, tapCount)
        (beganAt, location, previous, beganTime, timestamp) = (p, p, p, time, time)
    }

    var isWithheld: Bool { !waiting.isEmpty }
}
