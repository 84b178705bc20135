/// Changes of the tree under the fingers (routing 7, dispatch 10): captured touches stay with their receivers,
/// found by id, with the new geometry; a touch whose target is gone is cancelled, and its finger dead until it lifts.
extension TouchPipeline {
    /// Replaces the tree as a whole.
    ///
    /// - Returns: the cancels, a frame a panel, at the time that `time` gives for it; they speak of the old tree's regions. A
    ///   frame may be empty but for gestures that have failed.
    public mutating func replaceTree(_ new: RegionTree, time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        var new = new
        new.setOwnership(claims)
        let replacement = TreeReplacement(old: tree, new: new)
        let moved = replacement.moved
        var cancels: [RoutedFrame] = []
        for index in panels.indices {
            guard let panel = panels[index] else { continue }
            begin(index, at: time(index))
            cancel(index, .regionRemoved) { touch, recipients in
                if let target = touch.target, moved(target) == nil { return true }
                return recipients.first != nil && recipients.all.allSatisfy { moved($0) == nil }
            }
            cancelEnded(panel, .regionRemoved) { ended in ended.touch.target.map { moved($0) == nil } ?? false }
            if panel.isRecognizing {
                panel.recognizers().cancel(&gestureOutput, replacement.old) { !replacement.keeps($0) }
                recognize(panel)
            }
            compose(panel)
            // Those that rest know their places as well.
            if let arbiter = panel.arbiter {
                arbiter.renumber(from: replacement.old, to: new, moved)
                panel.isRecognizing = !arbiter.active.isEmpty
            }
            cancelForRemovedReceivers(panel, .regionRemoved) { region, _ in moved(region) == nil }
            compose(panel)
            panel.touches.renumber(moved, at: frame.time)
            panel.taps.renumber(moved)
            panel.setDeadline()
            if tree.special.contains(.controls) {
                trackControls()
                stopControls(ofPanel: panel) { replacement.staying($0) == nil }
            }
            gestureOutput.move(into: &frame)
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
                panel.recognizers().cancel(&pipeline.gestureOutput, pipeline.tree) { !$0.spec.isEnabled }
            }
            let disabled = pipeline.controls.map(\.control).filter { !pipeline.tree.isControl($0) }
            pipeline.stopControls(ofPanel: panel) { disabled.contains($0) }
        }
    }
}
