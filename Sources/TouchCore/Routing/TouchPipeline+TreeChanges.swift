/// Changes of the tree while fingers are down (routing 7, dispatch 10). Captured touches stay with their receivers, which keep their identity and use
/// the new geometry. A touch whose target is gone is cancelled, and its finger is dead until it lifts.
extension TouchPipeline {
    /// Replaces the whole tree. Receivers with the same id keep their identity. A tree that was not made as successor of the current one is rebuilt,
    /// in O(regions).
    ///
    /// - Parameters:
    ///   - change: The difference to the current tree, if known and the new tree is its successor. Otherwise it is computed, in O(receivers).
    ///   - time: The time of the cancels, for each panel. Cancels refer to regions of the old tree.
    /// - Returns: The changes of the receivers.
    @discardableResult
    public func replaceTree(
        _ tree: RegionTree, change: TreeChange? = nil, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) -> TreeChange {
        let isSuccessor = tree.isSuccessor(of: self.tree)
        var new = isSuccessor ? tree : RegionTree(tree.screenSpecs, gestureDefaults: tree.gestureDefaults, succeeding: self.tree)
        new.setOwnership(claims)
        let old = self.tree
        let tree = new
        func isGone(_ region: RegionID) -> Bool { !tree.directory.contains(region) }
        var endings = Endings(isGone: isGone) { isGone($0) || !tree.isControl($0) || tree[$0].kind != old[$0].kind }
        endings.keep(context.panels, in: tree)
        let cancels = cancel(endings, time, &output)
        context.tree = new
        context.glasses.updateScreens(new.screens)
        accessibility.updateScreens()
        for panel in context.panels { panel.gate.rulesChanged(at: panel.clock.time) }
        forgetGone()
        scroll(output[cancels]) { region in
            old.specs[region.slot].geometry.bounds.origin == new.specs[region.slot].geometry.bounds.origin
                && old.zoomScale(of: region) == new.zoomScale(of: region)
        }
        guard isSuccessor, let change else { return new.change(from: old) }
        assert(change.isSame(as: new.change(from: old)), "the change that was found differs from that between the trees")
        return change
    }

    /// Edits the tree. Either all edits are applied or, if one of them is impossible, none. Takes O(regions concerned) without a `check`.
    ///
    /// - Parameter check: Called with the tree that would result.
    /// - Parameter time: The same as for `replaceTree`.
    /// - Returns: The same as `replaceTree`; nil if the regions and their order stay the same.
    /// - Throws: TreeEditError, with the impossible edit and the reason; any error of `check`.
    public func edit(
        _ edits: [TreeEdit], time: (_ panel: PanelID) -> Int64, check: EditsCheck? = nil, into output: inout FrameBuffer
    ) throws(TreeEditError) -> TreeChange? {
        if let sets = try lendTree({ tree throws(TreeEditError) in try TreeEdit.settings(edits, in: tree) }) {
            for (number, (region, spec)) in sets.enumerated() {
                if let flaw = RegionKeys.flaw(of: region, spec, replacing: tree.specs[region.slot], in: tree) {
                    throw TreeEditError(.impossible, flaw).numbered(number, of: edits.count)
                }
            }
            if let check {
                var new = tree
                for (index, spec) in sets { new.set(index, spec) }
                try check(edits, new)
                context.tree = new
            } else {
                for (index, spec) in sets { context.tree.set(index, spec) }
            }
            cancelDisabled(time, &output)
            accessibility.recordChange()
            return nil
        }
        func checked(_ tree: RegionTree) throws(TreeEditError) { try check?(edits, tree) }
        return try editStructure(edits.count, time, into: &output, check: check == nil ? nil : checked) {
            (editor, number, tree) throws(TreeEditError) in try editor.apply(edits[number], to: &tree)
        }
    }

    /// Applies edits that add, remove or reorder regions or change their hierarchy.
    func editStructure(
        _ count: Int, _ time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer,
        check: ((RegionTree) throws(TreeEditError) -> Void)? = nil,
        _ apply: (inout TreeEditor, _ number: Int, inout RegionTree) throws(TreeEditError) -> Void
    ) throws(TreeEditError) -> TreeChange? {
        context.tree.freeRetired()
        func edit(_ tree: inout RegionTree, by editor: inout TreeEditor) throws(TreeEditError) {
            for number in 0..<count {
                do throws(TreeEditError) { try apply(&editor, number, &tree) } catch {
                    editor.undo(in: &tree)
                    throw error.numbered(number, of: count)
                }
            }
            editor.updateTables(of: &tree)
            if let flaw = RegionKeys.flaw(after: editor, in: tree) {
                editor.undo(in: &tree)
                throw TreeEditError(.impossible, flaw)
            }
            tree.setOwnership(claims)
        }
        var editor = TreeEditor()
        try edit(&context.tree, by: &editor)
        do throws(TreeEditError) { try check?(tree) } catch {
            editor.undo(in: &context.tree)
            context.tree.setOwnership(claims)
            throw error
        }
        // Sequences that end must end in the old tree.
        let gone = Set(editor.gone)
        let mayEnd = mayEnd
        let noControls =
            mayEnd
            ? Set(
                (controls.tracking { !gone.contains($0) } + editor.set).filter {
                    !tree.isControl($0) || tree[$0].kind != editor.kindBefore($0) ?? tree[$0].kind
                }) : []
        var endings = Endings(isGone: gone.contains) { gone.contains($0) || noControls.contains($0) }
        if mayEnd { endings.keep(context.panels, in: tree) }
        if mayEnd {
            editor.undo(in: &context.tree)
            context.tree.setOwnership(claims)
        }
        let cancels = cancel(endings, time, &output)
        if mayEnd {
            editor = TreeEditor()
            try edit(&context.tree, by: &editor)
        }
        forgetGone()
        if !cancels.isEmpty {
            let isWhereItWas = Set(scrolled(output[cancels]).filter { !editor.hasScrolled($0, in: tree) })
            scroll(output[cancels], isWhereItWas.contains)
        }
        let change = lendTree { editor.change(in: $0) }
        editor.finish(&context.tree)
        accessibility.recordChange()
        return change
    }

    /// Applies the final offsets of scrolling that ended in the old tree.
    ///
    /// - Parameter isWhereItWas: Whether the change has left the offset and zoom scale of a remaining region as they were.
    private func scroll(_ frames: Slice<FrameBuffer>, _ isWhereItWas: (RegionID) -> Bool) {
        for frame in frames {
            for action in frame.actions {
                guard case .scroll(let action) = action.content, tree.directory.contains(action.region), tree.specs[action.region.slot].scroll != nil,
                    isWhereItWas(action.region)
                else { continue }
                context.tree.scroll(action.region, to: action.offset, zoomScale: action.zoomScale)
            }
        }
    }

    private func scrolled(_ frames: Slice<FrameBuffer>) -> [RegionID] {
        frames.flatMap { $0.actions.compactMap { if case .scroll(let action) = $0.content { action.region } else { nil } } }
    }

    /// The regions, gestures and controls that a change of the tree ends.
    private struct Endings {
        let isGone: (RegionID) -> Bool
        /// The gestures whose recognizers continue, by panel.
        private(set) var kept: [PanelID: Set<GestureID>] = [:]
        /// Whether a control stops tracking. Applies also to a control that begins to track during the cancels, because its begin may have been
        /// delayed until then.
        let isControlOver: (RegionID) -> Bool

        init(isGone: @escaping (RegionID) -> Bool, isControlOver: @escaping (RegionID) -> Bool) {
            (self.isGone, self.isControlOver) = (isGone, isControlOver)
        }

        /// - Parameter new: The tree after the change.
        mutating func keep(_ panels: borrowing PanelStates, in new: RegionTree) {
            for panel in panels { kept[panel.id] = Set(panel.recognizers.all.filter { continues($0, in: new) }.map(\.index)) }
        }

        /// Whether a recognizer continues in the new tree. It ends if its gesture is missing or disabled there, or if one of its fingers is in a
        /// region that is sensitive there and the recognizer's region is outside.
        private func continues(_ recognizer: Recognizer, in new: RegionTree) -> Bool {
            guard new.gestures.contains(recognizer.index), new.gestures.specs[recognizer.index.slot].isEnabled else { return false }
            return !recognizer.hasFinger { !isGone($0) && new.isIsolated($0, from: recognizer.region) }
        }
    }

    /// Whether anything is in progress that a change of the tree could end.
    private var mayEnd: Bool {
        !controls.isEmpty
            || context.panels.contains { !$0.touches.isUntouched || $0.touches.isDelaying || $0.recognizers.isActive || $0.sensitive.hasReported }
    }

    /// Cancels everything that the change ends, while the old tree is still current. Returns the indices of the resulting frames in the output.
    private func cancel(
        _ endings: Endings, _ time: (_ panel: PanelID) -> Int64, _ output: inout FrameBuffer
    ) -> Range<Int> {
        let first = output.count
        for panel in context.panels {
            panel.begin(at: time(panel.id), &context)
            panel.cancel(regionsGone: endings.isGone, keeping: endings.kept[panel.id] ?? [], &context)
            controls.track(&context)
            controls.stop(panel.touches, &context, where: endings.isControlOver)
            context.draft.addGestures()
            panel.recordLine(context)
            context.draft.emit(into: &output)
        }
        controls.forget(where: endings.isControlOver)
        return first..<output.count
    }

    /// Forgets regions and gestures that are no longer in the tree.
    private func forgetGone() {
        for panel in context.panels { panel.forgetGone(context.tree) }
        let directory = context.tree.directory
        context.ruleMemory.forget { !directory.contains($0) }
        controls.checkInvariants(context)
        context.tree.checkInvariants()
    }

    /// Ends recognizers and controls that are now disabled. Their touches continue for the views.
    private func cancelDisabled(_ time: (_ panel: PanelID) -> Int64, _ output: inout FrameBuffer) {
        let isTracking = !controls.isEmpty
        onPanels(at: time, into: &output, where: { isTracking || $0.recognizers.isActive }) { panel in
            panel.updateSpecs(&context)
            let disabled = controls.tracking { !tree.isControl($0) }
            controls.stop(panel.touches, &context) { disabled.contains($0) }
        }
    }

    // MARK: The regions of a client that is gone

    /// The result of a removal of regions.
    public struct Removal {
        /// The changes of the receivers; nil if no region was removed.
        public internal(set) var change: TreeChange?
        /// The requested ids that no region has.
        public internal(set) var missing: [String] = []
    }

    /// Removes regions and their descendants in one edit. Their touches are cancelled with this reason. An id that no region has does not prevent the
    /// removal of the others.
    ///
    /// - Parameter time: The time of the cancels, for each panel. Cancels refer to the old tree.
    public func remove(
        _ ids: [String], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) -> Removal {
        var removal = Removal()
        var regions: [RegionID] = []
        for id in ids {
            if let region = tree.region(ofID: id) { regions.append(region) } else { removal.missing.append(id) }
        }
        let all = Set(regions)
        let outermost = regions.filter { !tree.directory.isInside($0, anyOf: all) }
        if outermost.isEmpty { return removal }
        let inside = outermost.flatMap { tree.directory.subtree(of: $0) }.map { tree[$0].id }
        let since = Dictionary(inside.map { ($0, TouchID.first) }, uniquingKeysWith: { a, _ in a })
        abandon(since, reason: reason, time: time, into: &output)
        let names = tree.directory.inOrder(outermost).map { tree[$0].id }
        removal.change = try? editStructure(names.count, time, into: &output) { editor, number, tree throws(TreeEditError) in
            try editor.apply(.remove(names[number]), to: &tree)
        }
        return removal
    }
}
