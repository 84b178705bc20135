import Foundation
import Support
import Testing
@testable import TouchCore

/// Compares the pipeline with the model in arbitrary trees under arbitrary touches, edits and clients.
///
/// `TOUCHD_MODEL_SEED` starts at the seed that a failure printed, `TOUCHD_MODEL_CASES` sets the number of cases, and `TOUCHD_MODEL_TRACE` prints each
/// case's seed before it runs, in case the pipeline traps.
@Suite struct RoutingModelTests {
    private static func number(_ variable: String) -> UInt64? { ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } }

    @Test func `whatever happens, the pipeline does what the rules say`() {
        let seed = Self.number("TOUCHD_MODEL_SEED") ?? newSeed() & 0xffff_ffff
        let traces = Self.number("TOUCHD_MODEL_TRACE") != nil
        print("TOUCHD_MODEL_SEED=\(seed)")
        for seed in seed..<(seed + (Self.number("TOUCHD_MODEL_CASES") ?? 2000)) {
            if traces { print("case \(seed)") }
            guard let failed = Self.firstFailure(seed) else { continue }
            let short = Self.shrunk(failed)
            Issue.record("TOUCHD_MODEL_SEED=\(seed)\n\(short)\n  \(Self.difference(short) ?? "does not fail again")")
            return
        }
    }

    /// Makes a case step by step. Returns it up to the step that failed, or nil.
    private static func firstFailure(_ seed: UInt64) -> RoutingCase? {
        var generator = RoutingGenerator(seed: seed)
        var made = RoutingCase(screens: generator.screens())
        var play = RoutingPlay(made.screens)
        for _ in 0..<25 {
            let (pause, step) = (generator.pause(), generator.step(play))
            made.steps.append((pause, step))
            if play.perform(step, after: pause) != nil { return made }
        }
        return nil
    }

    private static func difference(_ made: RoutingCase) -> String? {
        var play = RoutingPlay(made.screens)
        for (pause, step) in made.steps {
            if let difference = play.perform(step, after: pause) { return difference }
        }
        return nil
    }

    /// The case without all parts that the failure does not need.
    private static func shrunk(_ made: RoutingCase) -> RoutingCase {
        var made = made
        var isShorter = true
        func attempt(_ change: (inout RoutingCase) -> Void) {
            var shorter = made
            change(&shorter)
            if difference(shorter) != nil { (made, isShorter) = (shorter, true) }
        }
        while isShorter {
            isShorter = false
            for index in made.steps.indices.reversed() {
                attempt { $0.steps.remove(at: index) }
            }
            for index in made.steps.indices {
                guard case .frame(let panel, let fingers) = made.steps[index].1, fingers.count > 1 else { continue }
                for finger in fingers.indices {
                    var fewer = fingers
                    fewer.remove(at: finger)
                    attempt { $0.steps[index].1 = .frame(panel: panel, fingers: fewer) }
                }
            }
            for id in ModelTree(made.screens).all.map(\.id) {
                if let fewer = try? ModelTree(made.screens).edited([.remove(id)]) { attempt { $0.screens = fewer.specs } }
            }
            for region in ModelTree(made.screens).all {
                for change in Self.simplifications {
                    var spec = region.spec
                    change(&spec)
                    guard spec != region.spec, let simpler = try? ModelTree(made.screens).edited([.set(spec.id, spec)]) else { continue }
                    attempt { $0.screens = simpler.specs }
                }
            }
        }
        return made
    }

    private static let simplifications: [@Sendable (inout RegionSpec) -> Void] = [
        { $0 = RegionSpec(id: $0.id, kind: $0.kind, geometry: $0.geometry) },
        { $0.geometry = RegionGeometry(frame: Rect(0, 0, 100, 100)) }, { $0.geometry.transform = .identity }, { $0.hidden = false },
        { $0.alpha = 1 }, { $0.isUserInteractionEnabled = true }, { $0.clipsToBounds = false }, { $0.isMultipleTouchEnabled = false },
        { $0.isExclusiveTouch = false }, { $0.hitInsets = .zero }, { $0.shape = nil }, { $0.hitTest = nil }, { $0.responds = .consume },
        { $0.controller = nil }, { $0.behaviour = nil }, { $0.watchesOutside = false }, { $0.undecidedFor = nil }, { $0.fallback = nil },
        { $0.level = 0 }, { $0.interceptors = Array($0.interceptors.dropLast()) }, { $0.interceptors = Array($0.interceptors.dropFirst()) },
    ]
}
