import Logging

@testable import TouchdClient
@testable import touchd_tuio

/// Arbitrary lines from touchd: the library's items follow the grammar, and the bundles of TUIO that follow from them are whole: each fits a packet,
/// has numbers only, and names no cursor without a place.
///
/// Each line of the input is a line of touchd. An empty one ends the connection, and `t` and a character let time pass.
func fuzzCursors(_ bytes: [UInt8]) {
    var receiver = TUIOReceiver()
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) { receiver.receive(Array(line)) }
    receiver.close()
}

private struct TUIOReceiver {
    private var stream = LineStream(name: "fuzz", treeChanges: true)
    private var cursors = CursorTable(sessions: RisingNumber(wallClock: 1), now: 0)
    private var surface = Surface.screen(width: 1000, height: 500)
    private var now: Int64 = 0
    /// The touches that the items say are down, with their receivers.
    private var down: Set<Receiver> = []
    /// The cursors that have had a place.
    private var placed: Set<Int32> = []

    private struct Receiver: Hashable {
        var touch: UInt64
        var region: String?
    }

    init() {
        _ = stream.remembered("subscribe", ["regions": ["**"]])
        feed(StandIn.hello)
    }

    mutating func receive(_ line: [UInt8]) {
        if line.isEmpty { return reconnect() }
        if line.count == 2, line[0] == UInt8(ascii: "t") {
            now += Int64(line[1]) * 10_000
            if let bundles = cursors.tick(now: now) { check(bundles) }
            if cursors.due <= now { fatalError("due at \(cursors.due), after everything was sent at \(now)") }
            return
        }
        feed(line)
    }

    private mutating func feed(_ line: [UInt8]) {
        stream.feed(line + [10])
        do throws(TouchdError) {
            while true {
                let items = try stream.next()
                for item in items { handle(item) }
                if items.isEmpty { break }
            }
        } catch { return reconnect() }
        if stream.isOver { reconnect() }
    }

    private mutating func reconnect() {
        for item in stream.lost() { handle(item) }
        if !down.isEmpty { fatalError("touches outlive the connection: \(down)") }
        stream.reset()
        if cursors.cursors.isEmpty == false { check(cursors.clear(now: now)) }
        stream.feed(StandIn.hello + [10])
        do { for item in try stream.next() { handle(item) } } catch { fatalError("\(error)") }
    }

    private mutating func handle(_ item: Item) {
        switch item {
        case .frame(let frame): handle(frame)
        case .snapshot(let snapshot): use(snapshot.regions)
        case .tree(_, let regions), .changed(_, let regions): use(regions)
        default: break
        }
    }

    private mutating func use(_ regions: [Region]) { if let region = regions.first { surface = .region(region) } }

    private mutating func handle(_ frame: Frame) {
        let touches = frame.events.compactMap { event in if case .touch(let touch) = event { touch } else { nil } }
        for touch in touches {
            let receiver = Receiver(touch: touch.id, region: touch.region)
            if touch.phase == .began {
                if !down.insert(receiver).inserted { fatalError("touch \(touch.id) begins twice") }
            } else if !down.contains(receiver) {
                fatalError("touch \(touch.id) goes on without a begin")
            } else if touch.phase.isOver {
                down.remove(receiver)
            }
        }
        if touches.isEmpty { return }
        if let bundles = cursors.apply(touches, at: frame.time, on: surface, now: now) { check(bundles) }
    }

    mutating func close() {
        reconnect()
        if !cursors.cursors.isEmpty { fatalError("cursors without touches: \(cursors.cursors)") }
    }

    // MARK: Bundles

    private mutating func check(_ bundles: [BundleContent]) {
        for content in bundles {
            let bytes = Bundle.encode(content, source: "fuzz@machine", number: 7)
            // More fingers than any panel has.
            if bytes.count > Bundle.bytesMax, content.alive.count < 100 { fatalError("a bundle of \(bytes.count) bytes") }
            check(bytes)
            placed.formUnion(content.sets.map(\.session))
            if let unknown = content.alive.first(where: { !placed.contains($0) }) { fatalError("cursor \(unknown) has no place") }
        }
    }

    /// Reads a bundle as a receiver does.
    private func check(_ bytes: [UInt8]) {
        guard bytes.starts(with: Array("#bundle\0".utf8)), bytes.count >= 16 else { fatalError("no bundle") }
        var rest = bytes[16...]
        while !rest.isEmpty {
            let size = Int(Self.integer(&rest))
            guard size > 0, size % 4 == 0, size <= rest.count else { fatalError("a message of \(size) bytes, of \(rest.count)") }
            var message = rest.prefix(size)
            rest = rest.dropFirst(size)
            guard Self.text(&message) == Bundle.profile else { fatalError("another profile") }
            for type in Self.text(&message).unicodeScalars.dropFirst() {
                switch type {
                case "s": _ = Self.text(&message)
                case "i": _ = Self.integer(&message)
                case "f":
                    let number = Float(bitPattern: UInt32(bitPattern: Self.integer(&message)))
                    if !number.isFinite { fatalError("a receiver gets \(number)") }
                default: fatalError("a type \(type)")
                }
            }
            if !message.isEmpty { fatalError("bytes that no type stands for") }
        }
    }

    private static func integer(_ rest: inout ArraySlice<UInt8>) -> Int32 {
        if rest.count < 4 { fatalError("a bundle that ends too soon") }
        defer { rest = rest.dropFirst(4) }
        return Int32(bitPattern: rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String {
        guard let end = rest.firstIndex(of: 0) else { fatalError("a text that does not end") }
        let text = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = rest.dropFirst((end - rest.startIndex) / 4 * 4 + 4)
        return text
    }
}
