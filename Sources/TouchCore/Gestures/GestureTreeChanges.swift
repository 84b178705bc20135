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

    /// Goes over to a tree in which everything has another place. Recognizers that are not in it must be over.
    func renumber(
        from old: borrowing RegionTree, to new: borrowing RegionTree, _ moved: (RegionIndex) -> RegionIndex?
    ) {
        var places: [String: GestureIndex] = [:]
        for (place, record) in new.gestures.records.enumerated() { places[record.id] = GestureIndex(place) }
        func movedGesture(_ gesture: GestureIndex) -> GestureIndex? { places[old.gestures.records[Int(gesture)].id] }
        for recognizer in active { recognizer.blockers = recognizer.blockers?.compactMap(movedGesture) }
        active.removeAll { recognizer in
            guard let place = movedGesture(recognizer.index), moved(recognizer.region) != nil else { return true }
            // Another type is another recognizer.
            return new.gestures.records[Int(place)].type != old.gestures.records[Int(recognizer.index)].type
        }
        recognizers = Array(repeating: nil, count: new.gestures.records.count)
        for recognizer in active {
            recognizer.index = movedGesture(recognizer.index)!
            recognizer.region = new.gestures.records[Int(recognizer.index)].region
            // A finger that is remembered of a region that is gone, such as a first tap's, is the gesture's own region's.
            func move(_ finger: inout Finger) {
                finger.knob = finger.knob.flatMap(moved)
                finger.target = moved(finger.target) ?? recognizer.region
            }
            for place in recognizer.fingers.indices { move(&recognizer.fingers[place]) }
            for place in recognizer.missed.indices { move(&recognizer.missed[place].finger) }
            recognizers[Int(recognizer.index)] = recognizer
        }
        takeOverSpecs(new)
        active.sort { new.gestures.ranks[Int($0.index)] < new.gestures.ranks[Int($1.index)] }
    }

    /// Something has scrolled.
    func noteScroll(_ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.isActive { recognizer.treeChanged(tree, space(of: recognizer, tree)) }
    }

    /// What can change of a gesture in progress is what all types have.
    func takeOverSpecs(_ tree: borrowing RegionTree) {
        for recognizer in active {
            let properties = recognizer.spec.properties
            recognizer.spec = tree.gestures.specs[Int(recognizer.index)]
            recognizer.spec.properties = properties
            recognizer.treeChanged(tree, space(of: recognizer, tree))
        }
    }
}

