/// A question of touchd, or something that the reader wants to know itself: a walk over facts, which ends with a result.
struct ReaderTask {
    enum Kind {
        case list
        case survey(ObjectReference)
        case explore(x: Double, y: Double)
        case navigate(Move)
        case activate
        /// Looks whether the value of the element has changed.
        case look
    }

    let kind: Kind
    var screen = ""
    var surface = ""
    var turn: Int64 = 0
    let begin: Int64
    let due: Int64
    var facts = Facts()
    var waiting: Set<Int> = []
    /// The window in question; nil until one is chosen.
    var window: ApplicationWindow?

    /// The element that an activation is about: the one that had the focus when touchd said it. The focus may move on before the task ends.
    var target: CurrentElement?
    /// The place up to which a search has found nothing, and whether the focus was in the application before.
    var progress: (place: Place, isInside: Bool)?

    var isActivation: Bool { if case .activate = kind { true } else { false } }
    /// True for what concerns the focus of a screen.
    var isQuestion: Bool { if case .list = kind { false } else if case .survey = kind { false } else { true } }
}

/// The result of a task.
enum TaskResult {
    case applications([ObjectReference])
    case windows([ApplicationWindow])
    case focus(Place, ReadElement)
    /// The search goes on from a place.
    case further(Place, isInside: Bool)
    /// The element whose value has changed.
    case changed(Place, ReadElement, isSaid: Bool)
    case pressed
    /// The element has no action: touchd touches it.
    case touch(ReadElement)
    case end
    case nothing
    /// The window is gone.
    case gone
}

/// The element that has the focus, in an application.
struct CurrentElement {
    var surface: String
    var window: ApplicationWindow
    var place: Place
    var element: ReadElement
}
