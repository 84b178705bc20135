/// Changes of the tree under the fingers (uikit-semantics 2.7, dispatch B10): captured touches stay with their receivers,
/// found by id, with the new geometry; a touch whose target is gone is cancelled, and its finger dead until it lifts.
extension TouchPipeline {
    /// Replaces the tree as a whole.
    ///
    /// - Returns: the cancels, a frame a panel, at the time that `time` gives for it; they speak of the old tree's regions. A
    ///   frame may be empty but for gestures that have failed.
    public mutating func replaceTree(_ new: RegionTree, time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        let old = tree
        func moved(_ region: RegionIndex) -> RegionIndex? {
            guard let index = new.index(ofID: old[region].id) else { return nil }
            // An interceptor or a controller is not the region that had its name.
            if region < old.regionCount { return index < new.regionCount ? index : nil }
            return new[index].kind == old[region].kind && (new.home(index) == nil) == (old.home(region) == nil) ? index : nil
        }
        /// A control that goes on tracking its finger; one of another kind is another control.
        func staying(_ control: RegionIndex) -> RegionIndex? {
            moved(control).flatMap { new.isControl($0) && new[$0].kind == old[control].kind ? $0 : nil }
        }
        var cancels: [RoutedFrame] = []
        for index in panels.indices {
            guard let panel = panels[index] else { continue }
            begin(index, at: time(index))
            cancel(index, .regionRemoved) { touch in
                if let target = touch.target, moved(target) == nil { return true }
                guard let receiver = touch.receiver, moved(receiver) == nil else { return false }
                // Its only receiver, or the first of several of whom another goes on.
                guard touch.hasRoute, let slot = panel.touches.firstIndex(where: { $0?.id == touch.id }) else { return true }
                let route = panel.routes[slot]
                return (route.others + (route.withheld?.receivers ?? [])).allSatisfy { moved($0) == nil }
            }
            for lifted in panel.lifted where lifted.touch.target.map({ moved($0) == nil }) ?? false { cancel(lifted, .regionRemoved) }
            panel.lifted.removeAll { lifted in lifted.touch.target.map { moved($0) == nil } ?? false }
            if panel.isRecognizing {
                panel.recognizers().cancel(&frame, old) { Self.isGone($0, from: old, in: new) }
                recognize(panel)
                if panel.isWithholding { release(panel) }
            }
            // Those that rest know their places as well.
            if let arbiter = panel.arbiter {
                arbiter.renumber(from: old, to: new, moved)
                panel.isRecognizing = !arbiter.active.isEmpty
            }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot] else { continue }
                if touch.hasRoute { leaveBehind(&touch, panel, slot, .regionRemoved) { moved($0) != nil } }
                touch.target = touch.target.flatMap(moved)
                touch.receiver = touch.receiver.flatMap(moved)
                touch.tracker = touch.tracker.flatMap(moved)
                panel.touches[slot] = touch
                if touch.hasRoute { panel.routes[slot].renumber(moved, at: frame.time) }
            }
            for index in panel.lifted.indices {
                panel.lifted[index].touch.target = panel.lifted[index].touch.target.flatMap(moved)
                panel.lifted[index].receivers = panel.lifted[index].receivers.compactMap(moved)
                panel.lifted[index].withheld = panel.lifted[index].withheld?.renumbered(moved, at: frame.time)
            }
            panel.taps.renumber(moved)
            panel.noteWithholding()
            panel.setDeadline()
            if tree.special.contains(.controls) {
                trackControls()
                stopControls(ofPanel: panel) { staying($0) == nil }
            }
            if !frame.isIdle { cancels.append(frame) }
            if !frame.isEmpty { panel.lineTime = frame.time }
        }
        controls = controls.compactMap { tracking in
            guard let control = staying(tracking.control) else { return nil }
            var tracking = tracking
            tracking.control = control
            return tracking
        }
        tree = new
        scroll(cancels, of: old, moved)
        return cancels
    }

    /// Whether a recognizer has no place in another tree: its gesture is not in it, is disabled, or of another type.
    private static func isGone(_ recognizer: Recognizer, from old: borrowing RegionTree, in new: borrowing RegionTree) -> Bool {
        let record = old.gestures.records[Int(recognizer.index)]
        guard let place = new.gestures.records.firstIndex(where: { $0.id == record.id }) else { return true }
        return new.gestures.records[place].type != record.type || !new.gestures.specs[place].isEnabled
            || new[new.gestures.records[place].region].id != old[record.region].id
    }

    /// Cancels a touch for those of its receivers that do not stay, while others do.
    mutating func leaveBehind(
        _ touch: inout Touch, _ panel: PanelState, _ slot: Int, _ reason: CancelReason, stays: (RegionIndex) -> Bool
    ) {
        let receivers = panel.routes[slot].receivers(after: touch.receiver)
        if receivers.allSatisfy(stays) { return }
        var cancelled = touch
        cancelled.phase = .cancelled
        cancelled.reason = reason
        cancelled.timestamp = frame.time
        for receiver in receivers where !stays(receiver) { frame.events.append(routed(cancelled, to: receiver)) }
        let rest = receivers.filter(stays)
        touch.receiver = rest.first
        if rest.isEmpty, touch.isBound { touch.isSilent = true }  // it may wait for long
        panel.routes[slot].others = Array(rest.dropFirst())
    }

    /// Edits the tree: all of the edits or, when one of them cannot be done, none.
    ///
    /// - Returns: the cancels, as `replaceTree` does, and whether regions have other indices now.
    /// - Throws: TreeEditError, which says which edit cannot be done and why.
    public mutating func edit(
        _ edits: [TreeEdit], time: (_ panel: Int) -> Int64
    ) throws(TreeEditError) -> (cancels: [RoutedFrame], isRenumbered: Bool) {
        if let sets = try tree.settable(edits) {
            for (index, spec) in sets { tree.set(index, spec) }
            return (cancelDisabled(time), false)
        }
        var editor = TreeEditor(tree)
        for (number, edit) in edits.enumerated() {
            do { try editor.apply(edit) } catch { throw error.numbered(number, of: edits.count) }
        }
        return (replaceTree(RegionTree(editor.screens, gestureDefaults: tree.gestureDefaults), time: time), true)
    }

    /// Recognizers and controls that are disabled now are over; their touches go on to the views.
    private mutating func cancelDisabled(_ time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        var frames: [RoutedFrame] = []
        for index in panels.indices {
            guard let panel = panels[index], panel.isRecognizing || !controls.isEmpty else { continue }
            begin(index, at: time(index))
            if panel.isRecognizing {
                panel.recognizers().takeOverSpecs(tree)
                panel.recognizers().cancel(&frame, tree) { !$0.spec.isEnabled }
            }
            let disabled = controls.map(\.control).filter { !tree.isControl($0) }
            stopControls(ofPanel: panel) { disabled.contains($0) }
            finish(panel)
            if !frame.isIdle { frames.append(frame) }
        }
        return frames
    }

    /// Regions that drag themselves move by what the first of their fingers moved in this frame, in their own coordinates.
    /// After all have been told where the fingers are: whoever comes next sees the new place.
    mutating func dragSelves() {
        for (position, event) in frame.events.enumerated() {
            guard event.phase == .moved, let region = event.receiver, region < tree.regionCount,
                tree.specs[Int(region)].behaviour == .dragSelf
            else { continue }
            let isFirst = !frame.events[..<position].contains { $0.receiver == region && $0.phase == .moved }
            if isFirst { tree.move(region, by: event.local - event.previousLocal) }
        }
    }

    /// Tells regions in front of the one that was hit, on the same screen, that a touch began elsewhere: once a gesture, that
    /// is, for the first finger on the panel.
    mutating func noticeOutside(_ touch: Touch, _ panel: PanelState) {
        guard let target = touch.target, panel.isUntouched else { return }
        let regions = tree.screens[panel.screen].regions
        // A fallback or an interceptor may have led to another screen.
        guard regions.contains(target) else { return }
        // What is in front comes first, and so does what a region is in, which is behind it.
        for region in regions.lowerBound..<tree.nodes[Int(target)].end where tree.specs[Int(region)].watchesOutside {
            let isItselfOrBehind = region <= target && target < tree.nodes[Int(region)].end
            if isItselfOrBehind || tree.chain(to: region).contains(where: { tree.specs[Int($0)].refusal != nil }) { continue }
            frame.outside.append(OutsideNotice(id: touch.id, region: region))
        }
    }
}

extension Route {
    /// By the indices of another tree; whoever is not in it is left out.
    mutating func renumber(_ moved: (RegionIndex) -> RegionIndex?, at time: Int64) {
        others = others.compactMap(moved)
        overlays = overlays.compactMap(moved)
        withheld = withheld?.renumbered(moved, at: time)
    }
}

extension Route.Withheld {
    fileprivate func renumbered(_ moved: (RegionIndex) -> RegionIndex?, at time: Int64) -> Route.Withheld {
        var began = began
        began.target = began.target.flatMap(moved)
        let left = deciders.compactMap(moved)
        // When nobody is left to decide, it is due.
        let deadline = left.isEmpty && !deciders.isEmpty ? min(time, deadline) : deadline
        return Route.Withheld(receivers: receivers.compactMap(moved), began: began, deadline: deadline, deciders: left)
    }
}
