import Support

@testable import TouchCore

/// Random trees, and random edits of them.
struct RandomEdits {
    var random: SeededRandom
    private var count = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func name() -> String { "r\(random(60))" }

    private mutating func fresh() -> String {
        count += 1
        return random(12) == 0 ? name() : "n\(count)"
    }

    mutating func change(_ spec: inout RegionSpec) {
        spec.geometry = RegionGeometry(frame: Rect(Double(random(80)), Double(random(80)), Double(10 + random(150)), Double(10 + random(150))))
        spec.hidden = random(15) == 0
        spec.isSensitive = random(15) == 0
        spec.watchesOutside = random(15) == 0
        spec.behaviour = random(15) == 0 ? .dragSelf : nil
        spec.fallback = random(15) == 0 ? name() : nil
        spec.controller = random(8) == 0 ? "c\(random(20))" : nil
        spec.responds = [.consume, .forward, .none][random(3)]
        spec.hitTest =
            [nil, nil, nil, nil, .passThrough, .translucent, .absorb, .overflow, .redirect(to: name(), always: random(2) == 0)][random(9)]
        if spec.kind == .window, random(2) == 0 {
            spec.interceptors = [
                InterceptorSpec(id: "i\(random(20))", insideOf: name(), verdict: [.observe, .consume][random(2)], deliverTo: nil)
            ]
        }
        spec.gestures = random(4) == 0 ? [gesture()] : []
        // Readers refuse a list with duplicate ids.
        if !spec.gestures.isEmpty, random(2) == 0, case let other = gesture(), other.id != spec.gestures[0].id { spec.gestures.append(other) }
    }

    private mutating func gesture() -> GestureSpec {
        var gesture = GestureSpec(id: "g\(random(40))", type: ["tap", "pan", "longPress"][random(3)])
        if random(3) == 0 { gesture.requireToFail = ["g\(random(40))"] }
        if random(3) == 0 { gesture.simultaneousWith = ["g\(random(40))"] }
        if random(3) == 0 { gesture.shouldReceiveNot = [name()] }
        return gesture
    }

    mutating func region(_ depth: Int, id: String? = nil) -> RegionSpec {
        let kind: RegionKind = random(6) == 0 ? .scrollView : random(6) == 0 ? .slider : .view
        var spec = RegionSpec(id: id ?? fresh(), kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
        change(&spec)
        let children = depth > 3 ? 0 : random(10) == 0 ? 14 + random(6) : random(4)
        spec.children = (0..<children).map { _ in region(depth + 1) }
        return spec
    }

    /// Screens with empty windows: edits refuse ids in use, while a tree being built does not.
    mutating func screens() -> [ScreenSpec] {
        ["s", "t"].map { id in
            let windows = (0..<(1 + random(3))).map { number in
                RegionSpec(id: "\(id)\(number)", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 200, 200)))
            }
            return ScreenSpec(
                id: id, size: Size(200, 200), windows: windows, controllers: random(2) == 0 ? ["application": .consume, "c1": .forward] : [:])
        }
    }

    /// An edit that is nearly always possible.
    mutating func edit(_ tree: RegionTree) -> TreeEdit {
        let regions = tree.directory.regions
        let id = random(30) == 0 || regions.isEmpty ? "nobody" : tree[regions[random(regions.count)]].id
        let other = random(20) == 0 || regions.isEmpty ? ["s", "t"][random(2)] : tree[regions[random(regions.count)]].id
        let index = random(3) == 0 ? nil : random(6) - 1
        switch random(8) {
        case 0, 1: return .add(region(2), to: other, index: index)
        case 2: return .remove(id)
        case 3: return .move(id, to: other, index: index)
        case 4: return .bringToFront(id)
        case 5: return .sendToBack(id)
        default:
            guard var spec = tree.spec(ofID: id) else { return .remove(id) }
            if random(2) == 0 { change(&spec) } else { spec.geometry.center.x += 3 }
            if random(6) == 0 { spec.level = Double(random(3)) }
            return .set(id, spec)
        }
    }
}
