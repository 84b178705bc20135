import JSON

/// An element of an application, as touchd gets it.
struct ReadElement: Equatable {
    enum Value: Equatable {
        case text(String)
        case number(Double)
        case isOn(Bool)
    }

    enum State: String { case disabled, selected, expanded, collapsed }

    var role: String?
    var label: String?
    var hint: String?
    var value: Value?
    var states: [State] = []
    /// The visible part, in points of the screen.
    var frame: Box?
    /// True if touchd activates the element by a touch, because the application has no action for it.
    var isTouched = false

    /// Whether a person hears the same of both, as far as it changes in use.
    func says(theSameAs other: ReadElement) -> Bool { label == other.label && value == other.value && states == other.states }

    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["role"] = role.map { .string($0) }
        members["label"] = label.map { .string($0) }
        members["hint"] = hint.map { .string($0) }
        switch value {
        case .text(let text): members["value"] = .string(text)
        case .number(let number): members["value"] = .number(number)
        case .isOn(let isOn): members["value"] = isOn ? true : false
        case nil: break
        }
        if !states.isEmpty { members["states"] = .array(states.map { .string($0.rawValue) }) }
        if let frame {
            members["frame"] = .array([.number(frame.x), .number(frame.y), .number(frame.width), .number(frame.height)])
            if isTouched { members["activationPoint"] = .array([.number(frame.middle.x), .number(frame.middle.y)]) }
        }
        return .object(members)
    }
}

/// The most characters of a text that is said.
let spokenTextMax = 500

/// Returns a text without control characters, and with single spaces; the beginning of a long one.
func spokenText(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    var hasSpace = false
    for scalar in text.unicodeScalars {
        let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        // Formats, such as marks of direction, and objects embedded in a text.
        if scalar.properties.generalCategory == .format || scalar == "\u{fffc}" { continue }
        if isBlank {
            hasSpace = count > 0
            continue
        }
        if count >= spokenTextMax { break }
        if hasSpace { scalars.append(" ") }
        hasSpace = false
        scalars.append(scalar)
        count += 1
    }
    return String(scalars)
}

extension ElementTree {
    /// The names of actions that stand for a press, the best first.
    private static let presses = [
        "press", "click", "activate", "jump", "toggle", "check", "uncheck", "select", "open", "default", "dodefault", "clickancestor",
    ]

    /// Returns the description of an object; nil if it is gone.
    func description(of object: ObjectReference, _ geometry: WindowGeometry) throws(Missing) -> ReadElement? {
        guard var node = try facts.node(object), node.isVisible else { return nil }
        // If the object was scrolled into view, its place has changed.
        if facts[.scroll(object)] == .done, case .node(let moved) = try facts.answer(.lookAgain(object)) { node = moved }
        let isPassword = node.role == .passwordText
        var queries: [Query] = [.description(object), .actions(object)]
        let hasText = node.role.isField && !isPassword
        if hasText { queries.append(.text(object)) }
        if node.role.isAdjustable { queries.append(.range(object)) }
        if node.isInteractive, spokenText(node.name).isEmpty { queries.append(.labels(object)) }
        try facts.require(queries)

        var element = ReadElement(role: node.role.word)
        element.label = try label(of: object, node)
        let hint = spokenText(try facts.text(.description(object)) ?? "")
        if element.label == nil { element.label = hint.isEmpty ? nil : hint } else if !hint.isEmpty, hint != element.label { element.hint = hint }
        if hasText, let text = try facts.text(.text(object)) {
            let spoken = spokenText(text)
            if !spoken.isEmpty, spoken != element.label { element.value = .text(spoken) }
        }
        if node.role.isAdjustable, case .range(let range) = try facts.answer(.range(object)) {
            element.value = .number(range.current)
            // GTK 3 describes a slider by its value.
            if element.hint.flatMap({ Double($0) }) == range.current { element.hint = nil }
        }
        if node.role.isSwitch { element.value = .isOn(!node.states.isDisjoint(with: [.checked, .pressed])) }
        // A toolkit that does not say of its window that it is enabled says it of no element.
        let isKnown = try facts.node(window).map { !$0.states.isDisjoint(with: [.enabled, .sensitive]) } ?? false
        if isKnown, node.isInteractive, node.states.isDisjoint(with: [.enabled, .sensitive]) { element.states.append(.disabled) }
        if node.states.contains(.selected) { element.states.append(.selected) }
        if node.states.contains(.expandable) { element.states.append(node.states.contains(.expanded) ? .expanded : .collapsed) }
        element.frame = node.extents.flatMap { geometry.frame($0) }
        element.isTouched = try press(object) == nil
        return element
    }

    private func label(of object: ObjectReference, _ node: AccessibleNode) throws(Missing) -> String? {
        let name = spokenText(node.name)
        if !name.isEmpty { return name }
        guard node.isInteractive, case .objects(let labels) = try facts.answer(.labels(object)) else { return nil }
        try facts.require(labels.prefix(Self.labelsMax).map { .look($0) })
        var texts: [String] = []
        for label in labels.prefix(Self.labelsMax) {
            if let node = try facts.node(label), node.role != .passwordText { texts.append(spokenText(node.name)) }
        }
        let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Returns the number of the action that presses an object; nil if it has none.
    func press(_ object: ObjectReference) throws(Missing) -> Int? {
        // "Activate" of a field is its Enter key. A touch puts the cursor into it.
        guard let node = try facts.node(object), !node.role.isField else { return nil }
        guard case .texts(let names) = try facts.answer(.actions(object)) else { return nil }
        let words = names.map { $0.lowercased() }
        for press in Self.presses { if let number = words.firstIndex(of: press) { return number } }
        return nil
    }

    /// Returns the number of the action that changes the value of an object.
    func step(_ object: ObjectReference, up isUp: Bool) throws(Missing) -> Int? {
        guard case .texts(let names) = try facts.answer(.actions(object)) else { return nil }
        return names.firstIndex { (isUp ? ["increment", "increase"] : ["decrement", "decrease"]).contains($0.lowercased()) }
    }
}

/// The mapping between an application's window and the screen.
struct WindowGeometry: Equatable {
    /// The most units of a window.
    private static let sizeMax = 100_000.0

    /// The window in the application's coordinates.
    let window: Box
    /// The window in points of the screen.
    let area: Box
    /// The surface in points of the screen. Nothing outside is said.
    let surface: Box

    /// Returns nil if the window has no size that can be.
    init?(window: Box, area: Box, surface: Box) {
        guard window.width >= 1, window.height >= 1, window.width <= Self.sizeMax, window.height <= Self.sizeMax, area.width > 0, area.height > 0
        else { return nil }
        (self.window, self.area, self.surface) = (window, area, surface)
    }

    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (window.x + (x - area.x) * window.width / area.width, window.y + (y - area.y) * window.height / area.height)
    }

    /// Returns the visible part of a box of the application, in points of the screen.
    func frame(_ box: Box) -> Box? {
        guard box.width > 0, box.height > 0 else { return nil }
        let (across, down) = (area.width / window.width, area.height / window.height)
        return Box(
            x: area.x + (box.x - window.x) * across, y: area.y + (box.y - window.y) * down, width: box.width * across, height: box.height * down
        ).intersection(surface)
    }
}

/// A move of the focus in an application.
enum Move: String { case next, previous, increment, decrement }
