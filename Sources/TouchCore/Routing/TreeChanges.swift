/// Changes of the tree under the fingers (routing 7, dispatch 10): captured touches stay with their receivers, which keep
/// their identity, with the new geometry; a touch whose target is gone is cancelled, and its finger dead until it lifts.
extension TouchPipeline {
    /// Replaces the tree as a whole. What has the same id keeps its identity; if the new tree was not made to succeed this one, it is
    /// built again, in O(regions).
    ///
    /// - Parameter time: of a panel, when the cancels are. They speak of the old tree's regions.
    /// - Returns: what has become of the receivers.
    @discardableResult
    public mutating func replaceTree(
        _ tree: RegionTree, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) -> TreeChange {
        var new = tree.isSuccessor(of: self.tree) ? tree : RegionTree(tree.screenSpecs, gestureDefaults: tree.gestureDefaults, succeeding: self.tree)
        new.setOwnership(claims)
        let old = self.tree
        let endings = endings(in: new, isGone: { !new.directory.contains($0) }, kindBefore: { old[$0].kind })
        let cancels = cancel(endings, time, &output)
        self.tree = new
        leaveGone()
        scroll(output[cancels]) { region in
            old.specs[region.slot].geometry.bounds.origin == new.specs[region.slot].geometry.bounds.origin
                && old.zoomScale(of: region) == new.zoomScale(of: region)
        }
        return new.directory.change(from: old.directory)
    }

    /// Edits the tree: all of the edits or, when one of them cannot be done, none. O(regions that they are about), if there is no `check`.
    ///
    /// - Parameter check: is asked about the tree that would come of it.
    /// - Parameter time: as for `replaceTree`.
    /// - Returns: as `replaceTree`; nil when there are the same regions in the same order.
    /// - Throws: TreeEditError, which says which edit cannot be done and why; what `check` throws.
    public mutating func edit(
        _ edits: [TreeEdit], time: (_ panel: PanelID) -> Int64, check: EditsCheck? = nil, into output: inout FrameBuffer
    ) throws(TreeEditError) -> TreeChange? {
        if let sets = try tree.settable(edits) {
            if let check {
                var new = tree
                for (index, spec) in sets { new.set(index, spec) }
                try check(edits, new)
                tree = new
            } else {
                for (index, spec) in sets { tree.set(index, spec) }
            }
            cancelDisabled(time, &output)
            return nil
        }
        return try editStructure(edits.count, time, into: &output, check: { tree throws(TreeEditError) in try check?(edits, tree) }) {
            (editor, number, tree) throws(TreeEditError) in try editor.apply(edits[number], to: &tree)
        }
    }

    /// Does edits that change which regions there are, or how they lie in each other.
    mutating func editStructure(
        _ count: Int, _ time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer,
        check: (RegionTree) throws(TreeEditError) -> Void = { _ in },
        _ apply: (inout TreeEditor, _ number: Int, inout RegionTree) throws(TreeEditError) -> Void
    ) throws(TreeEditError) -> TreeChange? {
        tree.directory.freeRetired()
        func edited(_ tree: inout RegionTree) throws(TreeEditError) -> TreeEditor {
            var editor = TreeEditor(tree)
            for number in 0..<count {
                do throws(TreeEditError) { try apply(&editor, number, &tree) } catch {
                    editor.undo(in: &tree)
                    throw error.numbered(number, of: count)
                }
            }
            editor.updateTables(of: &tree)
            return editor
        }
        var editor = try edited(&tree)
        tree.setOwnership(claims)
        do throws(TreeEditError) { try check(tree) } catch {
            editor.undo(in: &tree)
            tree.setOwnership(claims)
            throw error
        }
        // What ends does so in the tree as it was.
        let gone = Set(editor.gone)
        let endings = endings(in: tree, isGone: gone.contains) { editor.kindBefore($0) ?? tree[$0].kind }
        editor.undo(in: &tree)
        tree.setOwnership(claims)
        let cancels = cancel(endings, time, &output)
        editor = try edited(&tree)
        tree.setOwnership(claims)
        leaveGone()
        let isWhereItWas = Set(scrolled(output[cancels]).filter { !editor.hasMoved($0, in: tree) })
        scroll(output[cancels], isWhereItWas.contains)
        let change = editor.change(in: tree)
        editor.finish(&tree)
        return change
    }

    private func scrolled(_ frames: Slice<FrameBuffer>) -> [RegionID] {
        frames.flatMap { $0.actions.compactMap { if case .scroll(let action) = $0 { action.region } else { nil } } }
    }

    /// What a change of the tree ends.
    private struct Endings {
        let isGone: (RegionID) -> Bool
        /// By panel, gestures whose recognizers go on.
        var kept: [PanelID: Set<GestureID>] = [:]
        var controls: [RegionID] = []
    }

    /// - Parameters:
    ///   - new: the tree as it will be.
    ///   - kindBefore: of a region that stays.
    private func endings(
        in new: RegionTree, isGone: @escaping (RegionID) -> Bool, kindBefore: (RegionID) -> RegionKind
    ) -> Endings {
        var endings = Endings(isGone: isGone)
        for panel in panels where panel.isRecognizing {
            endings.kept[panel.id] = Set(panel.recognizers().active.filter { new.keeps($0, isGone) }.map(\.index))
        }
        endings.controls = controls.map(\.control).filter { isGone($0) || !new.isControl($0) || new[$0].kind != kindBefore($0) }
        return endings
    }

    /// Cancels what ends, in the tree as it was. Returns which frames of the output that has made.
    private mutating func cancel(
        _ endings: Endings, _ time: (_ panel: PanelID) -> Int64, _ output: inout FrameBuffer
    ) -> Range<Int> {
        let isGone = endings.isGone
        let first = output.count
        for panel in panels {
            begin(panel.id, at: time(panel.id))
            cancel(panel.id, .regionRemoved) { touch, recipients in
                if let target = touch.target, isGone(target) { return true }
                return recipients.first != nil && recipients.all.allSatisfy(isGone)
            }
            cancelEnded(panel, .regionRemoved) { ended in ended.touch.target.map(isGone) ?? false }
            if panel.isRecognizing {
                panel.recognizers().cancel(&gestureOutput, tree) { !(endings.kept[panel.id]?.contains($0.index) ?? false) }
                recognize(panel)
            }
            compose(panel)
            cancelForRemovedReceivers(panel, .regionRemoved) { region, _ in isGone(region) }
            compose(panel)
            if tree.special.contains(.controls) {
                trackControls()
                stopControls(ofPanel: panel) { endings.controls.contains($0) }
            }
            gestureOutput.move(into: &frame)
            if !frame.isEmpty { panel.lineTime = frame.time }
            emit(into: &output)
        }
        controls.removeAll { endings.controls.contains($0.control) }
        return first..<output.count
    }

    /// Forgets regions and gestures that are not in the tree any more.
    private mutating func leaveGone() {
        for panel in panels {
            // Those that rest know their places as well.
            if let arbiter = panel.arbiter {
                arbiter.leaveGone(tree)
                panel.isRecognizing = !arbiter.active.isEmpty
            }
            let directory = tree.directory
            func isGone(_ region: RegionID) -> Bool { !directory.contains(region) }
            panel.touches.forget(where: isGone, at: panel.time)
            panel.setDeadline()
        }
    }

    /// Recognizers and controls that are disabled now are over; their touches go on to the views.
    private mutating func cancelDisabled(_ time: (_ panel: PanelID) -> Int64, _ output: inout FrameBuffer) {
        onPanels(at: time, into: &output, where: { $1.isRecognizing || !$0.controls.isEmpty }) { pipeline, panel in
            if panel.isRecognizing {
                panel.recognizers().takeOverSpecs(pipeline.tree)
                panel.recognizers().cancel(&pipeline.gestureOutput, pipeline.tree) { !$0.spec.isEnabled }
            }
            let disabled = pipeline.controls.map(\.control).filter { !pipeline.tree.isControl($0) }
            pipeline.stopControls(ofPanel: panel) { disabled.contains($0) }
        }
    }
}

extension RegionTree {
    /// Whether a recognizer goes on in this tree: not if its gesture is not in it or is disabled, and not with a finger in what is
    /// sensitive now while it is outside.
    fileprivate func keeps(_ recognizer: Recognizer, _ isGone: (RegionID) -> Bool) -> Bool {
        guard gestures.contains(recognizer.index), gestures.specs[recognizer.index.slot].isEnabled else { return false }
        return !recognizer.hasFinger { !isGone($0) && isKept($0, from: recognizer.region) }
    }
}
