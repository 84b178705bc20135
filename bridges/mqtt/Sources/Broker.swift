import CLibmosquitto
import Glibc
import Synchronization

/// The connection to the broker, on a thread of its own: looking up its name may take as long as it likes, and a network that hangs keeps
/// nobody waiting. All of libmosquitto is called on that thread alone.
///
/// Each connection is a new client of the library, so that nothing old is sent again; the owner gives the present state anew.
final class Broker: Sendable {
    enum Event: Sendable {
        case connected
        /// Why.
        case disconnected(String)
        /// - payload: at most a byte more than a command may have.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// The broker has taken one of what was published.
        case published
    }

    struct Publication: Sendable, Equatable {
        var topic: String
        var payload: [UInt8]
        var isRetained: Bool
    }

    private struct Shared {
        var events: [Event] = []
        var publications: [Publication] = []
        var isStopping = false
    }

    /// Messages that wait for the owner; of more, the broker's are left out.
    private static let eventsMax = 256

    private let settings: BridgeSettings
    private let will: Publication
    private let subscriptions: [String]
    private let shared = Mutex(Shared())
    /// A byte wakes the thread.
    private let wake: WakePipe
    /// A byte says that there are events.
    let news = WakePipe()

    /// - Parameters:
    ///   - will: what the broker publishes when the connection is lost, and what is published before an orderly end.
    ///   - subscriptions: filters of what it is to hear of.
    init(_ settings: BridgeSettings, will: Publication, subscriptions: [String]) {
        (self.settings, self.will, self.subscriptions) = (settings, will, subscriptions)
        wake = WakePipe()
    }

    func publish(_ publications: [Publication]) {
        if publications.isEmpty { return }
        shared.withLock { $0.publications += publications }
        wake.signal()
    }

    func takeEvents() -> [Event] {
        news.drain()
        return shared.withLock { shared in
            defer { shared.events = [] }
            return shared.events
        }
    }

    // MARK: The thread

    func start() -> pthread_t {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Broker>.fromOpaque($0!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        return thread
    }

    /// The thread says that the kiosk is off line, and ends.
    func stop() {
        shared.withLock { $0.isStopping = true }
        wake.signal()
    }

    private var isStopping: Bool { shared.withLock { $0.isStopping } }

    private func run() {
        mosquitto_lib_init()
        var delay = ReconnectDelay()
        while !isStopping {
            let session = BrokerSession(self)
            let why = session.run(settings, will, subscriptions)
            report(.disconnected(why))
            var left = Int32(delay.next(afterConnection: session.wasConnected) * 1000)
            let step: Int32 = 500
            while left > 0, !isStopping {
                wake.wait(nil, 0, min(left, step))
                left -= step
            }
            // What was published meanwhile is in the state that the owner gives at the next connection.
            shared.withLock { $0.publications = [] }
        }
        mosquitto_lib_cleanup()
    }

    // MARK: For the session

    fileprivate func report(_ event: Event) {
        shared.withLock { shared in
            if case .message = event, shared.events.count >= Self.eventsMax { return }
            shared.events.append(event)
        }
        news.signal()
    }

    /// What is to be published now; nil: the thread is to end.
    fileprivate func takePublications() -> [Publication]? {
        shared.withLock { shared in
            defer { shared.publications = [] }
            return shared.isStopping ? nil : shared.publications
        }
    }

    /// Waits for the connection or for the owner. Returns what of the connection is ready.
    fileprivate func wait(_ fd: Int32, _ events: Int32, _ milliseconds: Int32) -> Int32 { wake.wait(fd, events, milliseconds) }
}

/// One connection. Its callbacks come on the broker's thread, from within the library's functions.
private final class BrokerSession {
    private unowned let broker: Broker
    private(set) var wasConnected = false
    private var refusal: String?
    /// What has been published and not been taken.
    private var underway = 0

    init(_ broker: Broker) { self.broker = broker }

    /// Returns why it is over.
    func run(_ settings: BridgeSettings, _ will: Broker.Publication, _ subscriptions: [String]) -> String {
        guard let client = mosquitto_new("\(settings.prefix)-\(settings.kiosk)", true, Unmanaged.passUnretained(self).toOpaque()) else {
            return "no memory"
        }
        defer { mosquitto_destroy(client) }
        if let flaw = prepare(client, settings, will) { return flaw }
        // Without waiting for the network: the keepalive bounds how long connecting takes.
        let status = mosquitto_connect_async(client, settings.host, Int32(settings.port), Int32(settings.keepalive))
        if status != MOSQ_ERR_SUCCESS.code { return text(status) }
        var isSubscribed = false
        var end: Int64?
        while true {
            let fd = mosquitto_socket(client)
            if fd < 0 { return refusal ?? "the connection is lost" }
            let patience: Int32 = wasConnected && end == nil ? min(5000, Int32(settings.keepalive) * 250) : 500
            let ready = broker.wait(fd, POLLIN | (mosquitto_want_write(client) ? POLLOUT : 0), patience)
            var status = MOSQ_ERR_SUCCESS.code
            if ready & ~POLLOUT != 0 { status = mosquitto_loop_read(client, 16) }
            if status == MOSQ_ERR_SUCCESS.code, mosquitto_want_write(client) || ready & POLLOUT != 0 { status = mosquitto_loop_write(client, 64) }
            if status == MOSQ_ERR_SUCCESS.code { status = mosquitto_loop_misc(client) }
            if status != MOSQ_ERR_SUCCESS.code { return refusal ?? text(status) }
            if wasConnected, !isSubscribed {
                isSubscribed = true
                for topic in subscriptions { mosquitto_subscribe(client, nil, topic, 1) }
                broker.report(.connected)
            }
            if let publications = broker.takePublications() {
                for publication in publications { publish(publication, client) }
            } else if end == nil {
                if !wasConnected { return "touchd-mqtt stops" }
                publish(will, client)
                end = now + 2
            }
            if let end, underway == 0 || now >= end {
                mosquitto_disconnect(client)
                mosquitto_loop_write(client, 64)
                return "touchd-mqtt stops"
            }
        }
    }

    private var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec)
    }

    private func publish(_ publication: Broker.Publication, _ client: OpaquePointer) {
        let status = mosquitto_publish(
            client, nil, publication.topic, Int32(publication.payload.count), publication.payload, 1, publication.isRetained)
        if status == MOSQ_ERR_SUCCESS.code { underway += 1 } else { broker.report(.published) }
    }

    /// Returns what is wrong.
    private func prepare(_ client: OpaquePointer, _ settings: BridgeSettings, _ will: Broker.Publication) -> String? {
        mosquitto_will_set(client, will.topic, Int32(will.payload.count), will.payload, 1, true)
        if let user = settings.user {
            let password = settings.password
            if settings.passwordFile != nil, password == nil { return "the password's file cannot be read" }
            mosquitto_username_pw_set(client, user, password)
        }
        if let tls = settings.tls {
            let folder = tls.ca == nil ? "/etc/ssl/certs" : nil
            let status = mosquitto_tls_set(client, tls.ca, folder, tls.certificate, tls.key, nil)
            if status != MOSQ_ERR_SUCCESS.code { return "its certificates cannot be used: \(text(status))" }
            mosquitto_tls_opts_set(client, 1, "tlsv1.2", nil)
        }
        mosquitto_connect_callback_set(client) { _, context, code in
            let session = Unmanaged<BrokerSession>.fromOpaque(context!).takeUnretainedValue()
            if code == 0 {
                session.wasConnected = true
            } else {
                session.refusal = "the broker says: " + String(cString: mosquitto_connack_string(code))
            }
        }
        mosquitto_publish_callback_set(client) { _, context, _ in
            let session = Unmanaged<BrokerSession>.fromOpaque(context!).takeUnretainedValue()
            session.underway -= 1
            session.broker.report(.published)
        }
        mosquitto_message_callback_set(client) { _, context, message in
            let session = Unmanaged<BrokerSession>.fromOpaque(context!).takeUnretainedValue()
            guard let message = message?.pointee, let topic = message.topic else { return }
            let count = min(Int(message.payloadlen), Command.payloadMax + 1)
            let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
            session.broker.report(.message(topic: String(cString: topic), payload: payload, isRetained: message.retain))
        }
        return nil
    }

    private func text(_ status: Int32) -> String {
        if status == MOSQ_ERR_ERRNO.code { return String(cString: strerror(errno)) }
        return String(cString: mosquitto_strerror(status))
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { Int32(rawValue) }
}
