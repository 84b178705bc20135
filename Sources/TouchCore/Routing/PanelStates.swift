/// The panels of a pipeline.
struct PanelStates: Sequence {
    /// The panels by slot; nil for a free slot.
    private var states: [PanelState?] = []
    /// The number of times that each slot was used before.
    private var generations: [UInt32] = []

    /// The panel with this identity; nil if it was removed.
    @inline(__always)
    subscript(id: PanelID) -> PanelState? {
        guard states.indices.contains(id.slot), let state = states[id.slot], state.id == id else { return nil }
        return state
    }

    mutating func add(_ make: (PanelID) -> PanelState) -> PanelID {
        let slot = states.firstIndex { $0 == nil } ?? states.count
        if slot == states.count {
            states.append(nil)
            generations.append(0)
        }
        let id = PanelID(slot: slot, generation: generations[slot])
        states[slot] = make(id)
        return id
    }

    mutating func remove(_ id: PanelID) {
        guard self[id] != nil else { return }
        states[id.slot] = nil
        generations[id.slot] &+= 1
    }

    /// Iterates in order of slots.
    func makeIterator() -> Iterator { Iterator(states: states) }

    struct Iterator: IteratorProtocol {
        fileprivate let states: [PanelState?]
        private var slot = 0

        fileprivate init(states: [PanelState?]) { self.states = states }

        mutating func next() -> PanelState? {
            while slot < states.count {
                slot += 1
                if let state = states[slot - 1] { return state }
            }
            return nil
        }
    }
}
