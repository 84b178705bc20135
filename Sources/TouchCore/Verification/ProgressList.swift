/// Sequences in progress. One frame adds and removes elements as a whole or not at all: what it has added and removed can be
/// given back (`rollBack`), until the next frame begins. No allocation in steady state.
struct ProgressList<Element: Sendable>: Sendable {
    private(set) var elements: [Element] = []
    /// How many elements at the end the current frame has added.
    private var added = 0
    /// What the current frame has removed, each with the index it had.
    private var removed: [(index: Int, element: Element)] = []

    init(capacity: Int = 0) { elements.reserveCapacity(capacity) }

    /// A frame begins: what was done before it is kept.
    mutating func beginFrame() {
        added = 0
        if !removed.isEmpty { removed.removeAll(keepingCapacity: true) }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
        added += 1
    }

    /// Changes an element where it is. A frame that is rolled back does not undo that.
    @inline(__always)
    mutating func update(at index: Int, _ change: (inout Element) -> Void) { change(&elements[index]) }

    /// Changes elements where they are, several at once.
    @inline(__always)
    mutating func change<Result>(_ change: (inout UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
        elements.withUnsafeMutableBufferPointer(change)
    }

    mutating func remove(at index: Int) {
        let isAdded = index >= elements.count - added
        let element = elements.remove(at: index)
        if isAdded { added -= 1 } else { removed.append((index, element)) }
    }

    /// Gives up what the current frame has added, and gives back what it has removed.
    mutating func rollBack() {
        elements.removeLast(added)
        for (index, element) in removed.reversed() { elements.insert(element, at: index) }
        beginFrame()
    }

    /// Not within a frame.
    mutating func removeAll(where isMeant: (Element) -> Bool) {
        beginFrame()
        elements.removeAll(where: isMeant)
    }
}
