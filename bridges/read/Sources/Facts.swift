/// A question to an application. Those about something else than an object's properties have an effect.
enum Query: Hashable {
    /// The applications on the bus.
    case applications
    case look(ObjectReference)
    /// The same as `look`, after an effect.
    case lookAgain(ObjectReference)
    case child(ObjectReference, Int)
    case index(ObjectReference)
    case atPoint(ObjectReference, Int32, Int32)
    case description(ObjectReference)
    case text(ObjectReference)
    case range(ObjectReference)
    case actions(ObjectReference)
    /// The labels of an object.
    case labels(ObjectReference)
    /// The objects that an object is the label of.
    case labelled(ObjectReference)
    case scroll(ObjectReference)
    case act(ObjectReference, Int)
    case setValue(ObjectReference, Double)

    /// The object that is asked.
    var target: ObjectReference {
        switch self {
        case .applications: ObjectReference(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
        case .look(let object), .lookAgain(let object), .child(let object, _), .index(let object), .atPoint(let object, _, _),
            .description(let object), .text(let object), .range(let object), .actions(let object), .labels(let object), .labelled(let object),
            .scroll(let object), .act(let object, _), .setValue(let object, _):
            object
        }
    }
}

/// The answer of an application.
enum Answer: Equatable {
    /// An error: there is no such object, or it has no such property.
    case none
    /// The time for the call is over without an answer.
    case late
    /// An answer that cannot be, with the reason.
    case wrong(String)
    case node(AccessibleNode)
    case objects([ObjectReference])
    case number(Int)
    case text(String)
    case texts([String])
    case range(ValueRange)
    case done
}

/// The questions that must be answered before a walk can go on.
struct Missing: Error, Equatable {
    var queries: [Query]
}

/// The answers so far to the questions of one walk. A walk is a function of the facts: it ends with a result, or with the questions that it lacks, and is
/// then called again. So it holds no state between two answers, and tests give it any answers in any order.
struct Facts {
    private var answers: [Query: Answer] = [:]
    /// The number of objects that were looked at for the whole walk.
    private(set) var looks = 0
    var count: Int { answers.count }
    /// True if the application has refused to scroll an object into view.
    private(set) var cannotScroll = false

    init() {}

    /// Creates facts for the rest of a walk.
    init(after other: Facts) { (looks, cannotScroll) = (other.looks, other.cannotScroll) }

    mutating func insert(_ answer: Answer, to query: Query) {
        if answers.updateValue(answer, forKey: query) == nil, case .look = query { looks += 1 }
        if case .scroll = query, answer != .done { cannotScroll = true }
    }

    /// The answer to a question; nil if there is none yet.
    subscript(query: Query) -> Answer? { answers[query] }

    func answer(_ query: Query) throws(Missing) -> Answer {
        guard let answer = answers[query] else { throw Missing(queries: [query]) }
        return answer
    }

    /// Requires the answers to all of these questions, so that they are asked at once.
    func require(_ queries: [Query]) throws(Missing) {
        let missing = queries.filter { answers[$0] == nil }
        if !missing.isEmpty { throw Missing(queries: missing) }
    }

    func node(_ object: ObjectReference) throws(Missing) -> AccessibleNode? {
        if case .node(let node) = try answer(.look(object)) { node } else { nil }
    }

    func child(_ object: ObjectReference, _ index: Int) throws(Missing) -> ObjectReference? {
        if case .objects(let found) = try answer(.child(object, index)) { found.first } else { nil }
    }

    func text(_ query: Query) throws(Missing) -> String? {
        if case .text(let text) = try answer(query) { text } else { nil }
    }
}
