import Text

/// An object of an application on the accessibility bus.
struct ObjectReference: Hashable {
    var bus: String
    var path: String

    /// The path that stands for no object.
    static let nullPath = "/org/a11y/atspi/null"

    /// True for objects of GTK 4, which know their places in the window alone: as places on the screen they give 0, 0. Their paths begin with that of the
    /// application (gtkatspicontext.c), those of other toolkits with /org/a11y.
    var isInWindowCoordinates: Bool { !path.begins(with: "/org/a11y/") && path.has("/a11y/") }
}

/// A rectangle, in an application's coordinates or in points of the screen.
struct Box: Equatable {
    var x, y, width, height: Double

    var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
    var area: Double { width * height }

    func contains(_ px: Double, _ py: Double) -> Bool { px >= x && py >= y && px < x + width && py < y + height }

    /// Returns the part of the rectangle inside another one; nil if there is none.
    func intersection(_ other: Box) -> Box? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        return right > left && bottom > top ? Box(x: left, y: top, width: right - left, height: bottom - top) : nil
    }
}

/// The properties of an object that are read together.
struct AccessibleNode: Equatable {
    var name = ""
    var role = AccessibleRole(rawValue: 0)
    var states = AccessibleStates()
    var childCount = 0
    var parent: ObjectReference?
    /// The place in the application's coordinates; nil if the object states none, or one that cannot be.
    var extents: Box?

    /// True if a person can operate the object.
    var isInteractive: Bool { role.isInteractive || role == .listItem && !states.isDisjoint(with: [.focusable, .selectable]) }
    /// True if the object is an element as a whole, whatever is in it.
    var isAtomic: Bool { role.isAtomic }
    /// True if the focus may go to the object: it can be operated, or has a text that is not that of a container.
    var isWorthSaying: Bool { isInteractive || (!name.isEmpty && !role.isContainer) }
    var isVisible: Bool { states.contains(.visible) && !states.contains(.defunct) }
}

/// The states of an object, by the numbers of AT-SPI.
struct AccessibleStates: OptionSet, Hashable {
    var rawValue: UInt64 = 0

    static let active = AccessibleStates(rawValue: 1 << 1)
    static let checked = AccessibleStates(rawValue: 1 << 4)
    static let enabled = AccessibleStates(rawValue: 1 << 8)
    static let expandable = AccessibleStates(rawValue: 1 << 9)
    static let expanded = AccessibleStates(rawValue: 1 << 10)
    static let sensitive = AccessibleStates(rawValue: 1 << 24)
    static let selected = AccessibleStates(rawValue: 1 << 23)
    static let defunct = AccessibleStates(rawValue: 1 << 6)
    static let editable = AccessibleStates(rawValue: 1 << 7)
    static let focusable = AccessibleStates(rawValue: 1 << 11)
    static let pressed = AccessibleStates(rawValue: 1 << 20)
    static let selectable = AccessibleStates(rawValue: 1 << 22)
    static let showing = AccessibleStates(rawValue: 1 << 25)
    static let visible = AccessibleStates(rawValue: 1 << 30)
    static let checkable = AccessibleStates(rawValue: 1 << 41)
}

/// The role of an object, by the numbers of AT-SPI.
struct AccessibleRole: RawRepresentable, Hashable {
    var rawValue: UInt32

    static let checkBox = AccessibleRole(rawValue: 7)
    static let comboBox = AccessibleRole(rawValue: 11)
    static let label = AccessibleRole(rawValue: 29)
    static let image = AccessibleRole(rawValue: 27)
    static let listItem = AccessibleRole(rawValue: 32)
    static let passwordText = AccessibleRole(rawValue: 40)
    static let pushButton = AccessibleRole(rawValue: 43)
    static let slider = AccessibleRole(rawValue: 51)
    static let text = AccessibleRole(rawValue: 61)
    static let application = AccessibleRole(rawValue: 75)
    static let entry = AccessibleRole(rawValue: 79)
    static let heading = AccessibleRole(rawValue: 83)
    static let link = AccessibleRole(rawValue: 88)
    /// A page of a browser.
    static let document = AccessibleRole(rawValue: 95)
    static let staticText = AccessibleRole(rawValue: 116)

    /// Menu items, push buttons, buttons with menus, page tabs.
    private static let buttons: Set<UInt32> = [35, 37, 43, 129]
    /// Check boxes, radio buttons, toggle buttons, and menu items like them.
    private static let switches: Set<UInt32> = [7, 8, 44, 45, 62]
    /// Dials, sliders, spin buttons.
    private static let adjustables: Set<UInt32> = [15, 51, 52]
    /// Entries, texts, passwords, and fields that complete what is typed.
    private static let fields: Set<UInt32> = [40, 61, 76, 79]
    /// Objects that others lie in, whose names are titles of windows or of parts of them.
    private static let containers: Set<UInt32> = [
        0, 6, 14, 16, 20, 23, 24, 25, 28, 30, 31, 34, 39, 41, 46, 48, 49, 50, 53, 55, 63, 65, 66, 67, 68, 69, 75, 82, 87, 90, 92, 93, 94, 95, 96, 98,
    ]

    var isInteractive: Bool {
        let number = rawValue
        return Self.buttons.contains(number) || Self.switches.contains(number) || isAdjustable || isField || self == .comboBox || self == .link
            || number == 33 || number == 91
    }
    var isAtomic: Bool { isInteractive && rawValue != 33 && rawValue != 91 || self == .image || self == .staticText }
    var isContainer: Bool { Self.containers.contains(rawValue) }
    var isAdjustable: Bool { Self.adjustables.contains(rawValue) }
    var isSwitch: Bool { Self.switches.contains(rawValue) }
    /// True for fields whose value is the text in them.
    var isField: Bool { Self.fields.contains(rawValue) }

    /// The role in touchd's words; nil for nothing in particular.
    var word: String? {
        if Self.buttons.contains(rawValue) || rawValue == 33 || rawValue == 91 { return "button" }
        if isSwitch { return "switch" }
        if isAdjustable { return "adjustable" }
        return switch rawValue {
        case 88: "link"
        case 26, 27: "image"
        case 83: "header"
        case 11, 31, 98: "list"
        case 29, 40, 61, 73, 76, 79, 116: "text"
        default: nil
        }
    }
}

/// The value of a slider and its limits.
struct ValueRange: Equatable {
    var current, minimum, maximum, increment: Double

    /// Returns the value one step further: the application's step, or a tenth of the range.
    func stepped(up isUp: Bool) -> Double {
        let way = increment > 0 ? increment : (maximum - minimum) / 10
        return min(max(current + (isUp ? way : -way), minimum), maximum)
    }
}
