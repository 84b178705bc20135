import Support
import Testing

@testable import Configuration
@testable import TouchCore

/// Gestures that always fail because of others.
@Suite struct NeverWinsTests {
    private func gestures(_ list: String...) -> [String] {
        warnings("- id: a\n  frame: [0, 0, 500, 500]\n  gestures:\n" + list.map { "    - { \($0) }" }.joined(separator: "\n"))
    }

    @Test func `a swipe beside a pan that does not wait for it never wins, whichever is first`() {
        #expect(
            gestures("id: move, type: pan", "id: next, type: swipe") == [
                """
                f:13:17: warning: gesture "next" is never recognized: "move" (line 12) begins after 10 points, before the swipe has moved 50 points, \
                and makes it fail; give "move" requireToFail: [next], or simultaneousWith: [next] [never-wins]
                """
            ])
        #expect(ids(gestures("id: next, type: swipe", "id: move, type: transform")) == ["never-wins"])
    }

    /// Pairs in which the second gesture never wins.
    private static let unequal = [
        ["id: a1, type: pan", "id: b1, type: swipe"], ["id: a1, type: transform", "id: b1, type: swipe"],
        ["id: a1, type: tap", "id: b1, type: tap"], ["id: a1, type: tap, allowableMovement: 20", "id: b1, type: tap"],
        ["id: a1, type: longPress", "id: b1, type: longPress, minimumPressDuration: 1"],
        ["id: b1, type: longPress, minimumPressDuration: 1", "id: a1, type: longPress"],
        ["id: a1, type: longPress, minimumPressDuration: 0", "id: b1, type: tap"],
        ["id: a1, type: pan", "id: b1, type: pan"], ["id: a1, type: pan", "id: b1, type: edge, edges: [left]"],
        ["id: a1, type: transform", "id: b1, type: pinch"], ["id: a1, type: pinch", "id: b1, type: pinch, scaleSlop: 9"],
        ["id: a1, type: rotation", "id: b1, type: rotation"],
        ["id: a1, type: swipe, direction: [left, right]", "id: b1, type: swipe"],
    ]

    @Test(arguments: unequal)
    func `one that wants no less and does not come first never wins`(pair: [String]) {
        let found = gestures(pair[0], pair[1])
        #expect(ids(found) == ["never-wins"] && found[0].contains("gesture \"b1\" is never recognized: \"a1\""), "\(found)")
    }

    @Test(arguments: [
        ["id: a1, type: tap", "id: b1, type: tap, numberOfTapsRequired: 2"], ["id: a1, type: tap", "id: b1, type: tap, numberOfTouchesRequired: 2"],
        ["id: a1, type: tap", "id: b1, type: tap, allowableMovement: 20"], ["id: a1, type: tap", "id: b1, type: longPress"],
        ["id: a1, type: longPress, allowableMovement: 5", "id: b1, type: longPress, minimumPressDuration: 1"],
        ["id: a1, type: pan, requireToFail: [b1]", "id: b1, type: swipe"], ["id: a1, type: pan", "id: b1, type: swipe, simultaneousWith: [a1]"],
        ["id: a1, type: pan, simultaneousWith: [b1]", "id: b1, type: swipe"], ["id: a1, type: pan, enabled: false", "id: b1, type: swipe"],
        ["id: a1, type: pan", "id: b1, type: swipe, enabled: false"], ["id: a1, type: pan, asks: [shouldBegin]", "id: b1, type: swipe"],
        ["id: a1, type: pan, shouldBegin: false", "id: b1, type: swipe"], ["id: a1, type: pan, shouldReceiveNot: [a]", "id: b1, type: swipe"],
        ["id: a1, type: pan, minimumNumberOfTouches: 2", "id: b1, type: swipe"], ["id: a1, type: pan, translationSlop: 60", "id: b1, type: swipe"],
        ["id: a1, type: pan", "id: b1, type: pan, minimumNumberOfTouches: 2"], ["id: a1, type: pan", "id: b1, type: transform"],
        ["id: a1, type: transform, parts: [rotation]", "id: b1, type: pan"], ["id: a1, type: swipe", "id: b1, type: swipe, direction: left"],
        ["id: a1, type: hover", "id: b1, type: hover"], ["id: a1, type: edge, edges: [left]", "id: b1, type: pan"],
        ["id: a1, type: pan, requiresExclusiveTouchType: true", "id: b1, type: swipe, requiresExclusiveTouchType: false"],
        ["id: a1, type: pinch", "id: b1, type: rotation"], ["id: a1, type: longPress, minimumPressDuration: 0", "id: b1, type: pan"],
    ])
    func `one that wants something else, or is let be, may win`(pair: [String]) {
        #expect(gestures(pair[0], pair[1]) == [])
    }

    /// Confirms the warnings with real recognizers: a gesture with a warning is never recognized, whatever fingers do.
    @Test(arguments: unequal)
    func `one that is said never to win never does`(pair: [String]) throws {
        let text = """
            version: 1
            screens: [{ id: s, size: [1000, 1000], windows: [{ id: w, frame: [0, 0, 1000, 1000], multipleTouchEnabled: true, \
            gestures: [{ \(pair[0]) }, { \(pair[1]) }] }] }]
            """
        let pipeline = TouchPipeline(tree: try #require(readConfiguration(Array(text.utf8), file: "f").settings).tree)
        let kind = PanelKind.slots(10)
        let mapping = PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000))
        let panel = pipeline.addPanel("p", screen: 0, kind: kind, mapping: mapping)
        var random = SeededRandom()
        var recognized: [String: Int] = [:]
        var time: Int64 = 0
        // At least this many strokes, and more until the first gesture has been recognized.
        for number in 0..<rounds(2000) {
            if number >= rounds(60), recognized["a1"] != nil { break }
            // An edge gesture has one finger, whatever others do.
            for changes in stroke(&random, fingersMax: pair[1].contains("edge") ? 1 : 2) {
                time += 10_000
                var frames = pipeline.advance(panel, to: time)
                if !changes.isEmpty { frames += pipeline.handle(changes, panel: panel, at: time) }
                for case .gesture(let action) in frames.flatMap(\.actions).map(\.content) {
                    if action.state != .recognized && action.state != .began { continue }
                    recognized[pipeline.tree.directory.gestures[action.gesture.slot].id, default: 0] += 1
                }
            }
            time += 2_000_000
        }
        #expect(recognized["b1"] == nil, "\(recognized)")
        #expect(recognized["a1", default: 0] > 0)
    }

    /// The movement of a few fingers as a hand moves them, report by report.
    private func stroke(_ random: inout SeededRandom, fingersMax: Int) -> [[ContactChange]] {
        let isAtEdge = Bool.random(using: &random)
        let fingers = Int.random(in: 1...fingersMax, using: &random)
        var places = (0..<fingers).map { _ in
            Point(isAtEdge ? .random(in: 0...15, using: &random) : .random(in: 200...800, using: &random), .random(in: 200...800, using: &random))
        }
        let isTogether = Bool.random(using: &random)
        let speed = [0, 0.3, 3, 8][Int.random(in: 0..<4, using: &random)]
        let turns = (0..<fingers).map { _ in Double.random(in: -1...1, using: &random) }
        let way = Point([1, 1, -1, 0][Int.random(in: 0..<4, using: &random)], [0, 0, 0.3, 1][Int.random(in: 0..<4, using: &random)])
        var reports: [[ContactChange]] = [places.indices.map { ContactChange(slot: $0, phase: .began, location: places[$0]) }]
        reports += Array(repeating: [], count: [0, 5, 60, 120][Int.random(in: 0..<4, using: &random)])
        for _ in 0..<Int.random(in: 0...40, using: &random) where speed > 0 {
            for finger in places.indices {
                let own = isTogether ? Point(0, 0) : Point(turns[finger], -turns[finger])
                places[finger] = Point(places[finger].x + (way.x + own.x) * speed, places[finger].y + (way.y + own.y) * speed)
            }
            reports.append(places.indices.map { ContactChange(slot: $0, phase: .moved, location: places[$0]) })
        }
        reports.append(places.indices.map { ContactChange(slot: $0, phase: .ended, location: places[$0]) })
        return reports
    }

    @Test func `defaults of the file count`() {
        let tree = "- { id: a, frame: [0, 0, 9, 9], gestures: [{ id: p, type: pan }, { id: s, type: swipe }] }"
        #expect(ids(warnings(tree)) == ["never-wins"])
        #expect(warnings(tree, rest: "gestureDefaults: { pan: { translationSlop: 70 } }") == [])
    }

    @Test func `gestures of regions around it have its touches, those of others have not`() {
        func tree(_ outer: String, _ inner: String) -> [String] {
            warnings(
                "- id: a\n  frame: [0, 0, 90, 90]\n  gestures: [{ \(outer) }]\n  children: [{ id: b, frame: [0, 0, 9, 9], gestures: [{ \(inner) }] }]"
            )
        }
        #expect(ids(tree("id: p, type: pan", "id: s, type: swipe")) == ["never-wins"])
        #expect(tree("id: s, type: swipe", "id: p, type: pan") == [])
        // In one event the deeper region comes first.
        #expect(tree("id: p, type: tap", "id: s, type: tap") == [])
        #expect(tree("id: p, type: pan, shouldReceiveNot: [b]", "id: s, type: swipe") == [])
        #expect(
            warnings(
                "- { id: a, frame: [0, 0, 9, 9], gestures: [{ id: p, type: pan }] }\n- { id: b, frame: [9, 0, 9, 9], gestures: [{ id: s, type: swipe }] }"
            ) == [])
    }

    @Test func `in a sensitive region each part may have another owner`() {
        let tree = """
            - id: a
              frame: [0, 0, 90, 90]
              sensitive: true
              gestures: [{ id: p, type: pan }]
              children: [{ id: b, frame: [0, 0, 9, 9], gestures: [{ id: s, type: swipe }] }]
            """
        #expect(warnings(tree) == [])
    }
}
