/// Changes of the tree under the fingers (routing 7, dispatch 10): captured touches stay with their receivers,
/// found by id, with the new geometry; a touch whose target is gone is cancelled, and its finger dead until it lifts.
extension TouchPipeline {
    /// Replaces the tree as a whole.
    ///
    /// - Returns: the cancels, a frame a panel, at the time that `time` gives for it; they speak of the old tree's regions. A
    ///   frame may be empty but for gestures that have failed.
    public mutating func replaceTree(_ new: RegionTree, time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        var new = new
        new.setOwners(owners)
        let replacement = TreeReplacement(old: tree, new: new)
        let moved = replacement.moved
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
                panel.recognizers().cancel(&frame, replacement.old) { !replacement.keeps($0) }
                recognize(panel)
                if panel.isWithholding { release(panel) }
            }
            // Those that rest know their places as well.
            if let arbiter = panel.arbiter {
                arbiter.renumber(from: replacement.old, to: new, moved)
                panel.isRecognizing = !arbiter.active.isEmpty
            }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot] else { continue }
                if touch.hasRoute { leaveBehind(&touch, panel, slot, .regionRemoved) { moved($0) != nil } }
                touch.renumber(moved)
                panel.touches[slot] = touch
                if touch.hasRoute { panel.routes[slot].renumber(moved, at: frame.time) }
            }
            for index in panel.lifted.indices {
                var rest = panel.lifted[index]
                rest.receivers.removeAll { moved($0) != nil }
                cancel(rest, .regionRemoved)
                panel.lifted[index].renumber(moved, at: frame.time)
            }
            panel.taps.renumber(moved)
            panel.noteWithholding()
            panel.setDeadline()
            if tree.special.contains(.controls) {
                trackControls()
                stopControls(ofPanel: panel) { replacement.staying($0) == nil }
            }
            if !frame.isIdle { cancels.append(frame) }
            if !frame.isEmpty { panel.lineTime = frame.time }
        }
        controls = controls.compactMap { tracking in
            guard let control = replacement.staying(tracking.control) else { return nil }
            var tracking = tracking
            tracking.control = control
            return tracking
        }
        tree = new
        scroll(cancels, of: replacement.old, moved)
        return cancels
    }

    /// Cancels a touch for those of its receivers that do not stay, while others do.
    mutating func leaveBehind(
        _ touch: inout Touch, _ panel: PanelState, _ slot: Int, _ reason: CancelReason, stays: (RegionIndex) -> Bool
    ) {
        let receivers = panel.routes[slot].receivers(after: touch.receiver)
        if receivers.allSatisfy(stays) { return }
        let cancelled = touch.cancelled(reason, at: frame.time)
        for receiver in receivers where !stays(receiver) { frame.events.append(routed(cancelled, to: receiver)) }
        let rest = receivers.filter(stays)
        touch.receiver = rest.first
        if rest.isEmpty, touch.isBound { touch.isSilent = true }  // it may wait for long
        panel.routes[slot].others = Array(rest.dropFirst())
    }

    /// Edits the tree: all of the edits or, when one of them cannot be done, none.
    ///
    /// - Parameter check: is asked about the tree that would come of it.
    /// - Returns: the cancels, as `replaceTree` does, and whether regions have other indices now.
    /// - Throws: TreeEditError, which says which edit cannot be done and why; what `check` throws.
    public mutating func edit(
        _ edits: [TreeEdit], time: (_ panel: Int) -> Int64, check: EditsCheck? = nil
    ) throws(TreeEditError) -> (cancels: [RoutedFrame], isRenumbered: Bool) {
        if let sets = try tree.settable(edits) {
            if let check {
                var new = tree
                for (index, spec) in sets { new.set(index, spec) }
                try check(edits, new)
                tree = new
            } else {
                for (index, spec) in sets { tree.set(index, spec) }
            }
            return (cancelDisabled(time), false)
        }
        var editor = TreeEditor(tree)
        for (number, edit) in edits.enumerated() {
            do { try editor.apply(edit) } catch { throw error.numbered(number, of: edits.count) }
        }
        let new = RegionTree(editor.screens, gestureDefaults: tree.gestureDefaults)
        if let check { try check(edits, new) }
        return (replaceTree(new, time: time), true)
    }

    /// Recognizers and controls that are disabled now are over; their touches go on to the views.
    private mutating func cancelDisabled(_ time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        onPanels(at: time, where: { $1.isRecognizing || !$0.controls.isEmpty }) { pipeline, panel in
            if panel.isRecognizing {
                panel.recognizers().takeOverSpecs(pipeline.tree)
                panel.recognizers().cancel(&pipeline.frame, pipeline.tree) { !$0.spec.isEnabled }
            }
            let disabled = pipeline.controls.map(\.control).filter { !pipeline.tree.isControl($0) }
            pipeline.stopControls(ofPanel: panel) { disabled.contains($0) }
        }
    }
}

extension Touch {
    /// By the indices of another tree.
    fileprivate mutating func renumber(_ moved: (RegionIndex) -> RegionIndex?) {
        target = target.flatMap(moved)
        receiver = receiver.flatMap(moved)
        tracker = tracker.flatMap(moved)
    }
}

extension Lifted {
    /// By the indices of another tree; whoever is not in it waits no more.
    fileprivate mutating func renumber(_ moved: (RegionIndex) -> RegionIndex?, at time: Int64) {
        touch.target = touch.target.flatMap(moved)
        receivers = receivers.compactMap(moved)
        withheld = withheld?.renumbered(moved, at: time)
    }
}

extension Route {
    /// By the indices of another tree; whoever is not in it is left out.
    fileprivate mutating func renumber(_ moved: (RegionIndex) -> RegionIndex?, at time: Int64) {
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
