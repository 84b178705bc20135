import CLibsystemd
import Glibc
import Logging
import Sockets
import Text

/// The connection to the session's accessibility bus, with libsystemd's sd-bus. All calls are asynchronous, each with its own deadline, and nothing here
/// waits. It connects again by itself, with growing delays.
final class AccessibilityBus {
    enum Event {
        case connected
        case lost
        /// The answer to a call of `ask`. Each call that is not lost with the connection has one.
        case answer(Answer, Int)
    }

    /// The time for a call, in µs.
    private static let callWithin: UInt64 = 200_000
    /// The time in which the bus must greet, in µs. The session may have to start it.
    private static let greetsWithin: Int64 = 10_000_000
    /// The most messages that are handled before touchd gets its turn.
    private static let messagesMax = 256
    private static let accessible = "org.a11y.atspi.Accessible"
    private static let component = "org.a11y.atspi.Component"
    private static let valueInterface = "org.a11y.atspi.Value"
    private static let textInterface = "org.a11y.atspi.Text"
    private static let actionInterface = "org.a11y.atspi.Action"
    /// The most actions of an object whose names are read.
    private static let actionsMax = 8
    private static let (labelFor, labelledBy): (UInt32, UInt32) = (1, 2)
    private static let properties = "org.freedesktop.DBus.Properties"
    /// Places on the screen. Under Wayland, toolkits give places in their window.
    private static func coordinates(of object: ObjectReference) -> BusArgument { .unsigned(object.isInWindowCoordinates ? 1 : 0) }
    /// A scroll that shows an object anywhere.
    private static let anywhere = BusArgument.unsigned(6)

    private enum Phase {
        case away
        /// The session's bus is asked where the accessibility bus is.
        case asking
        /// The session's bus is told that a program reads applications, so that toolkits describe them.
        case enabling(address: String)
        case greeting
        case ready
    }

    /// A call that waits for its reply.
    private final class Call {
        unowned let bus: AccessibilityBus
        let serial: Int
        let begin: Int64
        let receive: (BusReply, _ isLate: Bool) -> Void

        init(_ bus: AccessibilityBus, _ serial: Int, _ receive: @escaping (BusReply, Bool) -> Void) {
            (self.bus, self.serial, self.begin, self.receive) = (bus, serial, MonotonicClock.now, receive)
        }
    }

    var handle: (Event) -> Void = { _ in }
    private var connection: OpaquePointer?
    private var phase = Phase.away
    /// The phase that follows when the messages at hand have been handled: the connection cannot be closed inside a callback.
    private var nextPhase: Phase?
    private var calls: [Int: Call] = [:]
    private var lastSerial = 0
    /// Calls that could not be sent.
    private var failed: [Int] = []
    private var backOff = BackOff(retries: nil)
    private var connectAt: Int64 = 0
    private var connectedAt: Int64 = 0
    private var lastLogged: String?

    // MARK: The loop

    var fd: Int32 { connection.map { sd_bus_get_fd($0) } ?? -1 }
    var events: Int32 { connection.map { max(0, sd_bus_get_events($0)) } ?? 0 }

    /// The time at which `transfer` or `tick` has something to do.
    var deadline: Int64 {
        if !failed.isEmpty { return 0 }
        guard let connection else { return connectAt }
        var due: UInt64 = .max
        sd_bus_get_timeout(connection, &due)
        let call = Int64(clamping: due)
        if case .ready = phase { return call }
        return min(call, connectedAt + Self.greetsWithin)
    }

    /// Connects when it is time to, and gives a connection up that does not greet.
    func tick(_ now: Int64) {
        if connection == nil {
            if connectAt <= now { connect(now) }
        } else if case .ready = phase {
        } else if connectedAt + Self.greetsWithin <= now {
            close("it does not answer", now)
        }
    }

    /// Handles what has come, and calls whose time is over.
    func transfer(_ now: Int64) {
        let unsent = failed
        failed = []
        for call in unsent { handle(.answer(.none, call)) }
        guard connection != nil else { return }
        for _ in 0..<Self.messagesMax {
            guard let connection else { return }
            let result = sd_bus_process(connection, nil)
            if result < 0 { return close(String(cString: strerror(-result)), now) }
            if let nextPhase {
                self.nextPhase = nil
                enter(nextPhase, now)
                continue
            }
            if case .greeting = phase, sd_bus_is_ready(connection) > 0 { enter(.ready, now) }
            if result == 0 { break }
        }
    }

    // MARK: The connection

    private func connect(_ now: Int64) {
        connectedAt = now
        if let address = getenv("AT_SPI_BUS_ADDRESS").map({ String(cString: $0) }), !address.isEmpty { return open(address, now) }
        var session: OpaquePointer?
        let result = sd_bus_open_user(&session)
        guard result >= 0, let session else { return retry("no session bus: \(String(cString: strerror(-result)))", now) }
        (connection, phase) = (session, .asking)
        let bus = ObjectReference(bus: "org.a11y.Bus", path: "/org/a11y/bus")
        let isSent = call(bus, "org.a11y.Bus", "GetAddress", within: UInt64(Self.greetsWithin)) { [unowned self] reply, _ in
            let address = reply.isError ? nil : try? reply.text()
            nextPhase = address.map { .enabling(address: $0) } ?? .away
        }
        if !isSent { close("the session bus takes no call", now) }
    }

    private func enter(_ next: Phase, _ now: Int64) {
        switch next {
        case .away: close("the session has no accessibility bus; is at-spi2-core installed?", now)
        case .enabling:
            phase = next
            let bus = ObjectReference(bus: "org.a11y.Bus", path: "/org/a11y/bus")
            let arguments: [BusArgument] = [.text("org.a11y.Status"), .text("IsEnabled"), .flagProperty(true)]
            // An error means an older bus, which needs nothing.
            let isSent = call(bus, Self.properties, "Set", arguments, within: UInt64(Self.greetsWithin)) { [unowned self] _, _ in
                nextPhase = .greeting
            }
            if !isSent { close("the session bus takes no call", now) }
        case .greeting:
            guard case .enabling(let address) = phase else { return }
            release()
            open(address, now)
        case .asking: break
        case .ready:
            phase = .ready
            logChange("connected", LogMessage(.accessibilityBusConnected, "connected to the accessibility bus"))
            handle(.connected)
        }
    }

    private func open(_ address: String, _ now: Int64) {
        var bus: OpaquePointer?
        guard sd_bus_new(&bus) >= 0, let bus else { return retry("out of memory", now) }
        var result = sd_bus_set_address(bus, address)
        if result >= 0 { result = sd_bus_set_bus_client(bus, 1) }
        if result >= 0 { result = sd_bus_start(bus) }
        guard result >= 0 else {
            sd_bus_unref(bus)
            return retry(String(cString: strerror(-result)), now)
        }
        (connection, phase) = (bus, .greeting)
    }

    /// Closes the connection without waiting for anything.
    private func release() {
        if let connection {
            sd_bus_close(connection)
            sd_bus_unref(connection)
        }
        // After the connection, whose callbacks point to them.
        (connection, phase, nextPhase, calls, failed) = (nil, .away, nil, [:], [])
    }

    private func close(_ reason: String, _ now: Int64) {
        let wasReady = if case .ready = phase { true } else { false }
        release()
        retry(reason, now)
        if wasReady { handle(.lost) }
    }

    private func retry(_ reason: String, _ now: Int64) {
        connectAt = now + Int64((backOff.delay(lasted: Double(now - connectedAt) / 1000) ?? 5000) * 1000)
        let text = "no connection to the accessibility bus: \(printable(reason, atMost: 200)); trying again"
        logChange(text, LogMessage(.accessibilityBusLost, text, [.reason(reason)], limits: [.few()]))
    }

    private func logChange(_ text: String, _ message: @autoclosure () -> LogMessage) {
        if lastLogged == text { return }
        lastLogged = text
        Log.write(message())
    }

    // MARK: Calls

    /// Sends a call. Returns false if it cannot be sent, for example because the name or the path can be none.
    @discardableResult private func call(
        _ object: ObjectReference, _ interface: String, _ member: String, _ arguments: [BusArgument] = [], within: UInt64 = callWithin,
        receive: @escaping (BusReply, _ isLate: Bool) -> Void
    ) -> Bool {
        var message: OpaquePointer?
        guard let connection, sd_bus_message_new_method_call(connection, &message, object.bus, object.path, interface, member) >= 0, let message
        else {
            return false
        }
        defer { sd_bus_message_unref(message) }
        for argument in arguments { argument.append(to: message) }
        lastSerial += 1
        let call = Call(self, lastSerial, receive)
        calls[lastSerial] = call
        let context = Unmanaged.passUnretained(call).toOpaque()
        let result = sd_bus_call_async(connection, nil, message, { AccessibilityBus.receive($0, $1, $2) }, context, within)
        if result < 0 { calls[lastSerial] = nil }
        return result >= 0
    }

    /// The context is a call that `calls` holds until its reply, or until the connection is closed and calls nobody any more.
    private static func receive(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?) -> Int32 {
        guard let message, let context else { return 0 }
        let call = Unmanaged<Call>.fromOpaque(context).takeUnretainedValue()
        guard call.bus.calls.removeValue(forKey: call.serial) != nil else { return 0 }
        let reply = BusReply(message: message)
        // sd-bus reports the end of the time and the end of the other side with the same error.
        call.receive(reply, reply.isError && MonotonicClock.now - call.begin >= Int64(callWithin) * 9 / 10)
        return 0
    }

    // MARK: Queries

    /// Asks an application. The answer comes as an event, never before this function has returned.
    func ask(_ query: Query, _ id: Int) {
        let object = query.target
        let isSent =
            switch query {
            case .applications: simple(object, Self.accessible, "GetChildren", id) { .objects(try $0.objects(from: object.bus)) }
            case .look, .lookAgain: properties(of: object, id)
            case .child(_, let index):
                simple(object, Self.accessible, "GetChildAtIndex", id, [.integer(index)]) { Self.objects(try $0.object(from: object.bus)) }
            case .index: simple(object, Self.accessible, "GetIndexInParent", id) { .number(try $0.number()) }
            case .atPoint(_, let x, let y):
                simple(object, Self.component, "GetAccessibleAtPoint", id, [.integer(Int(x)), .integer(Int(y)), Self.coordinates(of: object)]) {
                    Self.objects(try $0.object(from: object.bus))
                }
            case .description:
                simple(object, Self.properties, "Get", id, [.text(Self.accessible), .text("Description")]) { .text(try $0.textProperty()) }
            case .text: text(object, id)
            case .range: range(object, id)
            case .actions: actions(object, id)
            case .labels: simple(object, Self.accessible, "GetRelationSet", id) { .objects(try $0.related(Self.labelledBy, from: object.bus)) }
            case .labelled: simple(object, Self.accessible, "GetRelationSet", id) { .objects(try $0.related(Self.labelFor, from: object.bus)) }
            case .scroll: simple(object, Self.component, "ScrollTo", id, [Self.anywhere]) { try $0.flag() ? .done : .none }
            case .act(_, let action): simple(object, Self.actionInterface, "DoAction", id, [.integer(action)]) { try $0.flag() ? .done : .none }
            case .setValue(_, let value):
                simple(object, Self.properties, "Set", id, [.text(Self.valueInterface), .text("CurrentValue"), .realProperty(value)]) { _ in .done }
            }
        if !isSent { failed.append(id) }
    }

    private static func objects(_ object: ObjectReference?) -> Answer { object.map { .objects([$0]) } ?? .none }

    /// Makes an answer of a reply.
    private static func answer(
        _ reply: BusReply, _ isLate: Bool, _ member: String, _ read: (BusReply) throws -> Answer
    ) -> Answer {
        if reply.isError { return isLate ? .late : .none }
        do { return try read(reply) } catch {
            return .wrong("\(member) is of type \"\(printable((error as? BusReply.WrongType)?.found ?? "", atMost: 40))\"")
        }
    }

    private func simple(
        _ object: ObjectReference, _ interface: String, _ member: String, _ id: Int, _ arguments: [BusArgument] = [],
        _ read: @escaping (BusReply) throws -> Answer
    ) -> Bool {
        call(object, interface, member, arguments) { [unowned self] reply, isLate in handle(.answer(Self.answer(reply, isLate, member, read), id)) }
    }

    // MARK: Several calls for one answer

    /// The parts of an answer that have come.
    private final class Parts {
        var node = AccessibleNode()
        var names: [String] = []
        var range = ValueRange(current: .nan, minimum: .nan, maximum: .nan, increment: 0)
        var waiting = 0
        /// The first part that is no part of the answer, such as an error.
        var failure: Answer?
    }

    /// Sends one of several calls.
    ///
    /// - Parameters:
    ///   - isNeeded: Whether there is no answer without this part.
    ///   - finish: called after the last part.
    private func part(
        _ parts: Parts, _ object: ObjectReference, _ interface: String, _ member: String, _ arguments: [BusArgument] = [], isNeeded: Bool = false,
        finish: @escaping (Parts) -> Void, read: @escaping (BusReply) throws -> Void
    ) -> Bool {
        parts.waiting += 1
        let isSent = call(object, interface, member, arguments) { reply, isLate in
            let answer = Self.answer(reply, isLate, member) { reply in
                try read(reply)
                return .done
            }
            if answer != .done, isNeeded || answer != .none, parts.failure == nil { parts.failure = answer }
            parts.waiting -= 1
            if parts.waiting == 0 { finish(parts) }
        }
        if !isSent { parts.waiting -= 1 }
        return isSent
    }

    private func property(
        _ parts: Parts, _ object: ObjectReference, _ interface: String, _ name: String, isNeeded: Bool = false, finish: @escaping (Parts) -> Void,
        read: @escaping (BusReply) throws -> Void
    ) -> Bool {
        part(parts, object, Self.properties, "Get", [.text(interface), .text(name)], isNeeded: isNeeded, finish: finish, read: read)
    }

    /// Asks for the properties of an object. What is sent is answered as a whole, so the first call decides whether the rest can be sent.
    private func properties(of object: ObjectReference, _ id: Int) -> Bool {
        let parts = Parts()
        let finish = { [unowned self] (parts: Parts) in handle(.answer(parts.failure ?? .node(parts.node), id)) }
        let isSent = part(parts, object, Self.accessible, "GetRole", isNeeded: true, finish: finish) {
            parts.node.role = AccessibleRole(rawValue: try $0.unsigned())
        }
        guard isSent else { return false }
        _ = part(parts, object, Self.accessible, "GetState", isNeeded: true, finish: finish) { parts.node.states = try $0.states() }
        _ = property(parts, object, Self.accessible, "Name", finish: finish) { parts.node.name = try $0.textProperty() }
        _ = property(parts, object, Self.accessible, "ChildCount", finish: finish) { parts.node.childCount = max(0, try $0.numberProperty()) }
        _ = property(parts, object, Self.accessible, "Parent", finish: finish) { parts.node.parent = try $0.objectProperty(from: object.bus) }
        _ = part(parts, object, Self.component, "GetExtents", [Self.coordinates(of: object)], finish: finish) { parts.node.extents = try $0.box() }
        return true
    }

    /// Asks for the beginning of a text.
    private func text(_ object: ObjectReference, _ id: Int) -> Bool {
        call(object, Self.properties, "Get", [.text(Self.textInterface), .text("CharacterCount")]) { [unowned self] reply, isLate in
            let answer = Self.answer(reply, isLate, "CharacterCount") { .number(try $0.numberProperty()) }
            var count = spokenTextMax
            switch answer {
            // Firefox answers with nothing if more is asked for than there is.
            case .number(let number): count = min(max(0, number), count)
            case .none: break
            default: return handle(.answer(answer, id))
            }
            let isSent = simple(object, Self.textInterface, "GetText", id, [.integer(0), .integer(count)]) { .text(try $0.text()) }
            if !isSent { failed.append(id) }
        }
    }

    /// Asks for the names of an object's actions. `GetActions` gives them in the language of the application, or not at all.
    private func actions(_ object: ObjectReference, _ id: Int) -> Bool {
        call(object, Self.actionInterface, "GetActions") { [unowned self] reply, isLate in
            let answer = Self.answer(reply, isLate, "GetActions") { .texts(try $0.actionNames()) }
            guard case .texts(let localized) = answer, !localized.isEmpty else { return handle(.answer(answer, id)) }
            let parts = Parts()
            parts.names = Array(localized.prefix(Self.actionsMax))
            let finish = { [unowned self] (parts: Parts) in handle(.answer(parts.failure ?? .texts(parts.names), id)) }
            for number in parts.names.indices {
                _ = part(parts, object, Self.actionInterface, "GetName", [.integer(number)], finish: finish) { parts.names[number] = try $0.text() }
            }
            // The connection takes no more calls.
            if parts.waiting == 0 { failed.append(id) }
        }
    }

    /// Asks for a value and its limits.
    private func range(_ object: ObjectReference, _ id: Int) -> Bool {
        let parts = Parts()
        let finish = { [unowned self] (parts: Parts) in
            let range = parts.range
            let isComplete = !(range.current + range.minimum + range.maximum).isNaN
            handle(.answer(parts.failure ?? (isComplete ? .range(range) : .none), id))
        }
        let isSent = property(parts, object, Self.valueInterface, "CurrentValue", isNeeded: true, finish: finish) {
            parts.range.current = try $0.realProperty() ?? .nan
        }
        guard isSent else { return false }
        _ = property(parts, object, Self.valueInterface, "MinimumValue", finish: finish) { parts.range.minimum = try $0.realProperty() ?? .nan }
        _ = property(parts, object, Self.valueInterface, "MaximumValue", finish: finish) { parts.range.maximum = try $0.realProperty() ?? .nan }
        _ = property(parts, object, Self.valueInterface, "MinimumIncrement", finish: finish) { parts.range.increment = try $0.realProperty() ?? 0 }
        return true
    }
}
