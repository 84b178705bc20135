import Support
import Testing

@testable import touchd_read

@Suite struct `Elements of a window` {
    @Test func `each text is said once, by what can be operated or by what is around it`() {
        #expect(Model.page().elements(.next) == ["title", "buy", "help", "code", "newsLink"])
    }

    @Test func `backwards the order is the same`() {
        #expect(Model.page().elements(.previous) == ["newsLink", "code", "help", "buy", "title"])
    }

    @Test func `the finger finds what the focus finds`() {
        let model = Model.page()
        #expect(model.element(at: 10, 5) == "title" && model.element(at: 15, 30) == "buy" && model.element(at: 150, 30) == "help")
        #expect(model.element(at: 5, 75) == "newsLink")
        // A password stands for the text in it.
        #expect(model.element(at: 5, 55) == "code")
        #expect(model.element(at: 400, 200) == nil && model.element(at: 9000, 9000) == nil && model.element(at: 1e300, .nan) == nil)
    }

    @Test func `without an answer about a point the extents decide`() {
        let model = Model.page()
        model.isFlat = true
        #expect(model.element(at: 15, 30) == "buy" && model.element(at: 5, 55) == "code" && model.element(at: 400, 200) == nil)
    }

    @Test func `where an object around the element is the answer about a point, the extents decide`() {
        let model = Model.page()
        model.blurred = "row"
        #expect(model.element(at: 15, 30) == "buy" && model.element(at: 250, 30) == nil)
    }

    @Test func `a label is said by its control, unless that has another name`() {
        let model = Model.page()
        for (id, name, knows) in [("same", "Search", true), ("unnamed", "", true), ("other", "Find", true), ("unknowing", "", false)] {
            model.add(id + "Label", to: "page", .label, "Search").labelled = [id]
            model.add(id, to: "page", .entry, name).labels = knows ? [id + "Label"] : []
        }
        model.add("alone", to: "page", .label, "Search")
        #expect(model.elements(.next).suffix(7) == ["same", "unnamed", "otherLabel", "other", "unknowingLabel", "unknowing", "alone"])
    }

    @Test func `a text in a label without a name is said by the label's control`() {
        let model = Model.page()
        model.add("label", to: "page", .label, "", Box(x: 0, y: 100, width: 200, height: 20)).labelled = ["search"]
        model.add("labelText", to: "label", .staticText, "Search ", Box(x: 0, y: 100, width: 50, height: 20))
        model.add("search", to: "label", .entry, "Search", Box(x: 50, y: 100, width: 150, height: 20))
        // A label around a check box, whose text is not an object.
        model.add("terms", to: "page", .label, "", Box(x: 0, y: 120, width: 200, height: 20)).labelled = ["accept"]
        model.add("accept", to: "terms", .checkBox, "I accept the terms", Box(x: 0, y: 120, width: 20, height: 20))
        model.add("hint", to: "page", .label, "", Box(x: 0, y: 140, width: 200, height: 20)).labelled = ["number"]
        model.add("hintText", to: "hint", .staticText, "Only digits", Box(x: 0, y: 140, width: 100, height: 20))
        model.add("number", to: "hint", .entry, "Number", Box(x: 100, y: 140, width: 100, height: 20))
        #expect(model.elements(.next).suffix(5) == ["newsLink", "search", "accept", "hintText", "number"])
        #expect(model.element(at: 10, 110) == "search" && model.element(at: 100, 130) == "accept" && model.element(at: 10, 150) == "hintText")
    }

    @Test func `hidden objects are left out, and those out of view are scrolled to`() {
        let model = Model.page()
        model.add("gone", to: "row", .pushButton, "Gone", states: [])
        model.add("below", to: "page", .link, "Below", states: [.visible])
        #expect(model.elements(.next) == ["title", "buy", "help", "code", "newsLink", "below"])
        #expect(model.asked.contains(.scroll(Model.reference("below"))))
        #expect(model.objects["below"]!.node.states.contains(.showing))
    }

    @Test func `what lies beside the window is left out, although it says that it is showing`() {
        let model = Model.page()
        model.add("bar", to: "window", AccessibleRole(rawValue: 63), "Navigation", Box(x: 0, y: -41, width: 400, height: 40))
        model.add("reload", to: "bar", .pushButton, "Reload", Box(x: 0, y: -41, width: 40, height: 40))
        model.add("close", to: "window", .pushButton, "Close", Box(x: 500, y: 0, width: 40, height: 40))
        // Without a size nothing is known of its place. What a scrolled part has beside the window is reached.
        model.add("menu", to: "window", .pushButton, "Menu", Box(x: -1, y: -1, width: 0, height: 0))
        model.add("above", to: "page", .link, "Above", Box(x: 0, y: -60, width: 40, height: 40))
        #expect(model.elements(.next) == ["title", "buy", "help", "code", "newsLink", "above", "menu"])
    }

    @Test func `a page in the background is left out, a page within the page is scrolled to`() {
        let model = Model.page()
        model.add("background", to: "window", .document, "New tab", states: [.visible])
        model.add("search", to: "background", .pushButton, "Search", states: [.visible])
        model.add("shown", to: "window", .document, "Tickets")
        model.add("inner", to: "shown", .document, "Map", states: [.visible])
        model.add("zoom", to: "inner", .pushButton, "Zoom", states: [.visible])
        #expect(model.elements(.next) == ["title", "buy", "help", "code", "newsLink", "zoom"])
        #expect(!model.asked.contains(.scroll(Model.reference("search"))))
    }

    @Test func `an application that does not scroll is asked once, and what it does not show is left out`() {
        let model = Model.page()
        for number in 0..<5 { model.add("tab\(number)", to: "page", .link, "Tab \(number)", states: [.visible]).canScroll = false }
        let walk = model.walk { tree throws(Missing) in
            let last = try tree.place(of: Model.reference("newsLink"))
            return try tree.element(.next, from: last)
        }
        #expect(walk.result == .end && walk.facts.cannotScroll)
        #expect(model.asked.filter { if case .scroll = $0 { true } else { false } }.count == 1)
    }

    @Test func `a step among ten thousand looks at a few`() throws {
        let model = Model.page()
        model.manyChildren["list"] = 10_000
        model.add("list", to: "page", AccessibleRole(rawValue: 31), "", Box(x: 0, y: 100, width: 10, height: 9))
        let walk = model.walk { tree throws(Missing) in
            let place = try tree.place(of: Model.reference("list_5000"))
            return try tree.element(.next, from: place)
        }
        guard case .found(let place) = walk.result else { return #expect(Bool(false)) }
        #expect(Model.id(place.object) == "list_5001")
        #expect(walk.facts.count < 40, "\(walk.facts.count)")
    }

    @Test func `an element that is gone leaves its place to its neighbours`() throws {
        let model = Model.page()
        let old = try #require(model.walk { tree throws(Missing) in try tree.place(of: Model.reference("buy")) }.result)
        model.objects["buy"] = nil
        model.objects["row"]!.children = ["help"]
        model.objects["row"]!.node.childCount = 1
        func neighbour(_ move: Move) -> String? {
            let place = model.walk { tree throws(Missing) in try tree.place(nowOf: old, move) }.result
            return model.element(move, from: place).map { Model.id($0.object) }
        }
        #expect(neighbour(.next) == "help" && neighbour(.previous) == "title")
        model.objects["row"] = nil
        model.objects["page"]!.children = ["title", "code", "news"]
        model.objects["page"]!.node.childCount = 3
        #expect(neighbour(.next) == "code" && neighbour(.previous) == "title")
        model.objects["window"] = nil
        #expect(neighbour(.next) == nil)
    }

    @Test func `an object that does not know its index is found among its siblings`() {
        let model = Model.page()
        model.objects["help"]!.index = -1
        let place = model.walk { tree throws(Missing) in try tree.place(of: Model.reference("help")) }.result
        #expect(place?.steps.map(\.index) == [0, 0, 1, 1])
        model.objects["help"]!.index = 9
        #expect(model.walk { tree throws(Missing) in try tree.place(of: Model.reference("help")) }.result == place)
    }

    @Test func `a long way without elements is passed in steps, each with facts of its own`() {
        let model = Model.page()
        for number in 0..<200 { model.add("filler\(number)", to: "page", AccessibleRole(rawValue: 20)) }
        model.add("last", to: "page", .pushButton, "Last")
        #expect(model.elements(.next).last == "last")
        let search = model.walk { tree throws(Missing) in try tree.element(.previous, from: nil) }
        #expect(search.result != .end)
        let start = model.walk { tree throws(Missing) in try tree.place(of: Model.reference("filler150")) }.result
        guard case .further = model.walk({ tree throws(Missing) in try tree.element(.previous, from: start) }).result else {
            return #expect(Bool(false))
        }
        #expect(model.element(.previous, from: start).map { Model.id($0.object) } == "newsLink")
    }

    // MARK: Lies

    @Test func `a tree that contains itself ends`() {
        let model = Model.page()
        model.add("loop", to: "page", AccessibleRole(rawValue: 85), "")
        model.objects["loop"]!.children = ["page", "window", "loop", "buy"]
        model.objects["loop"]!.node.childCount = 4
        #expect(model.elements(.next).last == "buy" && model.elements(.next).count < 20)
        model.objects["page"]!.node.parent = Model.reference("loop")
        model.objects["loop"]!.node.parent = Model.reference("page")
        #expect(model.walk { tree throws(Missing) in try tree.place(of: Model.reference("buy")) }.result == nil)
    }

    @Test func `wrong answers are none`() throws {
        var facts = Facts()
        let object = Model.reference("x")
        facts.insert(.wrong("x"), to: .look(object))
        facts.insert(.number(7), to: .child(object, 0))
        facts.insert(.done, to: .description(object))
        let (node, child, text) = (try facts.node(object), try facts.child(object, 0), try facts.text(.description(object)))
        #expect(node == nil && child == nil && text == nil)
    }

    /// Random trees with random lies: every walk ends, and nothing is found twice in a row.
    @Test(arguments: 0..<30) func `whatever an application answers, a walk ends`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let model = Model()
        model.add("window", to: nil, AccessibleRole(rawValue: 23), "", Box(x: 0, y: 0, width: 500, height: 250))
        var ids = ["window"]
        let roles: [UInt32] = [7, 20, 23, 31, 40, 43, 51, 79, 83, 85, 88, 116, 130, .max]
        for number in 0..<40 {
            let id = "o\(number)"
            let box = Box(x: .random(in: -100...600, using: &random), y: .random(in: -100...300, using: &random), width: 100, height: 50)
            model.add(
                id, to: ids.randomElement(using: &random)!, AccessibleRole(rawValue: roles.randomElement(using: &random)!),
                ["", "A", "B"].randomElement(using: &random)!,
                Bool.random(using: &random) ? box : nil,
                states: [Model.usual, Model.usual, [.visible], []].randomElement(using: &random)!)
            ids.append(id)
        }
        for _ in 0..<10 {
            let liar = model.objects[ids.randomElement(using: &random)!]!
            switch Int.random(in: 0..<4, using: &random) {
            case 0: liar.children.append(ids.randomElement(using: &random)!)
            case 1: liar.node.childCount = Int.random(in: 0...50, using: &random)
            case 2: liar.node.parent = ids.randomElement(using: &random).map(Model.reference)
            default: liar.index = Int.random(in: -5...50, using: &random)
            }
        }
        for move in [Move.next, .previous] { #expect(model.elements(move, atMost: 300).count <= 300) }
        for _ in 0..<20 { _ = model.element(at: .random(in: -50...550, using: &random), .random(in: -50...300, using: &random)) }
        for id in ids { _ = model.walk { tree throws(Missing) in try tree.place(of: Model.reference(id)) } }
    }
}
