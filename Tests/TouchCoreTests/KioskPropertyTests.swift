import Support
import Testing

@testable import TouchCore

/// Random fingers under random screen rules: streams stay valid, each contact reaches its receiver completely or not at all, and no touch stays down.
@Suite struct KioskPropertyTests {
    private func tree(_ kiosk: KioskRules) -> RegionTree {
        let app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        var top = RegionSpec(id: "top", kind: .window, geometry: RegionGeometry(frame: Rect(300, 300, 400, 400)))
        top.isMultipleTouchEnabled = true
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [app, top], kiosk: kiosk)])
    }

    private func rules(_ random: inout SeededRandom) -> KioskRules {
        var rules = KioskRules()
        if random(3) > 0 {
            rules.edges = EdgeRules(
                sides: Set(EdgeRules.Side.allCases.filter { _ in random(2) == 0 }), distance: Double(10 + random(400)),
                travel: Double(20 + random(300)), within: Int64(1 + random(60)) * 10_000)
        }
        for (number, corner) in StaffRule.Corner.allCases.enumerated() where random(2) == 0 {
            rules.staff.append(
                StaffRule(
                    id: "staff\(number)", corner: corner, size: Double(50 + random(500)), taps: 1 + random(4),
                    hold: Int64(1 + random(30)) * 50_000))
        }
        for number in 0..<random(4) {
            let form: KioskGestureRule.Form
            switch random(3) {
            case 0:
                let from = random(3) == 0 ? nil : ScreenSide.allCases[random(4)]
                form = .swipe(
                    KioskGestureRule.Swipe(
                        KioskGestureRule.Direction.allCases[random(4)], from: from, distance: Double(10 + random(400)),
                        travel: Double(20 + random(300)), within: Int64(1 + random(60)) * 10_000))
            case 1: form = .corner(StaffRule.Corner.allCases[random(4)], size: Double(50 + random(500)), hold: Int64(1 + random(30)) * 50_000)
            default: form = .rest(hold: Int64(1 + random(30)) * 50_000)
            }
            var fingers = 1 + random(3)
            if case .corner = form { fingers = 1 }
            rules.gestures.append(KioskGestureRule(id: "gesture\(number)", form, fingers: fingers))
        }
        if random(2) == 0 { rules.wake = WakeRule(grace: Int64(random(300)) * 1000) }
        if random(2) == 0 { rules.cleaning = CleaningRule(holdToLeave: Int64(1 + random(10)) * 100_000) }
        if random(2) == 0 { rules.idle = [100_000, 500_000] }
        return rules
    }

    /// The result of random fingers.
    private struct Run {
        /// Each contact's begin, moves and lift, with times and places.
        var contacts: [[(time: Int64, at: Point)]] = []
        /// The places of each touch, as delivered to its receiver.
        var touches: [TouchID: [Point]] = [:]
        var notices: [KioskNotice] = []
        var text = ""
    }

    private func run(
        seed: UInt64, _ kiosk: KioskRules, oneFinger: Bool, acts: Bool, cancels: Bool
    ) throws -> Run {
        var random = SeededRandom(seed: seed)
        let pipeline = TouchPipeline(tree: tree(kiosk))
        let kind = PanelKind.slots(5)
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)))
        pipeline.startScreens(at: 0)
        var fingers = RandomFingers(oneFinger ? 1 : 5, oneIn: 2, liftsOneIn: 6, cancelsOneIn: cancels ? 6 : 1_000_000)
        var run = Run()
        var open: [Int: Int] = [:]
        var verifier = StreamState()
        var (time, last): (Int64, Int64) = (0, .min)
        func see(_ output: inout FrameBuffer) throws {
            for frame in output {
                #expect(frame.time >= last, "seed \(seed): a frame goes back in time")
                last = frame.time
                do { try verifier.apply(frame, panel: "s-0") } catch { Issue.record("seed \(seed): \(error)") }
                for event in frame.events {
                    run.touches[event.id, default: []].append(event.location)
                    run.text += "\(frame.time) \(event.id.rawValue) \(event.phase) \(event.timestamp)\n"
                }
            }
            output.removeAll()
        }
        func step(_ changes: [ContactChange], _ pipeline: TouchPipeline) throws {
            for change in changes {
                if change.phase == .began {
                    open[change.slot] = run.contacts.count
                    run.contacts.append([])
                }
                if let contact = open[change.slot] { run.contacts[contact].append((time, change.location!)) }
            }
            var output = FrameBuffer()
            pipeline.handle(changes, panel: panel, at: time, into: &output)
            try see(&output)
            run.notices += pipeline.removeNotices()
        }
        for _ in 0..<300 {
            // Two may have the same time, because the kernel's state after a drop has that of the last report.
            time += Int64([8, 8, 8, 0, 300, 900][random(6)]) * 1000
            if acts, random(30) == 0 {
                var output = FrameBuffer()
                switch random(3) {
                case 0: pipeline.setDisplay(DisplayState.allCases[random(3)], isTold: random(2) == 0, screen: 0)
                case 1:
                    pipeline.setMode(
                        ScreenMode.allCases[random(3)], until: random(2) == 0 ? time + 700_000 : .max, screen: 0, time: { _ in time },
                        into: &output)
                default: pipeline.replaceTree(tree(rules(&random)), time: { _ in time }, into: &output)
                }
                try see(&output)
            }
            try step(fingers.next(&random), pipeline)
        }
        time += 8000
        try step(fingers.lifts, pipeline)
        var output = FrameBuffer()
        pipeline.advance(panel, to: time + 10_000_000, into: &output)
        pipeline.advanceScreens(to: time + 10_000_000)
        try see(&output)
        run.notices += pipeline.removeNotices()
        #expect(verifier.isEmpty, "seed \(seed): something stays down")
        #expect(pipeline.touchCount(ofPanel: panel) == 0, "seed \(seed)")
        #expect(pipeline.deadline(ofPanel: panel) == nil, "seed \(seed): something waits for ever")
        return run
    }

    @Test func `whatever the rules and whoever changes them, streams keep their grammar and nothing stays down`() throws {
        for _ in 0..<rounds(150) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            let rules = rules(&random)
            let first = try run(seed: seed, rules, oneFinger: random(2) == 0, acts: true, cancels: true)
            random = SeededRandom(seed: seed)
            _ = self.rules(&random)
            let second = try run(seed: seed, rules, oneFinger: random(2) == 0, acts: true, cancels: true)
            #expect(first.text == second.text && first.notices == second.notices, "seed \(seed): it is not determined")
        }
    }

    @Test func `a contact reaches its receiver whole, or nobody hears of it`() throws {
        var (all, kept) = (0, 0)
        for _ in 0..<rounds(150) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            var rules = rules(&random)
            rules.wake = nil
            let run = try run(seed: seed, rules, oneFinger: random(2) == 0, acts: false, cancels: false)
            let whole = Set(run.contacts.map { $0.map(\.at) })
            for (id, places) in run.touches { #expect(whole.contains(places), "seed \(seed): touch \(id.rawValue) is not all of a contact") }
            #expect(run.touches.count <= run.contacts.count)
            all += run.contacts.count
            kept += run.contacts.count - run.touches.count
        }
        #expect(all > kept && kept > 0, "nothing was ever kept back, or all")
    }

    @Test func `noise, palms and stuck fingers are no activity (cases 197, 198)`() {
        var kiosk = KioskRules()
        kiosk.idle = [2_000_000]
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window], kiosk: kiosk)]))
        let description = Script.tenSlots
        let kind = PanelKind(description)
        var rules = PanelRules()
        rules.stuckAfter = 5_000_000
        rules.filters = FilterRules()
        rules.filters?.minimumTap = 50_000
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: description, kind: kind, screen: Size(1000, 1000)), rules: rules)
        pipeline.startScreens(at: 0)
        var output = FrameBuffer()
        func report(_ time: Int64, _ events: [(UInt16, Int32)], _ pipeline: TouchPipeline) {
            for (code, value) in events {
                _ = pipeline.handle(InputEvent(time: time, type: EventType.abs, code: code, value: value), panel: panel, into: &output)
            }
            _ = pipeline.handle(InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0), panel: panel, into: &output)
        }
        func down(_ x: Int32) -> [(UInt16, Int32)] {
            [(AbsCode.mtTrackingID, x), (AbsCode.mtPositionX, x), (AbsCode.mtPositionY, 5), (AbsCode.mtToolType, 0)]
        }
        let up: [(UInt16, Int32)] = [(AbsCode.mtTrackingID, -1)]
        var idle: Int64? { pipeline.screenStates[0].idle }
        var lastTouch: Int64? { pipeline.screenStates[0].lastTouch }
        // A tap that is too short is noise.
        report(1_000_000, down(100), pipeline)
        report(1_010_000, up, pipeline)
        #expect(lastTouch == nil)
        pipeline.advanceScreens(to: 2_100_000)
        #expect(idle == 2_000_000)
        // A finger that becomes a palm counts as active until then; its end does not.
        report(3_000_000, down(200), pipeline)
        report(3_100_000, [(AbsCode.mtPositionX, 250)], pipeline)
        #expect(idle == nil && lastTouch == 3_100_000)
        report(4_000_000, [(AbsCode.mtToolType, 2)], pipeline)
        #expect(lastTouch == 3_100_000)
        report(4_100_000, up, pipeline)
        pipeline.advanceScreens(to: 5_200_000)
        #expect(idle == 2_000_000)
        // A stuck finger counts as activity until it is recognized; then idleness counts from its last report.
        report(10_000_000, down(300), pipeline)
        report(10_100_000, [(AbsCode.mtPositionX, 350)], pipeline)
        pipeline.advanceScreens(to: 14_000_000)
        #expect(idle == nil)
        pipeline.advance(panel, to: 15_200_000, into: &output)
        #expect(pipeline.touchCount(ofPanel: panel) == 0)
        pipeline.advanceScreens(to: 15_200_000)
        #expect(idle == 2_000_000 && lastTouch == 10_100_000)
    }

    @Test func `a staff corner goes where the screen's corner goes`() {
        func tree(width: Double) -> RegionTree {
            var kiosk = KioskRules()
            kiosk.staff = [StaffRule(id: "staff", corner: .topRight, size: 100, taps: 1, hold: 500_000)]
            let app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, width, 1000)))
            return RegionTree([ScreenSpec(id: "s", size: Size(width, 1000), windows: [app], kiosk: kiosk)])
        }
        let pipeline = TouchPipeline(tree: tree(width: 1000))
        let kind = PanelKind.slots(2)
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)))
        var output = FrameBuffer()
        func hold(_ x: Double, _ time: Int64, _ pipeline: TouchPipeline) -> [KioskNotice] {
            let at = Point(x, 10)
            pipeline.handle([ContactChange(slot: 0, phase: .began, location: at)], panel: panel, at: time, into: &output)
            pipeline.advance(panel, to: time + 900_000, into: &output)
            pipeline.handle([ContactChange(slot: 0, phase: .ended, location: at)], panel: panel, at: time + 900_000, into: &output)
            return pipeline.removeNotices()
        }
        func isStaff(_ notice: KioskNotice) -> Bool { if case .staff = notice { true } else { false } }
        #expect(hold(950, 1_000_000, pipeline).contains(where: isStaff))
        pipeline.replaceTree(tree(width: 2000), time: { _ in 3_000_000 }, into: &output)
        #expect(!hold(950, 4_000_000, pipeline).contains(where: isStaff))
        #expect(hold(1950, 6_000_000, pipeline).contains(where: isStaff))
    }

    @Test func `a finger that is let go after it has lifted ends, though another one is in its way`() {
        var kiosk = KioskRules()
        kiosk.edges = EdgeRules(within: 100_000)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window], kiosk: kiosk)]))
        let description = Script.tenSlots
        let kind = PanelKind(description)
        var rules = PanelRules()
        rules.filters = FilterRules()
        rules.filters?.bridge = FilterRules.Nearness(time: 1_000_000, distance: 10)
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: description, kind: kind, screen: Size(1000, 1000)), rules: rules)
        var output = FrameBuffer()
        func report(_ time: Int64, slot: Int32, _ events: [(UInt16, Int32)], _ pipeline: TouchPipeline) {
            for (code, value) in [(AbsCode.mtSlot, slot)] + events {
                _ = pipeline.handle(InputEvent(time: time, type: EventType.abs, code: code, value: value), panel: panel, into: &output)
            }
            _ = pipeline.handle(InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0), panel: panel, into: &output)
        }
        report(1_000_000, slot: 0, [(AbsCode.mtTrackingID, 1), (AbsCode.mtPositionX, 500), (AbsCode.mtPositionY, 500)], pipeline)
        report(1_010_000, slot: 1, [(AbsCode.mtTrackingID, 2), (AbsCode.mtPositionX, 5), (AbsCode.mtPositionY, 500)], pipeline)
        // The filter waits for the contact to return, but the edge rule ends it before that.
        report(1_050_000, slot: 1, [(AbsCode.mtTrackingID, -1)], pipeline)
        pipeline.advance(panel, to: 5_000_000, into: &output)
        #expect(pipeline.touchCount(ofPanel: panel) == 1)
        report(6_000_000, slot: 0, [(AbsCode.mtTrackingID, -1)], pipeline)
        pipeline.advance(panel, to: 9_000_000, into: &output)
        #expect(pipeline.touchCount(ofPanel: panel) == 0)
    }

    @Test func `only contacts that begin at an edge and travel inwards in time are kept back`() throws {
        for _ in 0..<rounds(150) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            var rules = KioskRules()
            repeat { rules.edges = self.rules(&random).edges } while rules.edges == nil
            let edges = rules.edges!
            let run = try run(seed: seed, rules, oneFinger: random(2) == 0, acts: false, cancels: false)
            func isSwipe(_ contact: [(time: Int64, at: Point)]) -> Bool {
                let start = contact[0].at
                func inwards(_ side: EdgeRules.Side, _ p: Point) -> Double? {
                    switch side {
                    case .left: start.x < edges.distance ? p.x - start.x : nil
                    case .right: start.x >= 1000 - edges.distance ? start.x - p.x : nil
                    case .top: start.y < edges.distance ? p.y - start.y : nil
                    case .bottom: start.y >= 1000 - edges.distance ? start.y - p.y : nil
                    }
                }
                return contact.contains { sample in
                    sample.time - contact[0].time <= edges.within
                        && edges.sides.contains { inwards($0, sample.at).map { $0 >= edges.travel } ?? false }
                }
            }
            let expected = run.contacts.filter { !isSwipe($0) }.map { $0.map(\.at) }
            #expect(Set(expected) == Set(run.touches.values), "seed \(seed)")
            #expect(expected.count == run.touches.count, "seed \(seed)")
        }
    }
}
