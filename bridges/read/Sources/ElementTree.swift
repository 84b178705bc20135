/// A place in an application's tree: the objects from the window down, each with its index in the one before.
struct Place: Equatable {
    struct Step: Equatable {
        var object: ObjectReference
        var index: Int
    }

    /// The first one is the window.
    var steps: [Step]
    /// True if the last object is gone, and the place is the one between its neighbours.
    var isGap = false

    init(window: ObjectReference) { steps = [Step(object: window, index: 0)] }

    var object: ObjectReference { steps[steps.count - 1].object }
}

/// The elements of a window: which one lies at a point, and which one comes next. Every function works on facts alone (`Facts`).
struct ElementTree {
    /// The most levels of a tree. Deeper objects are left out.
    static let depthMax = 64
    /// The most levels from the object that was hit to the element that is said.
    private static let climbMax = 8
    /// The most children of an object that are compared with a point, or with an object that does not know its index.
    private static let childrenMax = 256
    /// The most children that are compared with a point if the application knows what lies at points.
    private static let partsMax = 64
    /// The most objects that one search passes.
    private static let stepsMax = 64
    /// The most levels around a text whose own text is compared with it.
    private static let aroundMax = 3
    /// The most controls of a label that are looked at, and the most labels of a control that are said.
    private static let labelledMax = 3
    static let labelsMax = 3
    /// The number of children in a row that cannot be children, after which there are no more.
    private static let missingMax = 16

    let facts: Facts
    let window: ObjectReference

    // MARK: The element at a point

    /// Returns the element at a point of the application's coordinates; nil if there is none.
    func element(atX x: Double, y: Double) throws(Missing) -> ObjectReference? {
        guard let deepest = try hit(x, y) else { return nil }
        var object = deepest
        var found: (object: ObjectReference, node: AccessibleNode)?
        for _ in 0..<Self.climbMax {
            guard let node = try facts.node(object), node.isVisible else { break }
            // An element that is operated as a whole stands for all that is in it, such as the text of a button or of a password.
            if node.isAtomic, node.isInteractive { return object }
            let text = found?.node ?? (node.isWorthSaying ? node : nil)
            if node.role == .label, let control = try control(of: object, saying: text) { return control }
            if let inner = found {
                if node.isWorthSaying, Self.isSame(node, inner.node) { found = (object, node) }
            } else if node.isWorthSaying {
                found = (object, node)
            }
            guard let parent = node.parent, object != window, parent != window else { break }
            object = parent
        }
        return found?.object
    }

    /// Returns the deepest object at a point. Where the application's answer is an object with parts, the parts' extents decide: Chromium answers from
    /// what it knew before it asks the page, and some toolkits do not descend at all.
    private func hit(_ x: Double, _ y: Double) throws(Missing) -> ObjectReference? {
        guard let place = Int32(exactly: x.rounded(.down)), let line = Int32(exactly: y.rounded(.down)) else { return nil }
        var object = window
        var seen: Set<ObjectReference> = [window]
        while seen.count < Self.depthMax, case .objects(let found) = try facts.answer(.atPoint(object, place, line)), let inner = found.first,
            seen.insert(inner).inserted
        {
            object = inner
        }
        let most = object == window ? Self.childrenMax : Self.partsMax
        while seen.count < Self.depthMax, let node = try facts.node(object), !node.isAtomic || object == window,
            let inner = try part(of: object, 0..<min(node.childCount, most), x, y, besides: seen)
        {
            object = inner
            seen.insert(inner)
        }
        return object == window ? nil : object
    }

    /// Returns the part of an object whose extents contain a point; nil if there is none. Later parts lie above earlier ones.
    private func part(of object: ObjectReference, _ range: Range<Int>, _ x: Double, _ y: Double, besides seen: Set<ObjectReference>) throws(Missing)
        -> ObjectReference?
    {
        for child in try children(of: object, in: range).reversed() {
            guard let child, !seen.contains(child), let node = try facts.node(child), node.isVisible, node.states.contains(.showing),
                node.extents?.contains(x, y) == true
            else { continue }
            return child
        }
        return nil
    }

    /// Returns the children in a range, after they have been looked at; nil for those that are missing.
    private func children(of object: ObjectReference, in range: Range<Int>) throws(Missing) -> [ObjectReference?] {
        try facts.require(range.map { .child(object, $0) })
        var found: [ObjectReference?] = []
        for index in range { found.append(try facts.child(object, index)) }
        try facts.require(found.compactMap { $0.map { .look($0) } })
        return found
    }

    private static func isSame(_ one: AccessibleNode, _ other: AccessibleNode) -> Bool {
        !one.name.isEmpty && spokenText(one.name) == spokenText(other.name)
    }

    // MARK: Places

    /// Returns the place of an object; nil if it is no longer in the window.
    func place(of object: ObjectReference) throws(Missing) -> Place? {
        var steps: [Place.Step] = []
        var next = object
        while next != window {
            if steps.count >= Self.depthMax || steps.contains(where: { $0.object == next }) { return nil }
            try facts.require([.look(next), .index(next)])
            guard let node = try facts.node(next), let parent = node.parent else { return nil }
            var index: Int?
            if case .number(let number) = try facts.answer(.index(next)), number >= 0 { index = number }
            // Not every application says the right index. The parent is asked for the next level anyway.
            try facts.require((index.map { [.child(parent, $0)] } ?? []) + [.look(parent)] + (parent == window ? [] : [.index(parent)]))
            let known = if let index { try facts.child(parent, index) } else { nil as ObjectReference? }
            if known != next { index = try find(next, in: parent) ?? index }
            guard let index else { return nil }
            steps.append(Place.Step(object: next, index: index))
            next = parent
        }
        guard try facts.node(window) != nil else { return nil }
        var place = Place(window: window)
        place.steps += steps.reversed()
        return place
    }

    private func find(_ object: ObjectReference, in parent: ObjectReference) throws(Missing) -> Int? {
        guard let count = try facts.node(parent)?.childCount else { return nil }
        try facts.require((0..<min(count, Self.childrenMax)).map { .child(parent, $0) })
        for index in 0..<min(count, Self.childrenMax) { if try facts.child(parent, index) == object { return index } }
        return nil
    }

    /// Returns the present place of an element that was at a place before. If it is gone, that is the gap which it has left; nil if everything around it
    /// is gone too.
    func place(nowOf old: Place, _ move: Move) throws(Missing) -> Place? {
        if let place = try place(of: old.object) { return place }
        for depth in stride(from: old.steps.count - 1, to: 0, by: -1) {
            guard var place = try place(of: old.steps[depth - 1].object) else { continue }
            var gone = old.steps[depth]
            // The next element has moved up to the index of the one that is gone.
            if move == .next { gone.index -= 1 }
            place.steps.append(gone)
            place.isGap = true
            return place
        }
        return nil
    }

    // MARK: The order

    /// The result of a search for the next element.
    enum Search: Equatable {
        case found(Place)
        case end
        /// The place up to which nothing was found. The search goes on from there, with new facts, so that a long way costs no more than a short one for each step.
        case further(Place)
    }

    /// Returns the place of the element after or before a place, in the order of the tree.
    ///
    /// - Parameter start: Where the focus is; nil for the first or last element.
    func element(_ move: Move, from start: Place?) throws(Missing) -> Search {
        var place = start ?? Place(window: window)
        if start == nil, move == .previous { place = try last(in: place) }
        if start == nil, move == .previous, place.steps.count > 1, try isStop(place) { return .found(place) }
        for _ in 0..<Self.stepsMax {
            guard let next = try neighbour(of: place, move) else { return .end }
            if try isStop(next) { return .found(next) }
            place = next
        }
        return .further(place)
    }

    private func neighbour(of place: Place, _ move: Move) throws(Missing) -> Place? {
        if move == .next { return try following(place) }
        return try preceding(place)
    }

    private func following(_ place: Place) throws(Missing) -> Place? {
        if !place.isGap, try hasParts(place), let child = try child(of: place, from: 0, by: 1) { return child }
        var place = place
        while place.steps.count > 1 {
            let index = place.steps.removeLast().index
            if let next = try child(of: place, from: index + 1, by: 1) { return next }
        }
        return nil
    }

    private func preceding(_ place: Place) throws(Missing) -> Place? {
        var place = place
        guard place.steps.count > 1 else { return nil }
        let index = place.steps.removeLast().index
        place.isGap = false
        if let before = try child(of: place, from: index - 1, by: -1) { return try last(in: before) }
        return place.steps.count > 1 ? place : nil
    }

    /// Returns the last object in an object, which may be itself.
    private func last(in place: Place) throws(Missing) -> Place {
        var place = place
        while try hasParts(place), let node = try facts.node(place.object),
            let inner = try child(of: place, from: node.childCount - 1, by: -1)
        { place = inner }
        return place
    }

    /// Returns the first child of an object from an index on that exists and is not around it.
    private func child(of parent: Place, from index: Int, by way: Int) throws(Missing) -> Place? {
        guard let node = try facts.node(parent.object) else { return nil }
        var index = index
        var missing = 0
        while index >= 0, index < node.childCount, missing < Self.missingMax {
            // A few at once, because each answer takes its time. More when many have been passed already.
            let ahead = (0..<(facts.looks < 16 ? 4 : 16)).map { index + $0 * way }.filter { (0..<node.childCount).contains($0) }
            if facts[.child(parent.object, index)] == nil { try facts.require(ahead.map { .child(parent.object, $0) }) }
            if let child = try facts.child(parent.object, index), !parent.steps.contains(where: { $0.object == child }) {
                if facts[.look(child)] == nil {
                    var looks: [Query] = []
                    for one in ahead where facts[.child(parent.object, one)] != nil {
                        if let object = try facts.child(parent.object, one) { looks.append(.look(object)) }
                    }
                    try facts.require(looks)
                }
                var place = parent
                place.isGap = false
                place.steps.append(Place.Step(object: child, index: index))
                return place
            }
            missing += 1
            index += way
        }
        return nil
    }

    /// True if elements may lie in an object.
    private func hasParts(_ place: Place) throws(Missing) -> Bool {
        guard place.steps.count < Self.depthMax, let node = try facts.node(place.object) else { return false }
        if place.steps.count == 1 { return true }
        if try isBesideWindow(place, node) { return false }
        if try isInBackground(place, node) { return false }
        return node.isVisible && !node.isAtomic && node.childCount > 0 && (node.states.contains(.showing) || !facts.cannotScroll)
    }

    /// True if a part of the window lies outside it, like the tool bars that Firefox hides in its kiosk mode but calls showing.
    private func isBesideWindow(_ place: Place, _ node: AccessibleNode) throws(Missing) -> Bool {
        guard place.steps.count == 2, let box = node.extents, box.area > 0, let whole = try facts.node(window)?.extents, whole.area > 0 else {
            return false
        }
        return box.intersection(whole) == nil
    }

    /// True if an object is the page of a tab in the background: nothing in it can be scrolled into view, although Firefox says so. A page within a page
    /// can lie out of view.
    private func isInBackground(_ place: Place, _ node: AccessibleNode) throws(Missing) -> Bool {
        guard node.role == .document, !node.states.contains(.showing) else { return false }
        for step in place.steps.dropLast() where try facts.node(step.object)?.role == .document { return false }
        return true
    }

    /// Returns the control of a label, if the focus goes to the control. Nil if there is none, or if it is said without the text.
    ///
    /// - Parameter text: The label, or an object in it that has a text; nil if there is no text.
    private func control(of label: ObjectReference, saying text: AccessibleNode?) throws(Missing) -> ObjectReference? {
        guard case .objects(let found) = try facts.answer(.labelled(label)) else { return nil }
        try facts.require(found.prefix(Self.labelledMax).map { .look($0) })
        for object in found.prefix(Self.labelledMax) {
            guard let control = try facts.node(object), control.isInteractive, control.isVisible,
                control.states.contains(.showing) || !facts.cannotScroll
            else { continue }
            guard let text else { return object }
            if Self.isSame(control, text) { return object }
            // A control without a name is said with its first labels.
            guard spokenText(control.name).isEmpty, case .objects(let labels) = try facts.answer(.labels(object)) else { continue }
            if labels.prefix(Self.labelsMax).contains(label) { return object }
        }
        return nil
    }

    /// True if the focus stops at an object.
    private func isStop(_ place: Place) throws(Missing) -> Bool {
        guard let node = try facts.node(place.object), place.steps.count > 1, node.isVisible, node.isWorthSaying else { return false }
        if try isBesideWindow(place, node) { return false }
        if !node.isInteractive {
            // The same text is said once: by the element around it, or by the one element in it that can be operated.
            for step in place.steps.dropFirst().dropLast().suffix(Self.aroundMax) {
                guard let around = try facts.node(step.object) else { continue }
                if around.isWorthSaying, Self.isSame(around, node) { return false }
                // Chromium's labels have no name, but a text in them.
                if around.role == .label, try control(of: step.object, saying: node) != nil { return false }
            }
            if node.childCount == 1, !node.isAtomic, let child = try facts.child(place.object, 0), let inner = try facts.node(child),
                inner.isInteractive, Self.isSame(inner, node)
            {
                return false
            }
        }
        if node.role == .label, try control(of: place.object, saying: node) != nil { return false }
        if node.states.contains(.showing) { return true }
        if facts.cannotScroll { return false }
        return try facts.answer(.scroll(place.object)) == .done
    }
}
