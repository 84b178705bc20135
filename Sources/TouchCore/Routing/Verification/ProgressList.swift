/// Sequences in progress. A frame's changes apply as a whole or not at all: until the next frame begins, `rollBack` undoes its additions and
/// removals. No allocation in steady state.
struct ProgressList<Element: Sendable>: Sendable {
    private(set) var elements: [Element] = []
    /// The number of elements at the end that the current frame has added.
    private var added = 0
    /// The elements that the current frame has removed, each with its previous index.
    private var removed: [(index: Int, element: Element)] = []

    init(capacity: Int = 0) { elements.reserveCapacity(capacity) }

    /// Begins a frame. Changes of earlier frames can no longer be undone.
    mutating func beginFrame() {
        added = 0
        if !removed.isEmpty { removed.removeAll(keepingCapacity: true) }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
        added += 1
    }

    /// Changes an element in place. `rollBack` does not undo this.
    @inline(__always)
    mutating func update(at index: Int, _ change: (inout Element) -> Void) { change(&elements[index]) }

    /// Changes several elements in place.
    @inline(__always)
    mutating func change<Result>(_ change: (inout UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
        elements.withUnsafeMutableBufferPointer(change)
    }

    mutating func remove(at index: Int) {
        let isAdded = index >= elements.count - added
        let element = elements.remove(at: index)
        if isAdded { added -= 1 } else { removed.append((index, element)) }
    }

    /// Removes what the current frame has added, and restores what it has removed.
    mutating func rollBack() {
        elements.removeLast(added)
        for (index, element) in removed.reversed() { elements.insert(element, at: index) }
        beginFrame()
    }

    /// Removes all matching elements. Must not be called within a frame.
    mutating func removeAll(where isMeant: (Element) -> Bool) {
        beginFrame()
        elements.removeAll(where: isMeant)
    }
}
