import JSON

@testable import touchd_read

/// A made-up application that answers queries.
final class Model {
    final class Object {
        var node: AccessibleNode
        var children: [String] = []
        var description = ""
        var text: String?
        var range: ValueRange?
        var actions: [String] = []
        var labels: [String] = []
        var labelled: [String] = []
        var index: Int?
        var canScroll = true

        init(_ node: AccessibleNode) { self.node = node }
    }

    static let bus = ":1.7"
    static let usual: AccessibleStates = [.visible, .showing, .enabled, .sensitive]
    var objects: [String: Object] = [:]
    /// The queries so far, in order.
    var asked: [Query] = []
    /// True if no object knows what lies at a point.
    var isFlat = false
    /// An object that does not know which of its parts lies at a point.
    var blurred: String?
    /// The children of an object beyond those that it lists; each is a button with its index as the name.
    var manyChildren: [String: Int] = [:]

    static func reference(_ id: String) -> ObjectReference { ObjectReference(bus: bus, path: "/" + id) }
    static func id(_ object: ObjectReference) -> String { String(object.path.dropFirst()) }
    static let window = reference("window")

    /// Adds an object to another one.
    @discardableResult func add(
        _ id: String, to parent: String?, _ role: AccessibleRole, _ name: String = "", _ box: Box? = nil, states: AccessibleStates = usual
    ) -> Object {
        let object = Object(
            AccessibleNode(name: name, role: role, states: states, childCount: 0, parent: parent.map(Self.reference), extents: box))
        objects[id] = object
        if let parent {
            objects[parent]!.children.append(id)
            objects[parent]!.node.childCount += 1
        }
        return object
    }

    private func object(_ reference: ObjectReference) -> Object? {
        let id = Self.id(reference)
        if let known = objects[id] { return known }
        guard let mark = id.lastIndex(of: "_"), let index = Int(id[id.index(after: mark)...]), let count = manyChildren[String(id[..<mark])],
            index < count
        else { return nil }
        let node = AccessibleNode(
            name: "\(index)", role: .pushButton, states: Self.usual, parent: Self.reference(String(id[..<mark])),
            extents: Box(x: 0, y: Double(index), width: 10, height: 1))
        let made = Object(node)
        made.index = index
        return made
    }

    func answer(_ query: Query) -> Answer {
        asked.append(query)
        guard let object = object(query.target) else { return .none }
        let id = Self.id(query.target)
        switch query {
        case .applications: return .none
        case .look, .lookAgain:
            var node = object.node
            node.childCount += manyChildren[id] ?? 0
            return .node(node)
        case .child(_, let index):
            if object.children.indices.contains(index) { return .objects([Self.reference(object.children[index])]) }
            return index < manyChildren[id] ?? 0 ? .objects([Self.reference("\(id)_\(index)")]) : .none
        case .index:
            if let index = object.index { return .number(index) }
            guard let parent = object.node.parent, let index = objects[Self.id(parent)]?.children.firstIndex(of: id) else { return .number(-1) }
            return .number(index)
        case .atPoint(_, let x, let y):
            if isFlat || id == blurred { return .none }
            for child in object.children.reversed() where objects[child]!.node.extents?.contains(Double(x), Double(y)) == true {
                return .objects([Self.reference(child)])
            }
            return .none
        case .description: return .text(object.description)
        case .text: return object.text.map { .text($0) } ?? .none
        case .range: return object.range.map { .range($0) } ?? .none
        case .actions: return .texts(object.actions)
        case .labels: return .objects(object.labels.map(Self.reference))
        case .labelled: return .objects(object.labelled.map(Self.reference))
        case .scroll:
            if object.canScroll { object.node.states.insert(.showing) }
            return object.canScroll ? .done : .none
        case .act: return .done
        case .setValue(_, let value):
            object.range?.current = value
            return .done
        }
    }

    /// Walks until there is a result. Returns it and the number of rounds of questions.
    func walk<Result>(_ body: (ElementTree) throws(Missing) -> Result) -> (result: Result, facts: Facts, rounds: Int) {
        var facts = Facts()
        for round in 0... {
            do throws(Missing) { return (try body(ElementTree(facts: facts, window: Self.window)), facts, round) } catch {
                for query in error.queries { facts.insert(answer(query), to: query) }
            }
        }
        fatalError("unreachable")
    }

    /// Returns the ids of all elements in the order of a move.
    func elements(_ move: Move, from start: Place? = nil, atMost most: Int = 100) -> [String] {
        var found: [String] = []
        var place = start
        while found.count < most, let next = element(move, from: place) {
            found.append(Self.id(next.object))
            place = next
        }
        return found
    }

    /// Returns the place of the next element; nil at the end.
    func element(_ move: Move, from start: Place?) -> Place? {
        var start = start
        while true {
            switch walk({ tree throws(Missing) in try tree.element(move, from: start) }).result {
            case .found(let place): return place
            case .end: return nil
            case .further(let place): start = place
            }
        }
    }

    /// Returns the id of the element at a point.
    func element(at x: Double, _ y: Double) -> String? {
        walk { tree throws(Missing) in try tree.element(atX: x, y: y) }.result.map(Self.id)
    }

    static let geometry = WindowGeometry(
        window: Box(x: 0, y: 0, width: 500, height: 250), area: Box(x: 0, y: 100, width: 1000, height: 500),
        surface: Box(x: 0, y: 100, width: 1000, height: 500))!

    func description(of id: String) -> ReadElement? {
        walk { tree throws(Missing) in try tree.description(of: Self.reference(id), Self.geometry) }.result
    }

    /// A page with a heading, a row of buttons, a password and a link.
    static func page() -> Model {
        let model = Model()
        model.add(
            "window", to: nil, AccessibleRole(rawValue: 23), "Tickets", Box(x: 0, y: 0, width: 500, height: 250),
            states: Model.usual.union(.active))
        model.add("page", to: "window", AccessibleRole(rawValue: 85), "", Box(x: 0, y: 0, width: 500, height: 250))
        model.add("title", to: "page", .heading, "Tickets ", Box(x: 0, y: 0, width: 500, height: 20))
        model.add("titleText", to: "title", .staticText, "Tickets", Box(x: 0, y: 0, width: 50, height: 20))
        model.add("row", to: "page", AccessibleRole(rawValue: 20), "", Box(x: 0, y: 20, width: 500, height: 30))
        model.add("buy", to: "row", .pushButton, "Buy", Box(x: 0, y: 20, width: 100, height: 30)).actions = ["showmenu", "Press"]
        model.add("buyText", to: "buy", .staticText, "Buy", Box(x: 10, y: 25, width: 30, height: 20))
        model.add("help", to: "row", .pushButton, "Help", Box(x: 100, y: 20, width: 100, height: 30))
        model.add("code", to: "page", .passwordText, "Code", Box(x: 0, y: 50, width: 100, height: 20)).text = "hunter2"
        model.add("codeText", to: "code", .staticText, "hunter2", Box(x: 0, y: 50, width: 100, height: 20))
        model.add("news", to: "page", .heading, "News", Box(x: 0, y: 70, width: 100, height: 20))
        model.add("newsLink", to: "news", .link, "News", Box(x: 0, y: 70, width: 100, height: 20))
        return model
    }
}

/// A reader between a model and a stand-in for touchd.
struct ReadKiosk {
    var reader: Reader
    let model: Model
    var now: Int64 = 1_000_000
    /// The calls that are not answered yet.
    var calls: [(id: Int, query: Query)] = []
    var requests: [String] = []
    var logged: [ReaderStep] = []
    /// True to leave calls without an answer.
    var isHanging = false
    /// True to refuse all answers as too late.
    var isRefusing = false

    init(_ model: Model = .page(), _ settings: ReadSettings = ReadSettings()) throws {
        (self.model, reader) = (model, Reader(settings))
        model.add("application", to: nil, .application, "Kiosk")
        model.objects["application"]!.children = ["window"]
        model.objects["application"]!.node.childCount = 1
        try hear(
            #"{"type":"snapshot","screens":[{"screen":"main","accessibility":{"profiles":[]}}],"regions":[{"id":"app","kind":"surface","screen":"main","#
                + #""bounds":[0,0,1000,500],"toScreen":[1,0,0,1,0,100]}]}"#)
        reader.handleBus()
    }

    mutating func hear(_ line: String) throws {
        for line in KioskLine.lines(try JSONReader.parse(Array(line.utf8))) { reader.handle(line, now) }
    }

    /// Hears a line, and lets everything that follows happen.
    mutating func ask(_ line: String) throws -> [String] {
        try hear(line)
        let requests = run()
        for request in requests where !isRefusing && request.hasPrefix("focus ") {
            let turn = request.split(separator: " ")[1]
            try hear(#"{"type":"focus","screen":"main","region":"app","path":"app","by":"request","turn":\#(turn),"states":[]}"#)
        }
        return requests
    }

    mutating func explore(_ turn: Int, _ x: Double, _ y: Double) throws -> [String] {
        try ask(#"{"type":"explore","screen":"main","surface":"app","turn":\#(turn),"time":1,"x":\#(x),"y":\#(y)}"#)
    }

    mutating func navigate(_ turn: Int, _ direction: String = "next") throws -> [String] {
        try ask(#"{"type":"navigate","screen":"main","surface":"app","turn":\#(turn),"time":1,"direction":"\#(direction)"}"#)
    }

    mutating func activate(_ turn: Int, touch: String = "null") throws -> [String] {
        try ask(#"{"type":"activate","screen":"main","region":"app","turn":\#(turn),"time":1,"touch":\#(touch)}"#)
    }

    /// Answers calls until there are no more. Returns the requests since the last time.
    mutating func run() -> [String] {
        perform(reader.advance(now))
        while !isHanging, !calls.isEmpty {
            let (id, query) = calls.removeFirst()
            let answer: Answer = query == .applications ? .objects([Model.reference("application")]) : model.answer(query)
            perform(reader.receive(answer, to: id, now))
            perform(reader.advance(now))
        }
        defer { requests = [] }
        return requests
    }

    mutating func perform(_ steps: [ReaderStep]) {
        for step in steps {
            switch step {
            case .ask(let id, let query): calls.append((id, query))
            case .request(let type, let members):
                let what =
                    members["move"]?.string ?? members["element"].map { element in
                        let value = element["value"].map { " = " + ($0.numberText ?? $0.string ?? ($0.bool.map { "\($0)" } ?? "")) } ?? ""
                        let states = element["states"].map { " (" + ($0.array ?? []).compactMap(\.string).joined(separator: ", ") + ")" } ?? ""
                        return (element["label"]?.string ?? "?") + value + states + (element["activationPoint"] == nil ? "" : " (touch)")
                    } ?? ""
                requests.append([type, members["turn"]?.numberText, what].compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: " "))
            default: logged.append(step)
            }
        }
    }

    mutating func pass(_ milliseconds: Int64) -> [String] {
        now += milliseconds * 1000
        return run()
    }
}
