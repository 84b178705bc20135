import Support
import Testing

@testable import TouchCore

/// Random recognizers with random relations, up to ten fingers: whatever comes, the streams keep their grammar and all
/// recognizers come to an end.
@Suite struct GesturePropertyTests {
    private func value(of property: GestureProperty, _ random: inout SeededRandom) -> GestureSpec.Value {
        switch property.kind {
        case .count(let least): .number(Double(least + random(3)))
        case .seconds: .number(Double(random(8)) / 10)
        case .points: .number(Double(random(30)))
        case .radians, .ratio: .number(Double(random(30)) / 10)
        case .words(let words), .mask(let words): .words(words.filter { _ in random(2) == 0 })
        }
    }

    /// What one file's gestures have in common.
    private func defaults(_ random: inout SeededRandom) -> GestureDefaults {
        var defaults = GestureDefaults()
        for type in GestureTable.types where random(2) == 0 {
            for property in type.properties where random(4) == 0 {
                defaults.values[type.name, default: [:]][property.name] = value(of: property, &random)
            }
        }
        return defaults
    }

    /// A tree of regions three deep, with recognizers, controls and scroll views in them.
    private func tree(_ random: inout SeededRandom) -> RegionTree {
        var ids: [String] = []
        func gesture(_ random: inout SeededRandom) -> GestureSpec {
            let type = GestureTable.types[random(GestureTable.types.count)]
            var spec = GestureSpec(id: "g\(ids.count)", type: type.name)
            ids.append(spec.id)
            spec.isEnabled = random(12) > 0
            spec.cancelsTouchesInView = random(4) > 0
            spec.delaysTouchesBegan = random(4) == 0
            spec.delaysTouchesEnded = random(3) > 0
            spec.shouldBegin = random(12) > 0
            for property in type.properties where random(4) == 0 { spec.properties[property.name] = value(of: property, &random) }
            if type.name == "edge" { spec.properties["edges"] = .words(["all"]) }
            // Forwards and backwards, circles included: a tree leaves those out.
            for _ in 0..<random(3) { spec.requireToFail.append("g\(random(20))") }
            for _ in 0..<random(3) { spec.simultaneousWith.append("g\(random(20))") }
            if random(6) == 0 { spec.shouldReceiveNot.append("r\(random(8))") }
            return spec
        }
        var regions = 0
        func region(_ depth: Int, _ random: inout SeededRandom) -> RegionSpec {
            let kinds: [RegionKind] = [.view, .view, .button, .scrollView]
            let kind = depth == 0 ? .window : kinds[random(kinds.count)]
            let side = 1000.0 / Double(1 << depth)
            let place = depth == 0 ? 0 : Double(random(3)) * side / 2
            var spec = RegionSpec(
                id: "r\(regions)", kind: kind, geometry: RegionGeometry(frame: Rect(place, Double(random(2)) * place, side, side)))
            regions += 1
            spec.isMultipleTouchEnabled = random(2) == 0
            spec.isExclusiveTouch = random(8) == 0
            if random(6) == 0 { spec.responds = .forward }
            spec.scroll?.contentSize = Size(Double(random(3)) * 1000, Double(random(3)) * 1000)
            spec.scroll?.delaysContentTouches = random(2) == 0
            spec.gestures = (0..<random(4)).map { _ in gesture(&random) }
            if depth < 3 { spec.children = (0..<(1 + random(2))).map { _ in region(depth + 1, &random) } }
            return spec
        }
        let window = region(0, &random)
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])], gestureDefaults: defaults(&random))
    }

    /// What comes of random fingers, as text; all that must hold is checked on the way.
    private func run(seed: UInt64) -> [String] {
        var random = SeededRandom(seed: seed)
        var pipeline = TouchPipeline(tree: tree(&random))
        let kind = PanelKind.slots(10)
        let panel = pipeline.addPanel(
            "p", screen: 0, kind: kind,
            mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)))
        var lines: [String] = []
        var verifier = StreamVerifier()
        func note(_ pipeline: borrowing TouchPipeline) {
            let frame = pipeline.frame
            for event in frame.events {
                do { try verifier.check(event.id, event.phase, receiver: event.receiver, reason: event.reason) } catch {
                    Issue.record("seed \(seed): \(error)")
                }
                lines.append("\(frame.time) \(event.id.rawValue) \(event.phase) \(event.receiver ?? -1) \(event.local)")
            }
            do { try verifier.check(actionsOf: frame, panel: "p") } catch { Issue.record("seed \(seed): \(error)") }
            for case .gesture(let action) in frame.actions {
                action.values.forEach { key, value in
                    let numbers: [Double] =
                        switch value {
                        case .point(let p): [p.x, p.y]
                        case .number(let number): [number]
                        case .word: []
                        }
                    let areFinite = numbers.allSatisfy(\.isFinite)
                    #expect(areFinite, "seed \(seed): \(key) is \(numbers)")
                }
            }
            lines += frame.actions.map { "\(frame.time) \($0)" }
        }
        var places: [Point?] = Array(repeating: nil, count: 10)
        var time: Int64 = 1_000_000
        for _ in 0..<150 {
            time += [1000, 8000, 16000, 200_000, 700_000][random(5)]
            while pipeline.advance(panel, to: time) { note(pipeline) }
            var endings: [ContactChange] = []
            var others: [ContactChange] = []
            for slot in places.indices where random(3) == 0 {
                guard let place = places[slot] else {
                    if random(3) > 0 { continue }
                    places[slot] = Point(Double(random(1000)), Double(random(1000)))
                    others.append(ContactChange(slot: slot, phase: .began, location: places[slot]))
                    continue
                }
                if random(4) == 0 {
                    let isCancel = random(6) == 0
                    endings.append(
                        ContactChange(slot: slot, phase: isCancel ? .cancelled : .ended, reason: isCancel ? .palm : nil, location: place))
                    places[slot] = nil
                } else {
                    let reach = [6, 40, 300][random(3)]
                    places[slot] = Point(place.x + Double(random(reach) - reach / 2), place.y + Double(random(reach) - reach / 2))
                    others.append(ContactChange(slot: slot, phase: .moved, location: places[slot]))
                }
            }
            pipeline.handle(endings + others, panel: panel, at: time)
            note(pipeline)
        }
        let rest = places.indices.filter { places[$0] != nil }
        pipeline.handle(rest.map { ContactChange(slot: $0, phase: .ended, location: places[$0]) }, panel: panel, at: time + 1000)
        note(pipeline)
        while pipeline.advance(panel, to: time + 10_000_000) { note(pipeline) }
        let left = pipeline.panels[panel]!
        #expect(!left.isRecognizing && !left.isWithholding && left.lifted.isEmpty, "seed \(seed): something goes on")
        #expect(pipeline.deadline(ofPanel: panel) == nil, "seed \(seed): something is waited for")
        #expect(verifier.touchesDown.isEmpty && verifier.gestures.inProgress.isEmpty, "seed \(seed): something has no end")
        #expect(pipeline.controls.isEmpty, "seed \(seed): a control goes on tracking")
        return lines
    }

    @Test func `whatever fingers do, every gesture and every touch comes to an end`() {
        var random = SeededRandom()
        for _ in 0..<60 {
            let seed = random.next()
            let lines = run(seed: seed)
            #expect(lines == run(seed: seed), "seed \(seed): not the same twice")
        }
    }
}
