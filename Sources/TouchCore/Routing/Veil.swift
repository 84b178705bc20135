/// Sensitive regions: what touches do in one is for who may look into it. To all others a finger in it is one event when it
/// begins and one when it ends, of the outermost sensitive region, the same wherever in it the finger is and whatever takes it.
/// So nothing outside gets a part of it either: no responder further up the chain, no recognizer or scroll view, no translucent
/// region.
extension TouchPipeline {
    /// Whether what touches do on a target is a sensitive region's.
    func isSecret(_ target: RegionID?) -> Bool { target.map { tree[$0].sensitiveRoot != nil } ?? false }

    func sensitiveRoot(of touch: Touch) -> RegionID? { touch.target.flatMap { tree[$0].sensitiveRoot } }

    /// A touch begins or ends.
    mutating func veil(_ touch: Touch) {
        guard let root = sensitiveRoot(of: touch) else { return }
        frame.veils.append(RoutedTouch(veiled: touch, root))
    }

    /// Touches that are down in sensitive regions, as `touchesDown` in order of panel and slot.
    public var veiledDown: [(panel: PanelID, touch: RoutedTouch)] {
        guard tree.special.contains(.sensitive) else { return [] }
        var down: [(panel: PanelID, touch: RoutedTouch)] = []
        for panel in panels {
            // Of the sensitive region itself its end was told when it lifted.
            for ended in panel.touches.ended where sensitiveRoot(of: ended.touch) != nil {
                for receiver in ended.recipients.told where tree[receiver].sensitiveRoot == nil {
                    down.append((panel.id, RoutedTouch(veiled: ended.asDown, receiver)))
                }
            }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot], let root = sensitiveRoot(of: touch) else { continue }
                touch.phase = .stationary
                down.append((panel.id, RoutedTouch(veiled: touch, root)))
                for receiver in panel.touches.recipients(inSlot: slot).told where tree[receiver].sensitiveRoot == nil {
                    down.append((panel.id, RoutedTouch(veiled: touch, receiver)))
                }
            }
        }
        return down
    }
}

extension RoutedTouch {
    init(veiled touch: Touch, _ receiver: RegionID) {
        self.init(
            id: touch.id, phase: touch.phase, reason: touch.reason, target: touch.target, receiver: receiver, location: Point(0, 0),
            local: Point(0, 0), previousLocal: Point(0, 0), timestamp: touch.timestamp, isInside: true, tapCount: 1,
            axes: TouchAxes(), isVeiled: true)
    }

    /// The same event without where it is; `receiver` is nothing that says so.
    var asVeiled: RoutedTouch {
        var event = self
        (event.location, event.local, event.previousLocal) = (Point(0, 0), Point(0, 0), Point(0, 0))
        (event.isInside, event.tapCount, event.axes, event.isVeiled) = (true, 1, TouchAxes(), true)
        return event
    }
}

extension RoutedFrame {
    /// Whether anybody hears of it who may not look into any sensitive region.
    public func isHeard(outsideOf sensitive: SensitiveRegions) -> Bool {
        func isOpen(_ region: RegionID?) -> Bool { region.map { !sensitive.contains($0) } ?? true }
        if !veils.isEmpty || actions.contains(where: { isOpen($0.region) }) || outside.contains(where: { isOpen($0.region) }) { return true }
        return events.contains { event in
            isOpen(event.target) ? isOpen(event.receiver) : event.receiver != nil && isOpen(event.receiver) && !event.isMove
        }
    }

    /// The frame as somebody sees it who may not look into all sensitive regions.
    ///
    /// - Parameter scratch: keeps its memory from frame to frame; a frame in which there is nothing to veil needs none.
    /// - Parameter isSealed: whether he may not look at what the touch does in this region; asked of sensitive ones only.
    public func veiled(
        _ sensitive: SensitiveRegions, into scratch: inout FrameScratch, isSealed: (RegionID, TouchID) -> Bool
    ) -> RoutedFrame {
        func seals(_ region: RegionID?, _ touch: TouchID) -> Bool {
            guard let region, sensitive.contains(region) else { return false }
            return isSealed(region, touch)
        }
        var frame = self
        frame.veils = []
        if !veils.isEmpty || events.contains(where: { seals($0.receiver, $0.id) || seals($0.target, $0.id) }) {
            scratch.events.removeAll(keepingCapacity: true)
            for veil in veils where veil.phase.isTerminal && seals(veil.target, veil.id) { scratch.events.append(veil) }
            for event in events {
                if seals(event.receiver, event.id) { continue }
                if !seals(event.target, event.id) {
                    scratch.events.append(event)
                } else if let receiver = event.receiver, !sensitive.contains(receiver), !event.isMove {
                    scratch.events.append(event.asVeiled)  // an interceptor, or to whom it delivers
                }
            }
            for veil in veils where !veil.phase.isTerminal && seals(veil.target, veil.id) { scratch.events.append(veil) }
            frame.events = scratch.events
        }
        if let actions = FrameScratch.some(actions, &scratch.actions, where: { !seals($0.region, $0.first) }) { frame.actions = actions }
        if let outside = FrameScratch.some(outside, &scratch.outside, where: { !seals($0.region, $0.id) }) { frame.outside = outside }
        return frame
    }
}

extension RegionTree {
    /// Whether gestures of `region` get touches on `target`: it is the region itself or lies in it, and is not isolated from it
    /// (`Ownership`).
    func isHeard(_ target: RegionID, in region: RegionID) -> Bool {
        (target == region || directory.isInside(target, region)) && !isKept(target, from: region)
    }

    /// Whether an interceptor inside `region` is asked about touches on `target`. If `target` is in a sensitive part, `region` must
    /// enclose the whole part or lie in it; otherwise being asked would reveal where the finger is.
    func mayJudge(_ region: RegionID, touchesOf target: RegionID) -> Bool {
        guard let compartment = compartment(of: target), self.compartment(of: region) != compartment else { return true }
        var next: RegionID? = compartment
        while let index = next {
            if index == region { return true }
            next = self[index].parent
        }
        return false
    }
}
