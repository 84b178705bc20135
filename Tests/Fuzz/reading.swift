import AccessibilityClient
import CLibsystemd
import Glibc
import Wire

@testable import touchd_read

/// Arbitrary lines of touchd and arbitrary answers of applications over AT-SPI: the reader never asks without end, is never due without work, and
/// each of its requests is one that touchd reads.
///
/// Each line of the input is a step; see `ReadKiosk.perform`.
func fuzzReading(_ bytes: [UInt8]) {
    let kiosk = ReadKiosk()
    for step in steps(bytes) { kiosk.perform(step.what, step.rest) }
    kiosk.close()
}

private final class ReadKiosk {
    private static let settings = ReadSettings()

    private let touchd = StandIn()
    private var link: AccessibilityLink!
    private var reader = Reader(settings)
    private var now: Int64 = 1_000_000
    /// The calls without an answer.
    private var calls: [(id: Int, query: Query)] = []
    private var seed: UInt32 = 1

    init() {
        let program = AccessibilityLink.Program(
            "touchd-read", loss: "cannot answer touchd", connected: .readConnected, unreachable: .readUnreachable, unusable: .readUnusable)
        link = AccessibilityLink(StandIn.path, program, regions: Self.settings.patterns) { [unowned self] message in
            for line in KioskLine.lines(message) { reader.handle(line, now) }
        } handleLoss: { [unowned self] in
            reader.handleLostTouchd()
        }
        connect()
        reader.handleBus()
    }

    private func connect() {
        link.tick(now)
        guard touchd.accept() else { return }
        touchd.send(StandIn.hello + [10])
        link.transfer(now)
    }

    /// `l` and a line: touchd sends it; `m`: a piece of one. `a` and an answer (`Answers`): the oldest call is answered; `b`: the newest. `A` and a
    /// character: an application answers all calls, as its number says. `t` and a character: time passes. `x`: touchd ends the connection; `y`: the
    /// bus. `v` and a message of D-Bus: it is read as each kind of answer.
    func perform(_ what: Unicode.Scalar, _ rest: [UInt8]) {
        switch what {
        case "l": touchd.send(rest + [10])
        case "m": touchd.send(rest)
        case "a": answer(calls.isEmpty ? nil : calls.removeFirst()) { Answers.read(rest) }
        case "b": answer(calls.popLast()) { Answers.read(rest) }
        case "A":
            seed = UInt32(rest.first ?? 1)
            answerAll()
        case "t": now += Int64(rest.first ?? 1) * 8_000
        case "x": touchd.disconnect()
        case "y":
            reader.handleLostBus()
            calls = []
            reader.handleBus()
        case "v": readMessage(rest)
        default: return
        }
        link.transfer(now)
        connect()
        advance()
        checkRequests()
    }

    private func answer(_ call: (id: Int, query: Query)?, _ answer: () -> Answer) {
        if let call { perform(reader.receive(answer(), to: call.id, now)) }
    }

    /// Answers until no call is left, as an application whose objects have endless children, or lie in a circle.
    private func answerAll() {
        var left = 20_000
        while !calls.isEmpty {
            left -= 1
            if left == 0 { fatalError("a question that asks without end") }
            let call = calls.removeFirst()
            answer(call) { Answers.made(call.query, seed) }
            advance()
        }
    }

    private func advance() {
        perform(reader.advance(now))
        if reader.callCount > 640 { fatalError("\(reader.callCount) calls wait") }
        // After everything due is done, the next deadline lies ahead.
        if reader.deadline <= now { fatalError("due at \(reader.deadline), after everything was done at \(now)") }
    }

    private func perform(_ steps: [ReaderStep]) {
        for step in steps {
            switch step {
            case .ask(let id, let query):
                calls.append((id, query))
            case .request(let type, let members): link.request(type, members)
            case .logSlow(let name), .logWrong(let name, _): if name.utf8.count > 8192 { fatalError("a name of \(name.utf8.count) bytes") }
            }
        }
        if calls.count > 640 + 64 { fatalError("\(calls.count) calls") }
    }

    /// touchd reads each line that the program sends.
    private func checkRequests() {
        for line in touchd.receive().split(separator: 10) {
            do throws(RequestError) { _ = try Request.parse(Array(line)) } catch {
                fatalError("touchd refuses \(String(decoding: line, as: UTF8.self)): \(error.message)")
            }
        }
    }

    /// Lets all time pass: then nothing waits.
    func close() {
        for call in calls { perform(reader.receive(.late, to: call.id, now)) }
        calls = []
        now += 10_000_000
        advance()
        now += 10_000_000
        advance()
    }

    // MARK: Messages of D-Bus

    private static let bus = {
        var ends: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
        var bus: OpaquePointer?
        sd_bus_new(&bus)
        sd_bus_set_fd(bus, ends[0], ends[0])
        if sd_bus_start(bus) < 0 { fatalError("no bus") }
        return Bus(pointer: bus!)
    }()
    /// The bus is used in one thread.
    private struct Bus: @unchecked Sendable { let pointer: OpaquePointer }

    /// Reads a message as each kind of answer. A wrong type is refused, and lists and texts have a bound.
    private func readMessage(_ bytes: [UInt8]) {
        var message: OpaquePointer?
        guard sd_bus_message_new_signal(Self.bus.pointer, &message, "/a", "a.b", "C") >= 0, let message else { fatalError("no message") }
        defer { sd_bus_message_unref(message) }
        var writer = MessageWriter(message: message, bytes: bytes[...])
        writer.writeAny()
        guard sd_bus_message_seal(message, 1, 0) >= 0 else { return }
        let reply = BusReply(message: message)
        func read<Value>(_ body: (BusReply) throws -> Value) -> Value? {
            sd_bus_message_rewind(message, 1)
            return try? body(reply)
        }
        let texts = [read { try $0.text() }, read { try $0.textProperty() }].compactMap(\.self) + (read { try $0.actionNames() } ?? [])
        if texts.count > 66 || texts.contains(where: { $0.utf8.count > 3 * 4096 }) { fatalError("a text without a bound") }
        let objects = (read { try $0.objects(from: "b") } ?? []) + (read { try $0.related(2, from: "b") } ?? [])
        if objects.count > 64 || objects.contains(where: { $0.path.isEmpty || $0.bus.isEmpty }) { fatalError("no objects: \(objects)") }
        _ = (read { try $0.number() }, read { try $0.unsigned() }, read { try $0.flag() }, read { try $0.states() })
        _ = (read { try $0.object(from: "b") }, read { try $0.numberProperty() }, read { try $0.objectProperty(from: "b") })
        if let box = read({ try $0.box() }) ?? nil, box.width <= 0 || box.height <= 0 { fatalError("no box: \(box)") }
        if let number = read({ try $0.realProperty() }) ?? nil, !number.isFinite { fatalError("no number: \(number)") }
        _ = reply.isError
    }
}

/// Reads answers from bytes, and makes those of an application.
private struct Answers {
    private var bytes: ArraySlice<UInt8>

    private init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    static func read(_ bytes: [UInt8]) -> Answer {
        var answers = Answers(bytes)
        return answers.next() ?? .none
    }

    private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }
    private mutating func text() -> String {
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number that is mostly small.
    private mutating func number() -> Double {
        switch byte() {
        case UInt8(ascii: "!"): .nan
        case UInt8(ascii: "\""): .infinity
        case UInt8(ascii: "#"): -.greatestFiniteMagnitude
        case UInt8(ascii: "$"): Double(Int32.max)
        case UInt8(ascii: "%"): Double(Int32.min)
        case let byte: Double(byte) * 4 - 256
        }
    }

    private static func object(_ number: UInt32) -> ObjectReference {
        ObjectReference(bus: ":1.\(number & 3)", path: number == 127 ? ObjectReference.nullPath : "/\(number)")
    }

    private mutating func next() -> Answer? {
        switch byte() {
        case UInt8(ascii: "n"): return Answer.none
        case UInt8(ascii: "l"): return .late
        case UInt8(ascii: "w"): return .wrong(text())
        case UInt8(ascii: "o"): return .objects(bytes.prefix(64).map { Self.object(UInt32($0)) })
        case UInt8(ascii: "i"): return .number(Int(clamping: Int64(bytes.prefix(4).reduce(0) { $0 << 8 | Int32($1) })))
        case UInt8(ascii: "s"): return .text(text())
        case UInt8(ascii: "T"): return .texts(text().split(separator: ",").map(String.init))
        case UInt8(ascii: "r"): return .range(ValueRange(current: number(), minimum: number(), maximum: number(), increment: number()))
        case UInt8(ascii: "d"): return .done
        case UInt8(ascii: "N"):
            var node = AccessibleNode()
            node.role = AccessibleRole(rawValue: UInt32(byte()))
            for _ in 0..<3 { node.states.insert(AccessibleStates(rawValue: 1 << UInt64(byte() & 63))) }
            node.states.insert([.visible, .showing])
            node.childCount = Int(byte())
            let parent = byte()
            node.parent = parent == 0 ? nil : Self.object(UInt32(parent))
            let (width, height) = (number(), number())
            // `BusReply.box` has refused all others.
            if width > 0, height > 0, width.isFinite, height.isFinite {
                node.extents = Box(x: Double(byte()), y: Double(byte()), width: width, height: height)
            }
            node.name = text()
            return .node(node)
        default: return nil
        }
    }

    /// Returns the answer of an application that is made by a number: how many children its objects have, and which.
    static func made(_ query: Query, _ seed: UInt32) -> Answer {
        let id = UInt32(query.target.path.dropFirst()) ?? 0
        let hash = (id &+ seed) &* 2_654_435_761 >> 24
        switch query {
        case .applications: return .objects([object(seed & 63), object(seed & 63 &+ 1)])
        case .look, .lookAgain:
            var node = AccessibleNode()
            let roles: [UInt32] = [43, 23, 85, 51, 79, 40, 83, 116, 7, 88]
            node.role = AccessibleRole(rawValue: roles[Int(hash) % roles.count])
            node.states = [.visible, .enabled, .sensitive]
            if hash & 3 != 0 { node.states.insert(.showing) }
            if hash & 1 != 0 { node.states.insert(.active) }
            node.childCount = Int(seed & 4 != 0 ? 300 : hash % 5)
            node.parent = id == 0 ? nil : object(seed & 8 != 0 ? hash : id / 4)
            node.extents = Box(x: 0, y: 0, width: Double(hash) + 1, height: 250)
            if hash & 2 != 0 { node.name = "n\(id)" }
            return .node(node)
        case .child(_, let index): return .objects([object(seed & 16 != 0 ? hash : (id &* 4 &+ UInt32(truncatingIfNeeded: index) &+ 1) & 0xffff)])
        case .index: return .number(Int(id & 3) - 1)
        case .atPoint: return hash & 1 == 0 ? Answer.none : .objects([object((id &* 4 &+ 1) & 0xffff)])
        case .description: return .text("d\(id)")
        case .text: return .text("t")
        case .range: return .range(ValueRange(current: 1, minimum: 0, maximum: Double(hash), increment: 0))
        case .actions: return .texts(hash & 1 == 0 ? [] : ["click", "increment"])
        case .labels, .labelled: return .objects([object(hash)])
        case .scroll, .act, .setValue: return hash & 4 == 0 ? .done : Answer.none
        }
    }
}

/// Writes a message with any of the types of AT-SPI's answers, or another one, with any values.
private struct MessageWriter {
    let message: OpaquePointer
    var bytes: ArraySlice<UInt8>

    private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func integer() -> Int32 {
        let choice = byte()
        return choice == 0xff ? .max : choice == 0xfe ? .min : Int32(choice) - 8
    }

    private mutating func append<Value>(_ type: Unicode.Scalar, _ value: Value) {
        _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(message, Int8(type.value), $0) }
    }

    /// Appends a text. sd-bus refuses one that is not UTF-8, and a path that is none.
    private mutating func appendText(_ type: Unicode.Scalar) {
        let count = Int(byte())
        // Some are longer than the bound.
        var text = Array(bytes.prefix(count).filter { $0 != 0 })
        if count == 0xf0 { text = [UInt8](repeating: 0x61, count: 5000) }
        bytes = bytes.dropFirst(count)
        if type == "o" { text = Array("/".utf8) + text.filter { (0x61...0x7a).contains($0) } }
        (text + [0]).withUnsafeBufferPointer { _ = sd_bus_message_append_basic(message, Int8(type.value), $0.baseAddress) }
    }

    private mutating func container(_ type: Unicode.Scalar, _ contents: String, _ body: (inout MessageWriter) -> Void) {
        guard sd_bus_message_open_container(message, Int8(type.value), contents) >= 0 else { return }
        body(&self)
        sd_bus_message_close_container(message)
    }

    private mutating func writeObject() {
        container("r", "so") {
            $0.appendText("s")
            $0.appendText("o")
        }
    }

    private mutating func writeArray(_ contents: String, _ item: (inout MessageWriter) -> Void) {
        container("a", contents) { writer in for _ in 0..<min(writer.byte(), 100) { item(&writer) } }
    }

    mutating func writeAny() {
        switch byte() % 14 {
        case 0: append("i", integer())
        case 1: append("u", integer())
        case 2: append("b", Int32(byte() & 1))
        case 3: appendText("s")
        case 4: writeObject()
        case 5: writeArray("(so)") { $0.writeObject() }
        case 6: writeArray("u") { $0.append("u", $0.integer()) }
        case 7: container("r", "iiii") { writer in for _ in 0..<4 { writer.append("i", writer.integer()) } }
        case 8: writeArray("(sss)") { $0.container("r", "sss") { writer in for _ in 0..<3 { writer.appendText("s") } } }
        case 9:
            writeArray("(ua(so))") {
                $0.container("r", "ua(so)") {
                    $0.append("u", UInt32($0.byte() & 3))
                    $0.writeArray("(so)") { $0.writeObject() }
                }
            }
        case 10:
            let choice = byte() % 4
            container("v", ["s", "i", "d", "(so)"][Int(choice)]) { writer in
                switch choice {
                case 0: writer.appendText("s")
                case 1: writer.append("i", writer.integer())
                case 2: writer.append("d", [0.5, .nan, .infinity, -1e308][Int(writer.byte() & 3)])
                default: writer.writeObject()
                }
            }
        case 11: container("v", "v") { $0.container("v", "as") { $0.writeArray("s") { $0.appendText("s") } } }
        case 12: appendText("o")
        default: return  // nothing
        }
    }
}
