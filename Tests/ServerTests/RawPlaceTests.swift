import Testing

@testable import Server
@testable import TouchCore
@testable import Wire

/// `raw` in a subscription: the panel's place of a contact, before the filters.
@Suite struct RawPlaceTests {
    private let raw = #"{"type":"subscribe","id":1,"raw":true}"#

    /// The events' places and raw places, as `x y: rawX rawY`.
    private func places(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { event in
            func text(_ value: JSONValue?) -> String { value?.number.map { String(Int($0)) } ?? "-" }
            return "\(text(event["x"])) \(text(event["y"])): " + (event["raw"]?.array ?? []).map { text($0) }.joined(separator: " ")
        }
    }

    private var fuzzy: PanelRules {
        var rules = PanelRules()
        rules.filters = FilterRules()
        rules.filters!.fuzz = 20
        return rules
    }

    @Test func `behind a filter a touch says where the panel has it, to those who ask`() throws {
        let stage = try Stage(rules: fuzzy)
        let (asks, other) = (stage.connect(raw), stage.connect(#"{"type":"subscribe","id":1}"#))
        stage.frame([0: (100, 100)])
        stage.frame([0: (110, 100)])  // the fuzz filter keeps the place
        stage.frame([0: (150, 100)])
        stage.frame([0: (155, 105)])
        stage.frame([0: nil])
        #expect(places(stage.receive(asks)) == ["100 100: 100 100", "150 100: 150 100", "150 100: 155 105"])
        #expect(places(stage.receive(other)) == ["100 100: ", "150 100: ", "150 100: "])
    }

    @Test func `without a filter it is where the touch is, and an injected finger's is its place`() throws {
        let stage = try Stage()
        let client = stage.connect(raw)
        stage.frame([0: (100, 100)])
        let injects = stage.connect(#"{"type":"inject","id":1,"touches":[{"finger":1,"phase":"began","x":700.5,"y":30}]}"#, on: .admin)
        #expect(places(stage.receive(client)) == ["100 100: 100 100", "700 30: 700 30"])
        #expect(stage.receive(injects).last?["ok"]?.bool == true)
    }

    @Test func `beyond an area that clamps it is outside`() throws {
        var rules = PanelRules()
        rules.outside = .clamp
        let stage = try Stage(rules: rules)
        let client = stage.connect(raw)
        stage.frame([0: (1200, 100)])
        let event = stage.receive(client).flatMap(\.events).first
        #expect(event?["x"]?.number.map { $0 <= 1000 } == true && event?["raw"]?.array?.first?.number == 1200)
    }

    @Test func `samples that were merged have it too`() throws {
        let stage = try Stage(rules: fuzzy)
        let client = stage.connect(#"{"type":"subscribe","id":1,"raw":true,"coalesced":true,"maxRate":1}"#)
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        stage.frame([0: (190, 100)])
        stage.frame([0: nil])
        let samples = stage.receive(client).flatMap(\.events).flatMap { $0["coalesced"]?.array ?? [] }
        #expect(samples.count == 4 && samples.allSatisfy { $0["raw"]?.array?.count == 2 }, "\(samples)")
    }

    @Test func `only trusted users ask for it, and who is trusted no more gets none`() throws {
        let stage = try Stage()
        stage.access = AccessRules(trusted: [7], bridges: [42])
        let token = #"{"type":"hello","as":"page"}"#
        for refused in [stage.connect(raw, user: 1), stage.connect(token, raw, user: 42), stage.connect(token, raw, user: 7, on: .admin)] {
            let error = stage.receive(refused).last?["error"]
            #expect(error?["code"]?.string == "notAllowed" && error?["message"]?.string?.contains("may not ask for \"raw\"") == true)
        }
        let (trusted, admin) = (stage.connect(raw, user: 7), stage.connect(raw, user: 1, on: .admin))
        stage.frame([0: (100, 100)])
        #expect(places(stage.receive(trusted)) == ["100 100: 100 100"] && places(stage.receive(admin)) == ["100 100: 100 100"])
        stage.access.trusted = []
        stage.replaceTree(stage.tree)
        stage.frame([0: (110, 100)])
        #expect(places(stage.receive(trusted)) == ["110 100: "] && places(stage.receive(admin)) == ["110 100: 110 100"])
    }

    @Test func `a touch in a sensitive region has none`() throws {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.isSensitive = true
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let admin = stage.connect(raw, on: .admin)
        stage.frame([0: (100, 100)])
        let event = stage.receive(admin).flatMap(\.events).first
        #expect(event?["event"]?.string == "sensitive" && event?["raw"] == nil)
    }
}
