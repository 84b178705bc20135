// Compiled together with TouchCore's sources, as one module: how long RegionTree.hitTest takes, beside C over the same
// nodes and the same points. Prints ns a hit test; fails when the two disagree.
import Glibc

struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {  // splitmix64
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// Each region in four quarters, so many regions in all.
func bushy(_ count: Int, _ frame: Rect, _ id: inout Int) -> RegionSpec {
    id += 1
    var spec = RegionSpec(id: "r\(id)", kind: id == 1 ? .window : .view, geometry: RegionGeometry(frame: frame))
    let rest = count - 1
    for quarter in 0..<4 {
        let share = rest / 4 + (quarter < rest % 4 ? 1 : 0)
        if share == 0 { continue }
        let (w, h) = (frame.size.width / 2, frame.size.height / 2)
        spec.children.append(bushy(share, Rect(Double(quarter % 2) * w, Double(quarter / 2) * h, w, h), &id))
    }
    return spec
}

/// All regions side by side in one window.
func wide(_ count: Int, _ generator: inout Generator) -> RegionSpec {
    var spec = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
    for index in 1..<max(2, count) {
        let place = Point(.random(in: 0..<990, using: &generator), .random(in: 0..<990, using: &generator))
        spec.children.append(RegionSpec(id: "r\(index)", kind: .view, geometry: RegionGeometry(frame: Rect(place.x, place.y, 10, 10))))
    }
    return spec
}

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func measure(_ name: String, _ window: RegionSpec, points many: Int) {
    var generator = Generator(state: 1)
    let tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    let points = (0..<2 * many).map { _ in Double.random(in: 0..<1000, using: &generator) }
    var swift: [Double] = []
    var c: [Double] = []
    tree.nodes.withUnsafeBytes { raw in
        let nodes = raw.bindMemory(to: node.self)
        for _ in 0..<9 {
            var began = now()
            var sum = 0
            for index in 0..<many {
                sum = sum &* 31 &+ Int(tree.hitTest(Point(points[2 * index], points[2 * index + 1]), screen: 0) ?? -1)
            }
            swift.append((now() - began) / Double(many))
            began = now()
            let other = c_hit_tests(nodes.baseAddress, Int32(nodes.count), points, Int64(many))
            c.append((now() - began) / Double(many))
            guard sum == other else {
                print("hit-test: \(name): Swift and C disagree")
                exit(1)
            }
        }
    }
    swift.sort()
    c.sort()
    func column(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.utf8.count)) + text }
    func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    print(
        name + column("\(tree.records.count)", 30 - name.utf8.count) + column(number(swift[4]), 12) + column(number(c[4]), 12)
            + column("\((swift[4] / c[4] * 100).rounded() / 100)", 10))
}

precondition(MemoryLayout<RegionNode>.stride == MemoryLayout<node>.stride)
print("tree                   regions    touchd ns        C ns     ratio")
var generator = Generator(state: 7)
for count in [10, 1_000, 100_000] {
    var id = 0
    measure("four in each", bushy(count, Rect(0, 0, 1000, 1000), &id), points: 500_000)
}
for count in [10, 1_000, 100_000] {
    measure("side by side", wide(count, &generator), points: count > 1_000 ? 300 : 50_000)
}
