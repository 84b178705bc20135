import Glibc
import Wire

@testable import Server
@testable import TouchCore

/// A line of the input: its first byte selects the step, the rest its arguments.
enum Step {
    /// `0` to `3`: this client sends a line; `p0` to `p3`: a piece of one.
    case line(Int, [UInt8]), piece(Int, [UInt8])
    /// `r0` to `r3` and a number: this client reads as many bytes; without a number everything.
    case read(Int, atMost: Int)
    /// `d0` to `d3`: this client disconnects, and another one connects.
    case disconnect(Int)
    /// `f` and fingers: `0` to `4` and two characters for x and y put a finger down or move it; `a` to `e` lift it.
    case frame([Int: (x: Int32, y: Int32)?])
    /// `t` and a character: 8 ms pass this many times.
    case time(Int64)
    case nothing

    init(_ bytes: ArraySlice<UInt8>) {
        let rest = Array(bytes.dropFirst())
        func client(_ byte: UInt8?) -> Int? { byte.flatMap { (0x30...0x33).contains($0) ? Int($0 - 0x30) : nil } }
        switch (bytes.first, client(bytes.first), client(rest.first)) {
        case (_, let index?, _): self = .line(index, rest)
        case (UInt8(ascii: "p"), _, let index?): self = .piece(index, Array(rest.dropFirst()))
        case (UInt8(ascii: "r"), _, let index?): self = .read(index, atMost: rest.count > 1 ? Int(rest[1]) * 8 + 1 : 1 << 18)
        case (UInt8(ascii: "d"), _, let index?): self = .disconnect(index)
        case (UInt8(ascii: "f"), _, _): self = .frame(Self.fingers(rest))
        case (UInt8(ascii: "t"), _, _): self = .time(Int64(rest.first ?? 1) * 8000)
        default: self = .nothing
        }
    }

    private static func fingers(_ bytes: [UInt8]) -> [Int: (x: Int32, y: Int32)?] {
        var fingers: [Int: (x: Int32, y: Int32)?] = [:]
        var at = 0
        while at < bytes.count {
            switch bytes[at] {
            case 0x30...0x34 where at + 2 < bytes.count:
                // Letters and digits cover the screen.
                fingers[Int(bytes[at] - 0x30)] = (Int32(bytes[at + 1] & 127) * 8, Int32(bytes[at + 2] & 127) * 8)
                at += 2
            case 0x61...0x65: fingers[Int(bytes[at] - 0x61)] = .some(nil)
            default: break
            }
            at += 1
        }
        return fingers
    }
}

/// The daemon with its clients: the first two belong to a trusted user, the third to any user, and the fourth uses the admin socket.
final class Hall {
    private let stage: Stage
    private var clients: [TestClient] = []
    private var readers: [VerifyingReader] = []
    /// Whether the next reload sets the other tree.
    private var isOther = true

    init() {
        do { stage = try Stage(Hall.tree) } catch { fatalError("no stage: \(error)") }
        for index in 0..<4 {
            clients.append(connect(index))
            readers.append(VerifyingReader())
        }
    }

    private func connect(_ index: Int) -> TestClient {
        stage.connect(user: index == 2 ? 2000 : 1000, on: index == 3 ? .admin : .events)
    }

    /// A tree with a claim's fallback, an interceptor, gestures of which one asks, a slider, a switch, a scroll view, a sensitive region, and one
    /// that watches outside touches, with a keyboard.
    private static let tree = tree(isOther: false)
    /// The tree of every second reload: one region fewer, controls and gestures of the same names but other kinds, and another order.
    private static let otherTree = tree(isOther: true)

    private static func tree(isOther: Bool) -> RegionTree {
        func region(_ id: String, _ frame: Rect, kind: RegionKind = .view, _ children: [RegionSpec] = []) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
        }
        var a = region("a", Rect(0, 0, 400, 500))
        a.isMultipleTouchEnabled = true
        a.fallback = "spare"
        a.undecidedFor = 40_000
        var b = region("b", Rect(400, 0, 400, 500))
        b.isMultipleTouchEnabled = true
        var slide = GestureSpec(id: "slide", type: "pan")
        slide.cancelsTouchesInView = false
        var turn = GestureSpec(id: "turn", type: "rotation")
        turn.asks = [.shouldReceive, .shouldBegin]
        b.gestures = [slide, turn, GestureSpec(id: "tapped", type: isOther ? "longPress" : "tap")]
        var list = region("list", Rect(0, 500, 400, 500), kind: .scrollView, [region("row", Rect(0, 0, 400, 1500))])
        list.scroll!.contentSize = Size(400, 1500)
        let pad = {
            var pad = region("pad", Rect(400, 500, 300, 500), [region("key", Rect(0, 0, 150, 250), kind: .button)])
            pad.isSensitive = true
            pad.isMultipleTouchEnabled = true
            return pad
        }()
        var side = region("side", Rect(800, 0, 224, 500))
        side.watchesOutside = true
        let volume = region("volume", Rect(700, 500, 324, 250), kind: isOther ? .button : .slider)
        let light = region("light", Rect(700, 750, 324, 250), kind: isOther ? .slider : .switch)
        let spare = region("spare", Rect(5000, 0, 100, 100))
        var window = region("w", Rect(0, 0, 1024, 1024), kind: .window, [spare, a, b, list, pad, volume, light, side])
        if isOther { window.children = [light, volume, pad, list, b, a] }
        window.interceptors = [InterceptorSpec(id: "ic", insideOf: "a", verdict: .observe, maySteal: true)]
        return RegionTree([ScreenSpec(id: "s", size: Size(1024, 1024), windows: [window], keyboard: KeyboardRules(allow: [30, 42]))])
    }

    func perform(_ step: Step) {
        switch step {
        case .line(let index, let bytes): clients[index].send(bytes: bytes + [UInt8(ascii: "\n")])
        case .piece(let index, let bytes): clients[index].send(bytes: bytes)
        case .read(let index, let most): read(index, atMost: most)
        case .disconnect(let index):
            clients[index] = connect(index)
            readers[index] = VerifyingReader()
        case .frame(let fingers):
            stage.frame(fingers.filter { $0.value != nil || stage.isDown($0.key) })
            stage.advance()
        case .time(let time):
            stage.time += time
            stage.advance()
            if stage.hasPanel { _ = stage.publisher.advance(panel: stage.panel, to: stage.time) }
            stage.publisher.claimants.checkAcknowledgements()
            stage.publisher.backlog.check()
        case .nothing: return
        }
        if stage.reloads.isEmpty {
            stage.reloads = [isOther ? Hall.otherTree : Hall.tree]
            isOther.toggle()
        }
        stage.turn()
    }

    @discardableResult
    private func read(_ index: Int, atMost most: Int) -> Bool {
        let bytes = clients[index].receive(atMost: most)
        let known = readers[index].lines.count
        readers[index].read(bytes)
        if let flaw = readers[index].flaw { fatalError("client \(index): \(flaw)") }
        // A client without the right to claim owns nothing; edits may open the pad.
        if index == 2, stage.publisher.generation == 1 {
            for event in readers[index].lines[known...].flatMap(\.events) where event["event"]?.string != "sensitive" {
                for key in ["region", "target"] where ["pad", "key"].contains(event[key]?.string) {
                    fatalError("a stranger sees into the pad: \(event)")
                }
            }
        }
        return !bytes.isEmpty
    }

    /// Lifts all fingers, lets all time pass, and reads everything that waits.
    func close() {
        // Everything waiting for the client must be read, or its requests are not handled.
        while read(3, atMost: 1 << 18) { stage.turn() }
        clients[3].send(bytes: [UInt8(ascii: "\n")])
        for finger in stage.publisher.injections.all.map(\.number) {
            clients[3].send(bytes: Array("{\"type\":\"inject\",\"touches\":[{\"finger\":\(finger),\"phase\":\"ended\"}]}\n".utf8))
        }
        perform(.frame(Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, nil) })))
        for _ in 0..<10 { perform(.time(3_000_000)) }  // thrown views come to rest
        for index in clients.indices {
            // The client may have been disconnected because of unread lines; otherwise its unfinished line ends here.
            clients[index].send(bytes: Array("\n{\"type\":\"ping\",\"id\":\"the last\"}\n".utf8))
            stage.turn()
            while read(index, atMost: 1 << 18) { stage.turn() }
            if clients[index].isClosed { continue }
            let answer = readers[index].lines.last { $0.type == "pong" }
            if answer?["id"] != "the last" { fatalError("client \(index) is not answered") }
            if !readers[index].touchesDown.isEmpty { fatalError("client \(index): \(readers[index].touchesDown) never end") }
            for one in readers[index].inProgress { fatalError("client \(index): \(one.action.subject) never ends") }
            if !readers[index].rest.isEmpty { fatalError("client \(index): half a line") }
        }
        if stage.publisher.counters.violations > 0 { fatalError("violations") }
        stage.unplug()
        stage.publisher.close()
    }
}
