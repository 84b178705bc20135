// Compiled together with TouchCore's sources, as one module: the time of RegionTree.hitTest, compared with C over the same nodes and the same points.
// Prints ns per hit test; fails if the two disagree.
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

/// `count` regions in total, each divided into four quarters.
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

func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = []) -> RegionSpec {
    RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: frame), children: children)
}

func window(_ children: [RegionSpec]) -> RegionSpec {
    RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: children)
}

/// Regions of 10 × 10 points at random places of one window.
func wide(_ count: Int) -> RegionSpec {
    var generator = Generator(state: 7)
    return window(
        (1..<max(2, count)).map {
            region("r\($0)", Rect(.random(in: 0..<990, using: &generator), .random(in: 0..<990, using: &generator), 10, 10))
        })
}

/// Regions like those of `wide`, but nine in ten are in a hundredth of the window.
func crowded(_ count: Int) -> RegionSpec {
    var generator = Generator(state: 7)
    return window(
        (1..<max(2, count)).map {
            let side = $0 % 10 == 0 ? 998.0 : 98
            return region("r\($0)", Rect(.random(in: 0..<side, using: &generator), .random(in: 0..<side, using: &generator), 2, 2))
        })
}

/// Nested rows of regions side by side; `fan` is the number of children on each level.
func tiles(_ fan: [Int], _ size: Double, _ id: String) -> [RegionSpec] {
    guard let count = fan.first else { return [] }
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let side = size / Double(columns)
    return (0..<count).map {
        let frame = Rect(Double($0 % columns) * side, Double($0 / columns) * side, side, side)
        return region("\(id)-\($0)", frame, tiles(Array(fan.dropFirst()), side, "\(id)-\($0)"))
    }
}

/// Rows of a table, one below the other.
func rows(_ count: Int) -> RegionSpec {
    let height = 1000 / Double(count)
    return window((1..<count).map { region("r\($0)", Rect(0, Double($0 - 1) * height, 1000, height)) })
}

/// Nested regions, each a little smaller than its parent.
func chain(_ count: Int) -> RegionSpec {
    var inner: [RegionSpec] = []
    for level in (1..<count).reversed() {
        let side = 1000 - Double(level) * 500 / Double(count)
        inner = [region("r\(level)", Rect(0, 0, side, side), inner)]
    }
    return window(inner)
}

/// The thread's own time in ns, which excludes the machine's other work.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
func left(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.utf8.count)) }
func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.utf8.count)) + text }
func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

/// - Parameter few: The number of points used for the walks without the index.
func measure(_ name: String, _ window: RegionSpec, few: Int = 50_000) {
    var generator = Generator(state: 1)
    let many = 200_000
    let tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    var plain = tree
    plain.withoutIndex()
    let points = (0..<2 * many).map { _ in Double.random(in: 0..<1000, using: &generator) }
    func ask(_ tree: borrowing RegionTree, _ count: Int) -> (ns: Double, sum: Int) {
        let began = now()
        var sum = 0
        for index in 0..<count {
            sum = sum &* 31 &+ Int(tree.hitTest(Point(points[2 * index], points[2 * index + 1]), screen: 0)?.slot ?? -1)
        }
        return ((now() - began) / Double(count), sum)
    }
    var (touchd, walk, c): ([Double], [Double], [Double]) = ([], [], [])
    tree.hitTester.nodes.withUnsafeBytes { raw in
        let nodes = raw.bindMemory(to: node.self)
        for _ in 0..<9 {
            touchd.append(ask(tree, many).ns)
            let brute = ask(plain, few)
            walk.append(brute.ns)
            let began = now()
            let other = c_hit_tests(nodes.baseAddress, points, Int64(few))
            c.append((now() - began) / Double(few))
            guard brute.sum == other, ask(tree, few).sum == other else {
                print("hit-test: \(name): touchd and C disagree")
                exit(1)
            }
        }
    }
    var builds: [Double] = []
    for _ in 0..<3 {
        let began = now()
        plain.refreshIndex()
        builds.append((now() - began) / 1e6)
        plain.withoutIndex()
    }
    print(
        left(name, 18) + right("\(tree.regionCount)", 10) + right(number(median(touchd)), 12) + right(number(median(walk)), 12)
            + right(number(median(c)), 12) + right(number(median(builds)), 12) + right("\(tree.hitTester.index.size / 1024)", 12))
}

extension RegionTree {
    /// Makes all grids stale, so that every hit test checks the regions one by one.
    mutating func withoutIndex() {
        for id in directory.regions where hitTester.nodes[id.slot].flags.grid != 0 {
            if let child = directory.children(of: id).first(where: { _ in true }) { move(child, by: Point(0, 0)) }
        }
    }
}

extension HitIndex {
    /// The size in bytes.
    var size: Int { words.count * 4 + entries.count * MemoryLayout<Entry>.stride }
}

precondition(MemoryLayout<RegionNode>.stride == MemoryLayout<node>.stride)
print("tree                 regions   touchd ns     walk ns        C ns    index ms   index KiB")
for count in [10, 1_000, 100_000] {
    var id = 0
    measure("four in each", bushy(count, Rect(0, 0, 1000, 1000), &id))
}
for count in [10, 1_000, 100_000] { measure("side by side", wide(count), few: count > 1_000 ? 300 : 20_000) }
for count in [1_000, 100_000] { measure("in rows", rows(count), few: count > 1_000 ? 300 : 20_000) }
for fan in [[32, 32], [300, 300], [1000, 100], [100, 1000]] {
    measure("\(fan[1]) in each of \(fan[0])", window(tiles(fan, 1000, "r")), few: 5_000)
}
measure("tiles", window(tiles([100_000], 1000, "r")), few: 300)
for count in [1_000, 100_000] { measure("crowded", crowded(count), few: count > 1_000 ? 300 : 20_000) }
measure("chain", chain(1_000), few: 5_000)
