import TouchCore

/// A client's request about the accessible glass of a screen (contract 10).
public struct AccessibilityRequest: Sendable {
    public enum Action: Sendable {
        case profile(String, isOn: Bool)
        /// Puts the focus on a region.
        case region(String)
        case move(FocusMove)
        /// Says which element of an application has the focus; its region is ignored.
        case element(AccessibleElement, activationPoint: Point?)
        case activate
        case extend
    }

    /// The screen's id; nil for the first screen.
    public let screen: String?
    /// The last turn that the client knows; nil: the request is never too late.
    public let turn: UInt64?
    public let action: Action
    /// True if the line says more than once where the focus goes. Such a request is refused; `action` is the first of them.
    public private(set) var isAmbiguous = false

    init(_ line: Members, hasTurn: Bool = false, _ action: Action) {
        screen = line["screen"]?.string
        turn = hasTurn ? line["turn"]?.number.map { UInt64(clamping: $0) } : nil
        self.action = action
    }

    /// Reads the members of a `focus` line.
    init(focus line: Members) throws(RequestError) {
        let region = line["region"]?.string, move = line["move"]?.string.flatMap(FocusMove.init), element = line["element"]
        let count = (region == nil ? 0 : 1) + (move == nil ? 0 : 1) + (element == nil ? 0 : 1)
        if count == 0 { throw RequestError("the request does not say where the focus goes", hint: Self.focusHint) }
        if let region {
            self.init(line, hasTurn: true, .region(region))
        } else if let move {
            self.init(line, hasTurn: true, .move(move))
        } else {
            self.init(line, hasTurn: true, .element(AccessibleElement(element!), activationPoint: element!["activationPoint"].flatMap(Point.init)))
        }
        isAmbiguous = count > 1
    }

    /// The hint for a `focus` line that does not say exactly once where the focus goes.
    public static let focusHint = #"give one of "region", "move" and "element""#
}

extension Point {
    /// Reads `[x, y]`.
    fileprivate init?(_ value: JSONValue) {
        guard let numbers = value.array?.compactMap(\.number), numbers.count == 2 else { return nil }
        self.init(numbers[0], numbers[1])
    }
}

extension AccessibleElement {
    /// Reads an element of an application. The shapes have checked it.
    fileprivate init(_ value: JSONValue) {
        let frame = value["frame"]?.array?.compactMap(\.number) ?? [0, 0, 0, 0]
        self.init(
            region: "", path: "", role: value["role"]?.string.flatMap(AccessibilitySpec.Role.init), label: value["label"]?.string,
            hint: value["hint"]?.string,
            value: value["value"].flatMap { value in
                value.string.map { .text($0) } ?? value.number.map { .number($0) } ?? value.bool.map { .isOn($0) }
            }, language: value["language"]?.string, isPrivate: value["private"]?.bool ?? false,
            states: (value["states"]?.array ?? []).compactMap { $0.string.flatMap(State.init) },
            frame: Rect(frame[0], frame[1], frame[2], frame[3]))
    }
}

extension RequestError {
    /// Makes the error reply to a request about the accessible glass.
    public init(_ refusal: AccessibilityRefusal) {
        switch refusal {
        case .noSection(let screen):
            self.init(
                "screen \"\(screen)\" has no \"accessibility\" section", code: .notFound, hint: "add the section to the screen in the configuration")
        case .noProfile(let id, let screen): self.init("screen \"\(screen)\" has no profile \"\(id)\"", code: .notFound)
        case .noRegion(let id): self.init("the screen has no region \"\(id)\"", code: .notFound)
        case .notAnElement(let id):
            self.init(
                "\"\(id)\" is not an element that can have the focus", code: .notFound,
                hint: "touchctl regions --accessibility lists the elements of a configuration; hidden and disabled ones are none")
        case .stale(let turn):
            self.init(
                "the focus has moved since that turn; the last one is \(turn)", code: .stale, hint: "wait for the next line about the focus")
        case .notYours(let id):
            self.init("\"\(id)\" is sensitive, and only the client that has claimed it may use what is in it", code: .notAllowed)
        case .noElement: self.init("the screen has no element that can have the focus", code: .notFound)
        case .nothingFocused: self.init("no element has the focus", code: .conflict, hint: "move the focus first")
        case .held(let id): self.init("a touch is on \"\(id)\"; ask again when it has ended", code: .conflict)
        case .notAdjustable(let id): self.init("\"\(id)\" has no value that can be stepped", code: .conflict)
        case .outOfReach(let id):
            self.init("no touch at any point of \"\(id)\" reaches it: another region covers it, or it is off the screen", code: .conflict)
        case .closed(let screen): self.init("screen \"\(screen)\" is locked or being cleaned", code: .conflict)
        case .noSurface: self.init("the focus is not on a surface", code: .conflict)
        }
    }
}
