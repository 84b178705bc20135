import Support
import Testing
import TouchCore

@testable import Calibration

@Suite struct RefusalTests {
    @Test func `four points are too few`() {
        var touches = Touches(crosses: CrossLayout.places(4))
        #expect(throws: CalibrationRefusal.tooFew(4)) { try touches.solve() }
    }

    @Test func `crosses on a line, and crosses in one place, are refused`() {
        var touches = Touches(crosses: (1...6).map { Point(Double($0) / 8, Double($0) / 8) })
        #expect(throws: CalibrationRefusal.onALine) { try touches.solve() }
        touches.crosses = (1...6).map { Point(0.5 + Double($0 % 3) / 60, 0.5 + Double($0) / 90) }
        #expect(throws: CalibrationRefusal.tooClose) { try touches.solve() }
    }

    @Test func `contacts of a different panel are named`() {
        var touches = Touches()
        touches.panel.id = "main-0"
        var pairs = touches.pairs
        for index in pairs.indices { pairs[index].panel = "side-0" }
        let solver = CalibrationSolver(pairs, screen: touches.screen, display: nil, panel: touches.panel)
        #expect(throws: CalibrationRefusal.anotherPanel(["side-0"], wanted: "main-0")) { try solver.solve() }
    }

    @Test func `contacts that do not follow the crosses are refused`() {
        var touches = Touches()
        var pairs = touches.pairs
        for index in pairs.indices { pairs[index].raw = Point(0.5, 0.5) }
        let still = CalibrationSolver(pairs, screen: touches.screen, display: nil, panel: touches.panel)
        #expect(throws: CalibrationRefusal.notFollowing) { try still.solve() }
        for seed in 1...UInt64(rounds(50)) {
            var random = SeededRandom(seed: seed)
            for index in pairs.indices {
                pairs[index].raw = Point(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
            }
            let wild = CalibrationSolver(pairs, screen: touches.screen, display: touches.display, panel: touches.panel)
            #expect(throws: CalibrationRefusal.self, "seed \(seed)") { try wild.solve() }
        }
    }

    @Test func `on a tiny display, where no finger can miss a cross by much, contacts have to follow the crosses as well`() {
        var random = SeededRandom(seed: 7)
        var touches = Touches(display: Size(3, 3))
        var pairs = touches.pairs
        for index in pairs.indices { pairs[index].raw = Point(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)) }
        let wild = CalibrationSolver(pairs, screen: touches.screen, display: touches.display, panel: touches.panel)
        #expect(throws: CalibrationRefusal.notFollowing) { try wild.solve() }
    }

    @Test func `a panel that is not linear is refused, with what remains`() {
        var touches = Touches()
        let pairs = touches.pairs.map { pair in
            PointPair(shown: pair.shown, raw: Point(pair.raw.x + 0.12 * (pair.raw.y - 0.5) * (pair.raw.y - 0.5) * 4, pair.raw.y))
        }
        let solver = CalibrationSolver(pairs, screen: touches.screen, display: touches.display, panel: touches.panel)
        #expect { try solver.solve() } throws: { error in
            if case CalibrationRefusal.notLinear(let millimetres, isMeasured: true)? = error as? CalibrationRefusal { millimetres > 4 } else { false }
        }
    }

    @Test func `a touch that is 6 mm off is not left out as one that missed its cross`() {
        var touches = Touches(missed: [8: Point(6, 0)])
        #expect { try touches.solve() } throws: { error in
            if case CalibrationRefusal.notLinear? = error as? CalibrationRefusal { true } else { false }
        }
    }

    @Test func `numbers that are none are refused`() {
        var touches = Touches()
        var pairs = touches.pairs
        pairs[3].raw.x = .nan
        let solver = CalibrationSolver(pairs, screen: touches.screen, display: nil, panel: touches.panel)
        #expect(throws: CalibrationRefusal.notFinite) { try solver.solve() }
        touches.screen = Size(0, 100)
        let flat = CalibrationSolver(touches.pairs, screen: touches.screen, display: nil, panel: touches.panel)
        #expect(throws: CalibrationRefusal.notFinite) { try flat.solve() }
    }

    @Test func `each refusal says what to do`() {
        let all: [CalibrationRefusal] = [
            .notFinite, .tooFew(2), .tooClose, .onALine, .anotherPanel(["a"], wanted: "b"), .notFollowing, .wrongPoints([1]),
            .notLinear(millimetres: 5, isMeasured: false),
        ]
        #expect(Set(all.map(\.id)).count == all.count)
        #expect(all.allSatisfy { $0.description.hasSuffix(".") })
        #expect(all.last?.description.contains("misses a cross by about 5 mm") == true)
    }
}
