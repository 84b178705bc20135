import Support
@testable import TouchCore

/// Makes small trees with many features, and steps that make sense in them.
struct RoutingGenerator {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func below(_ n: Int) -> Int { random(n) }
    private mutating func one(in n: Int) -> Bool { below(n) == 0 }
    private mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
    private mutating func list<T>(upTo n: Int, _ make: (inout Self) -> T) -> [T] {
        let count = below(n + 1)
        return (0..<count).map { _ in make(&self) }
    }

    // MARK: Trees

    mutating func screens(regions: Int = 10) -> [ScreenSpec] {
        var names = Names()
        var left = regions
        func windows(_ generator: inout Self, _ most: Int) -> [RegionSpec] {
            (0..<most).compactMap { _ in left > 0 ? generator.region(0, &names, &left) : nil }
        }
        let first = windows(&self, 1 + below(3))
        var screens = [
            ScreenSpec(id: "s0", size: Size(100, 100), windows: first),
            ScreenSpec(id: "s1", size: Size(100, 100), windows: windows(&self, below(2))),
        ]
        for id in ["c0", "c1", "c2"] where one(in: 2) { screens[0].controllers[id] = responds() }
        for id in ["application", "delegate"] where one(in: 3) { screens[below(2)].controllers[id] = responds() }
        return screens
    }

    /// The ids in use; now and then one is used for another kind of receiver than usual.
    struct Names { var taken: Set<String> = [] }

    private mutating func name(_ letter: String, _ names: inout Names) -> String {
        let letter = one(in: 25) ? pick(["r", "i", "c"]) : letter
        var number = below(4)
        while !names.taken.insert("\(letter)\(number)").inserted { number += 1 }
        return "\(letter)\(number)"
    }

    private mutating func anyRegion() -> String { one(in: 25) ? pick(["i0", "c0", "nobody"]) : "r\(below(10))" }

    private mutating func responds() -> Responds { pick([.consume, .consume, .forward, .none]) }

    private mutating func region(_ depth: Int, _ names: inout Names, _ left: inout Int) -> RegionSpec {
        left -= 1
        var spec = RegionSpec(id: name("r", &names), kind: one(in: 8) ? .surface : depth == 0 ? .window : .view, geometry: geometry(depth))
        vary(&spec, depth, &names)
        if depth < 4 {
            for _ in 0..<below(5) where left > 0 { spec.children.append(region(depth + 1, &names, &left)) }
        }
        return spec
    }

    private mutating func geometry(_ depth: Int) -> RegionGeometry {
        let size = Size(Double(below(70)), Double(below(70)))
        if depth == 0 && !one(in: 4) { return RegionGeometry(frame: Rect(0, 0, 100, 100)) }
        let frame = Rect(Double(below(50)) - 10, Double(below(50)) - 10, size.width + 10, size.height + 10)
        let isScrolled = one(in: 5)
        let origin = Point(isScrolled ? Double(below(9)) : 0, isScrolled ? Double(below(9)) : 0)
        var geometry = RegionGeometry(frame: frame, boundsOrigin: origin)
        guard one(in: 5) else { return geometry }
        // All but the last are exact in binary, edges included.
        geometry.transform = pick([
            AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 4, ty: 0), .scale(2, 2),
            .scale(0.5, 0.5), AffineTransform(a: 0.8, b: 0.7, c: -0.7, d: 0.9, tx: 0.1234567, ty: 0.7654321),
        ])
        return geometry
    }

    private mutating func vary(_ spec: inout RegionSpec, _ depth: Int, _ names: inout Names) {
        spec.hidden = one(in: 15)
        spec.alpha = one(in: 15) ? 0.01 : 0.02
        spec.isUserInteractionEnabled = !one(in: 15)
        spec.clipsToBounds = one(in: 2)
        spec.isMultipleTouchEnabled = one(in: 2)
        spec.isExclusiveTouch = one(in: 8)
        if one(in: 6) { spec.hitInsets = Insets(top: -5, left: 3, bottom: -8, right: one(in: 4) ? 80 : 0) }
        spec.hitTest = one(in: 20) ? .redirect(to: spec.id, always: !one(in: 4)) : override()
        if one(in: 8) {
            spec.shape = pick([
                .ellipse, .roundedRectangle(radius: 12),
                .polygon([Point(0, 0), Point(40, 0), Point(0, 40), Point(40, 40), Point(20, -10)]),
            ])
        }
        spec.responds = one(in: 2) ? .consume : responds()
        if one(in: 7) { spec.controller = name("c", &names) }
        if one(in: 6) { spec.behaviour = .dragSelf }
        spec.watchesOutside = one(in: 8)
        if one(in: 4) { spec.undecidedFor = Int64(1 + below(20)) * 10_000 }
        if one(in: 7) { spec.fallback = anyRegion() }
        if depth == 0 {
            spec.level = Double(below(2))
            spec.interceptors = list(upTo: 3) { $0.interceptor(&names) }
        }
    }

    private mutating func override() -> HitTestOverride? {
        switch below(24) {
        case 0, 1: .passThrough
        case 2: .ignore
        case 3: .absorb
        case 4, 5: .overflow
        case 6, 7, 8: .translucent
        case 9: .redirect(to: anyRegion(), always: one(in: 3))
        default: nil
        }
    }

    private mutating func interceptor(_ names: inout Names) -> InterceptorSpec {
        let verdict: InterceptorSpec.Verdict = pick([.observe, .observe, .observe, .consume, .redirect])
        let to = verdict == .redirect || (verdict == .consume && one(in: 2)) ? anyRegion() : nil
        return InterceptorSpec(
            id: name("i", &names), insideOf: anyRegion(), verdict: verdict, deliverTo: to, maySteal: !one(in: 3))
    }

    // MARK: Steps

    mutating func pause() -> Int64 { pick([0, 5_000, 10_000, 10_000, 20_000, 60_000, 150_000, 400_000]) }

    mutating func step(_ play: borrowing RoutingPlay) -> RoutingStep {
        switch below(100) {
        case 0..<60: return frame(play)
        case 60..<72: return .edit(edits(play))
        case 72..<80: return .steal(touches(play), by: thief(play))
        case 80..<87: return .letGo(touches(play), by: thief(play))
        case 87..<89: return .abandon(list(upTo: 2) { $0.anyReceiver(play) })
        case 89..<92: return .claim(Set(list(upTo: 12) { $0.one(in: 2) ? "r\($0.below(10))" : "i\($0.below(10))" }))
        case 92..<94: return .replace(screens())
        case 94..<96: return .cancel(panel: below(RoutingPlay.screenOfPanel.count))
        default: return .pass
        }
    }

    private mutating func frame(_ play: borrowing RoutingPlay) -> RoutingStep {
        let panel = pick([0, 0, 0, 0, 1, 2])
        let contacts = play.contacts[panel]
        var fingers: [(slot: Int, isUp: Bool, at: Point)] = []
        for slot in 0..<RoutingPlay.slots {
            if let last = contacts[slot] {
                let delta = Point(Double(below(41) - 20), Double(below(41) - 20))
                switch below(4) {
                case 0: fingers.append((slot, true, one(in: 2) ? last : last + delta))
                case 1: continue
                default: fingers.append((slot, false, last + delta))
                }
            } else if one(in: 3) {
                fingers.append((slot, false, Point(Double(below(100)), Double(below(100)))))
            }
        }
        return .frame(panel: panel, fingers: fingers)
    }

    private mutating func touches(_ play: borrowing RoutingPlay) -> [UInt64] {
        let model = play.model
        let live = (model.touches + model.lifted).filter { touch in touch.told.contains { $0.hasPrefix("i") } }
        let ids = live.map { $0.id - TouchID.first.rawValue }
        let most = model.nextID - TouchID.first.rawValue + 1
        return (0..<(one(in: 3) ? 2 : 1)).map { _ in ids.isEmpty || one(in: 10) ? UInt64(below(Int(most))) : pick(ids) }
    }

    private mutating func thief(_ play: borrowing RoutingPlay) -> String {
        let tree = play.model.tree
        let seeing = (play.model.touches + play.model.lifted).flatMap { $0.deciders + $0.told }.filter { tree.interceptor($0) != nil }
        if !seeing.isEmpty && !one(in: 10) { return pick(seeing) }
        return "i\(below(4))"
    }

    private mutating func anyReceiver(_ play: borrowing RoutingPlay) -> String {
        let known = (play.model.touches + play.model.lifted).flatMap { $0.told + $0.waiting }
        return known.isEmpty || one(in: 4) ? anyRegion() : pick(known)
    }

    private mutating func edits(_ play: borrowing RoutingPlay) -> [TreeEdit] {
        let tree = play.model.tree
        let there = tree.all.map(\.id)
        let regions = there.isEmpty ? ["r0"] : there
        return (0..<(one(in: 3) ? 2 : 1)).map { _ in
            let id = one(in: 20) ? anyRegion() : pick(regions)
            let place = one(in: 8) ? pick(["s0", "s1"]) : pick(regions)
            let index: Int? = one(in: 2) ? nil : below(4) - 1
            switch below(12) {
            case 0, 1: return .remove(id)
            case 2, 3:
                var names = Names(taken: one(in: 6) ? [] : Set(regions))
                var left = 2
                return .add(region(place.hasPrefix("s") ? 0 : 1, &names, &left), to: place, index: index)
            case 4, 5: return .move(id, to: place, index: index)
            case 6: return .bringToFront(id)
            case 7: return .sendToBack(id)
            default:
                var spec = tree.region(id)?.spec ?? RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
                change(&spec, isWindow: tree.region(id)?.parent == nil)
                return .set(id, spec)
            }
        }
    }

    private mutating func change(_ spec: inout RegionSpec, isWindow: Bool) {
        var other = spec
        var names = Names()
        vary(&other, isWindow ? 0 : 1, &names)
        switch below(12) {
        case 0: spec.hidden.toggle()
        case 1: spec.geometry = geometry(1)
        case 2: spec.hitTest = other.hitTest
        case 3: spec.isMultipleTouchEnabled.toggle()
        case 4: spec.isExclusiveTouch.toggle()
        case 5: spec.responds = other.responds
        case 6: spec.controller = other.controller
        case 7: if isWindow { spec.interceptors = other.interceptors }
        case 8: if isWindow { spec.interceptors = Array(spec.interceptors.dropLast()) }
        case 9: spec.level = other.level
        case 10: spec.undecidedFor = other.undecidedFor
        default:
            other.controller = spec.controller
            other.interceptors = spec.interceptors
            spec = other
        }
    }
}
