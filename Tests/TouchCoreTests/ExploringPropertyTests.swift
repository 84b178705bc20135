import Support
import Testing

@testable import TouchCore

/// Random fingers while profiles that explore are switched on and off at random moments, with rules of the glass and sensitive regions:
/// every stream keeps the grammar, nothing stays down, nothing waits for ever, and turns and times of lines never go back.
@Suite struct ExploringPropertyTests {
    private static let size = Size(600, 600)

    private static func tree(_ random: inout SeededRandom) -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ kind: RegionKind = .view, _ children: [RegionSpec] = [], role: AccessibilitySpec.Role? = nil)
            -> RegionSpec
        {
            var spec = RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
            spec.accessibility = AccessibilitySpec(label: id)
            spec.accessibility!.role = role
            return spec
        }
        var pad = region(
            "pad", Rect(0, 300, 300, 300), .view,
            [
                region("k1", Rect(0, 0, 100, 100), .button, role: .key), region("k2", Rect(120, 0, 100, 100)),
                region("dial", Rect(0, 200, 300, 40), .slider),
            ])
        pad.isSensitive = true
        var map = region("map", Rect(0, 200, 300, 100))
        map.accessibility!.isDirect = true
        var list = region(
            "list", Rect(300, 0, 300, 200), .scrollView,
            [region("row", Rect(0, 0, 300, 100), .button), region("low", Rect(0, 400, 300, 100), .label)])
        list.scroll!.contentSize = Size(300, 600)
        var window = region(
            "w", Rect(0, 0, 600, 600), .window,
            [
                region("key", Rect(0, 0, 150, 200), role: .key), region("ok", Rect(150, 0, 150, 200), .button), map, list,
                region("volume", Rect(300, 200, 300, 100), .slider), pad, region("app", Rect(300, 300, 300, 300), .surface),
            ])
        window.isMultipleTouchEnabled = true
        var profiles: [ProfileRule] = []
        for number in 0..<3 {
            var profile = ProfileRule(id: "p\(number)")
            if number < 2 || random(2) == 0 {
                var rule = ExploreRule()
                rule.wait = Int64(1 + random(5)) * 100_000
                rule.keys = random(2) == 0 ? .lift : .doubleTap
                if random(3) == 0 { rule.activate = [random(2) == 0 ? .doubleTap : .splitTap] }
                profile.explore = rule
            } else {
                profile.touches = TouchRules()
                profile.touches!.maximum = 1
            }
            if random(3) == 0 { profile.hide = ["ok"] }
            profile.stop = [random(2) == 0 ? .idle(2_000_000) : .corner(.topLeft, hold: 500_000)]
            if random(3) == 0 { profile.start = [.fingers(2, hold: 400_000)] }
            profiles.append(profile)
        }
        var kiosk = KioskRules()
        if random(3) == 0 { kiosk.edges = EdgeRules(distance: 30, travel: 60, within: 200_000) }
        if random(3) == 0 { kiosk.idle = [1_000_000] }
        var screen = ScreenSpec(id: "s", size: size, windows: [window], kiosk: kiosk)
        screen.accessibility = AccessibilityRules(profiles: profiles)
        return RegionTree([screen])
    }

    private func run(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pipeline = TouchPipeline(tree: Self.tree(&random))
        var rules = PanelRules()
        if random(4) == 0 { rules.stuckAfter = 1_500_000 }
        let kind = PanelKind.slots(4)
        let mapping = PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Self.size)
        let panel = pipeline.addPanel("s-0", screen: 0, kind: kind, mapping: mapping, rules: rules)
        pipeline.startScreens(at: 0)
        var verifier = StreamState()
        var (turn, lineTimes): (UInt64, [PanelID: Int64]) = (0, [:])
        var output = FrameBuffer()
        func see() {
            for frame in output where !frame.isEmpty {
                #expect(frame.time >= lineTimes[frame.panel] ?? .min, "seed \(seed): a frame goes back in time")
                lineTimes[frame.panel] = frame.time
                do { try verifier.apply(frame, panel: "\(frame.panel.slot)") } catch { Issue.record("seed \(seed): \(error)") }
            }
            output.removeAll()
            for notice in pipeline.removeNotices() {
                guard case .accessibility(let notice) = notice else { continue }
                switch notice.content {
                case .focus(_, let new, _), .navigate(_, let new, _), .explore(_, let new, _), .activate(_, let new, _):
                    #expect(new > turn || notice.audience != .accessible && new >= turn, "seed \(seed): a turn goes back")
                    turn = max(turn, new)
                default: break
                }
            }
        }
        if random(2) == 0 { pipeline.claim(["pad"], by: 3) }
        try pipeline.accessibility.setProfile("p0", isOn: true, screen: 0, at: 0, into: &output)
        var down: [Point?] = Array(repeating: nil, count: 3)
        var time: Int64 = 0
        for step in 0..<160 {
            time += Int64([5, 20, 60, 120, 300, 700][random(6)]) * 1000
            // Half of the time the deadlines come late, with the next event.
            if random(2) == 0 {
                while let due = [pipeline.screenDeadline, pipeline.deadline(ofPanel: panel)].compactMap({ $0 }).min(), due <= time {
                    pipeline.advance(panel, to: due, into: &output)
                    pipeline.advanceScreens(to: due, into: &output)
                    see()
                }
            }
            switch random(24) {
            case 0, 1:
                try pipeline.accessibility.setProfile("p\(random(3))", isOn: random(2) == 0, screen: 0, at: time, into: &output)
            case 2:
                var spec = pipeline.tree.spec(ofID: "key")!
                spec.hidden.toggle()
                try pipeline.edit([.set("key", spec)], time: { _ in time }, into: &output)
            case 3: pipeline.setMode(random(2) == 0 ? .locked : .normal, screen: 0, time: { _ in time }, into: &output)
            case 4:
                pipeline.cancelTouches(ofPanel: panel, reason: .deviceDisabled, time: time, into: &output)
            case 5:
                pipeline.accessibility.press(
                    KeypadKey("K", of: "k"), [.next, .previous, .activate, .increment][random(4)], screen: 0, at: time, into: &output)
            default:
                let slot = random(down.count)
                var changes: [ContactChange] = []
                if let place = down[slot] {
                    if random(3) == 0 {
                        down[slot] = nil
                        let isSeen = random(6) > 0
                        changes.append(ContactChange(slot: slot, phase: isSeen ? .ended : .cancelled, reason: isSeen ? nil : .palm, location: place))
                    } else {
                        let way = [8, 25, 90, 300][random(4)]
                        func step(_ value: Double) -> Double { min(max(value + Double(random(2 * way + 1) - way), 0), 599) }
                        let new = Point(step(place.x), step(place.y))
                        down[slot] = new
                        changes.append(ContactChange(slot: slot, phase: new == place ? .stationary : .moved, location: new))
                    }
                } else {
                    down[slot] = Point(Double(random(600)), Double(random(600)))
                    changes.append(ContactChange(slot: slot, phase: .began, location: down[slot]!))
                }
                pipeline.handle(changes, panel: panel, at: time, into: &output)
            }
            see()
            if step == 80, random(2) == 0 {
                for profile in 0..<3 { try? pipeline.accessibility.setProfile("p\(profile)", isOn: false, screen: 0, at: time, into: &output) }
            }
        }
        pipeline.setMode(.normal, screen: 0, time: { _ in time }, into: &output)
        for slot in down.indices where down[slot] != nil {
            time += 10_000
            pipeline.handle([ContactChange(slot: slot, phase: .ended, location: down[slot]!)], panel: panel, at: time, into: &output)
        }
        see()
        for _ in 0..<400 {
            guard let due = [pipeline.screenDeadline, pipeline.deadline(ofPanel: panel)].compactMap({ $0 }).min(), due <= time + 300_000_000 else {
                break
            }
            pipeline.advance(panel, to: due, into: &output)
            pipeline.advanceScreens(to: due, into: &output)
            see()
        }
        let isEmpty = verifier.isEmpty
        #expect(isEmpty, "seed \(seed): something stays down")
        let isTouched = pipeline.context.isTouched(0)
        #expect(!isTouched, "seed \(seed): a finger that explores stays down")
        #expect(pipeline.deadline(ofPanel: panel) == nil, "seed \(seed): something waits for ever")
        if let exploring = pipeline.accessibility.screens[0]?.exploring {
            #expect(exploring.groups.allSatisfy { $0.machine.isIdle && $0.passing == nil }, "seed \(seed): fingers explore for ever")
        }
    }

    /// Seeds with which there was a fault once: a lift that went past the gate, a step of the focus before a delayed begin that was due, and one in a
    /// scroll view that a finger scrolled.
    @Test(arguments: [9_443_157_514_514_257_724, 1_860_551_465_147_151_487, 2_092_426_735_926_027_789] as [UInt64])
    func `what was wrong once stays right`(seed: UInt64) throws { try run(seed: seed) }

    @Test func `random fingers and profiles keep the grammar, and nothing stays down`() throws {
        if let seed = givenSeed { return try run(seed: seed) }
        var seeds = SeededRandom()
        for _ in 0..<rounds(60) { try run(seed: seeds.next()) }
    }
}
