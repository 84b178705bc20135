/// Recognizers under changes of the tree.
extension Arbiter {
    /// Cancels those that are concerned: active ones say so, possible ones fail. Their touches go on without them.
    func cancel(_ output: inout GestureOutput, _ tree: borrowing RegionTree, where isConcerned: (Recognizer) -> Bool) {
        for recognizer in active where isConcerned(recognizer) {
            giveUpMissed(recognizer)
            if recognizer.isOver { continue }
            recognizer.time = output.time
            recognizer.wish = nil
            watch(recognizer, &output, tree) { $0.cancel() }
        }
    }

    /// Goes over to an edited tree. Recognizers whose gesture is not in it must be over.
    func leaveGone(_ tree: borrowing RegionTree) {
        for recognizer in active { recognizer.blockers?.removeAll { !tree.gestures.contains($0) } }
        active.removeAll { !tree.gestures.contains($0.index) }
        for place in recognizers.indices {
            if let recognizer = recognizers[place], !tree.gestures.contains(recognizer.index) { recognizers[place] = nil }
        }
        for recognizer in active {
            // A finger that is remembered of a region that is gone, such as a first tap's, is the gesture's own region's.
            func stay(_ finger: inout Finger) {
                if let knob = finger.knob, !tree.directory.contains(knob) { finger.knob = nil }
                if !tree.directory.contains(finger.target) { finger.target = recognizer.region }
            }
            for place in recognizer.fingers.indices { stay(&recognizer.fingers[place]) }
            for place in recognizer.missed.indices { stay(&recognizer.missed[place].finger) }
        }
        takeOverSpecs(tree)
        active.sort { tree.gestures.ranks[$0.index.slot] < tree.gestures.ranks[$1.index.slot] }
    }

    /// Something has scrolled.
    func noteScroll(_ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.isActive { recognizer.treeChanged(tree, space(of: recognizer, tree)) }
    }

    /// What can change of a gesture in progress is what all types have.
    func takeOverSpecs(_ tree: borrowing RegionTree) {
        for recognizer in active {
            let properties = recognizer.spec.properties
            recognizer.spec = tree.gestures.specs[recognizer.index.slot]
            recognizer.spec.properties = properties
            recognizer.treeChanged(tree, space(of: recognizer, tree))
        }
    }
}
