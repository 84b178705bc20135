import Support
import Testing

@testable import TouchCore

/// Random fingers under random rules for touches: observers see exactly what the oracle says, in order, and no touch stays down.
@Suite struct TouchRulesPropertyTests {
    private func rules(_ random: inout SeededRandom) -> TouchRules {
        var rules = TouchRules()
        if random(3) == 0 { rules.maximum = 1 + random(2) }
        if random(2) == 0 { rules.longPress = LongPressRule(after: Int64(1 + random(9)) * 50_000, action: random(2) == 0 ? .tap : .nothing) }
        if random(2) == 0 { rules.ignoreRepeat = Int64(1 + random(6)) * 50_000 }
        rules.isDoubleTapOne = random(2) == 0
        if random(2) == 0 { rules.steady = [5, 10, 12, 30][random(4)] }
        return rules.isEmpty ? self.rules(&random) : rules
    }

    /// Two surfaces side by side, and a region that covers a part of both.
    private func tree(_ rules: [TouchRules]) -> RegionTree {
        var windows = (0..<2).map {
            RegionSpec(id: "app\($0)", kind: .surface, geometry: RegionGeometry(frame: Rect(Double($0) * 100, 0, 100, 200)))
        }
        for index in windows.indices { windows[index].touches = rules[index] }
        var top = RegionSpec(id: "top", kind: .window, geometry: RegionGeometry(frame: Rect(80, 0, 40, 20)))
        top.isMultipleTouchEnabled = true
        return RegionTree([ScreenSpec(id: "s", size: Size(200, 200), windows: windows + [top])])
    }

    private func surface(at p: Point) -> Int? {
        guard (0..<200).contains(p.x), (0..<200).contains(p.y) else { return nil }
        if (80..<120).contains(p.x), p.y < 20 { return nil }
        return p.x < 100 ? 0 : 1
    }

    /// The next changes of random fingers. Places and times are multiples of 5 points and of 50 ms, so that distances and times that a rule names
    /// occur often.
    private func report(
        _ down: inout [(finger: Int, place: Point)?], _ count: inout Int, _ time: Int64, _ random: inout SeededRandom
    ) -> [(slot: Int, change: TouchRulesOracle.Change)] {
        var (ends, others): ([(Int, TouchRulesOracle.Change)], [(Int, TouchRulesOracle.Change)]) = ([], [])
        for slot in down.indices where random(3) == 0 {
            var isFree = down[slot] == nil
            if let (finger, place) = down[slot] {
                let step = random(4) == 0 ? 35 : 10
                let moved = Point(place.x + Double(random(2 * step / 5 + 1) * 5 - step), place.y + Double(random(3) * 5 - 5))
                if random(4) == 0 {
                    let isCancel = random(6) == 0
                    let at = random(3) == 0 ? moved : place
                    ends.append((slot, .init(finger: finger, time: time, phase: isCancel ? .cancelled : .ended, place: at)))
                    down[slot] = nil
                    isFree = random(4) == 0
                } else if moved != place {
                    others.append((slot, .init(finger: finger, time: time, phase: .moved, place: moved)))
                    down[slot]!.place = moved
                }
            }
            if isFree, random(2) == 0 {
                let place = Point(Double(random(9)) * 5 + (random(3) == 0 ? 70 : 20), Double(random(5)) * 5 + 10)
                down[slot] = (count, place)
                others.append((slot, .init(finger: count, time: time, phase: .began, place: place)))
                count += 1
            }
        }
        return ends + others
    }

    private func run(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var current = [rules(&random), rules(&random)]
        let pipeline = TouchPipeline(tree: tree(current))
        let kind = PanelKind.slots(4)
        let panel = pipeline.addPanel(
            "s-0", screen: 0, kind: kind, mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(200, 200)))
        var oracle = TouchRulesOracle()
        var down: [(finger: Int, place: Point)?] = Array(repeating: nil, count: 1 + random(4))
        var (count, time, lineTime): (Int, Int64, Int64) = (0, 0, .min)
        var seen: [TouchID: [(event: TouchRulesOracle.Event, earliest: Int64)]] = [:]
        var order: [TouchID] = []
        var verifier = StreamState()
        func see(_ output: inout FrameBuffer) {
            for frame in output where !frame.isEmpty {
                #expect(frame.time >= lineTime, "seed \(seed): a frame goes back in time")
                do { try verifier.apply(frame, panel: "s-0") } catch { Issue.record("seed \(seed): \(error)") }
                for event in frame.events where event.isForSurface {
                    if event.phase == .began { order.append(event.id) }
                    if (event.phase == .cancelled) != (event.reason != nil) { Issue.record("seed \(seed): \(event)") }
                    #expect(event.receiver == event.target)
                    seen[event.id, default: []].append((.init(phase: event.phase, place: event.location, time: event.timestamp), lineTime))
                }
                lineTime = frame.time
            }
            output.removeAll()
        }
        for step in 0..<201 {
            time += Int64([10, 10, 50, 50, 100, 350][random(6)]) * 1000
            if random(40) == 0 {
                current = [rules(&random), rules(&random)]
                var output = FrameBuffer()
                pipeline.advance(panel, to: time, into: &output)
                pipeline.replaceTree(tree(current), time: { _ in time }, into: &output)
                see(&output)
            }
            let lifts: [(slot: Int, change: TouchRulesOracle.Change)] = down.indices.compactMap { slot in
                down[slot].map { (slot, .init(finger: $0.finger, time: time, phase: .ended, place: $0.place)) }
            }
            let changes = step == 200 ? lifts : report(&down, &count, time, &random)
            for (_, change) in changes { oracle.handle(change, surface: surface(at:), rules: { current[$0] }) }
            var output = FrameBuffer()
            pipeline.handle(
                changes.map { slot, change in
                    ContactChange(slot: slot, phase: change.phase, reason: change.phase == .cancelled ? .palm : nil, location: change.place)
                }, panel: panel, at: time, into: &output)
            see(&output)
        }
        let isEmpty = verifier.isEmpty
        #expect(isEmpty, "seed \(seed): something stays down")
        #expect(pipeline.deadline(ofPanel: panel) == nil, "seed \(seed): something waits for ever")
        // Every touch is one finger of the oracle, with the same events; each comes at its own time, or at that of the last line before it.
        var left = oracle.reported
        for id in order {
            let events = seen[id]!
            let finger = left.first { _, expected in
                expected.count == events.count
                    && zip(expected, events).allSatisfy { expected, seen in
                        expected.phase == seen.event.phase && expected.place == seen.event.place
                            && seen.event.time == max(expected.time, seen.earliest)
                    }
            }
            guard let finger else {
                Issue.record("seed \(seed): nothing of \(events.map(\.event)) is expected; left are \(left.sorted { $0.key < $1.key })")
                return
            }
            left[finger.key] = nil
        }
        #expect(left.isEmpty, "seed \(seed): missing: \(left)")
    }

    @Test func `observers see of each finger exactly what the rules leave`() throws {
        for _ in 0..<rounds(60) { try run(seed: givenSeed ?? newSeed()) }
    }
}
