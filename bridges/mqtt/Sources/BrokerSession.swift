import CLibmosquitto
import Glibc

/// A connection of the `Broker`. Its callbacks run on the broker's thread, inside the library's functions.
final class BrokerSession {
    private unowned let broker: Broker
    /// The time at which the broker accepted the connection, in s.
    private var connectedAt: Int64?
    private var wasConnected: Bool { connectedAt != nil }
    /// How long the broker has accepted the connection, in s.
    var held: Double { connectedAt.map { Double(now - $0) } ?? 0 }
    private var refusal: String?
    /// The topics of the subscriptions without an answer, by the library's message ID.
    private var asked: [Int32: String] = [:]
    /// The number of publications that the broker has not accepted yet.
    private var underway = 0

    init(_ broker: Broker) { self.broker = broker }

    /// Runs the connection. Returns why it ended.
    func run(_ settings: BridgeSettings, _ will: Broker.Publication, _ subscriptions: [String]) -> String {
        guard let client = mosquitto_new("\(settings.prefix)-\(settings.kiosk)", true, Unmanaged.passUnretained(self).toOpaque()) else {
            return "no memory"
        }
        defer { mosquitto_destroy(client) }
        if let flaw = prepare(client, settings, will) { return flaw }
        // Does not wait for the network; the keepalive limits how long connecting takes.
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
                for topic in subscriptions {
                    var number: Int32 = 0
                    if mosquitto_subscribe(client, &number, topic, 1) == MOSQ_ERR_SUCCESS.code { asked[number] = topic }
                }
                broker.report(.connected)
            }
            if let publications = broker.takePublications() {
                for publication in publications { publish(publication, client) }
            } else if end == nil {
                if !wasConnected { return "touchd-mqtt is stopping" }
                publish(will, client)
                end = now + 2
            }
            if let end, underway == 0 || now >= end {
                mosquitto_disconnect(client)
                mosquitto_loop_write(client, 64)
                return "touchd-mqtt is stopping"
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

    /// Configures the client. Returns the error, if any.
    private func prepare(_ client: OpaquePointer, _ settings: BridgeSettings, _ will: Broker.Publication) -> String? {
        if let why = settings.obstacle { return why }
        mosquitto_will_set(client, will.topic, Int32(will.payload.count), will.payload, 1, true)
        if let user = settings.user {
            let password = settings.password
            if let file = settings.passwordFile, password == nil { return "there is no password in \(file)" }
            mosquitto_username_pw_set(client, user, password)
        }
        if let tls = settings.tls {
            let folder = tls.ca == nil ? "/etc/ssl/certs" : nil
            let status = mosquitto_tls_set(client, tls.ca, folder, tls.certificate, tls.key, nil)
            if status != MOSQ_ERR_SUCCESS.code { return "cannot use the certificates of \"tls\": \(text(status))" }
            mosquitto_tls_opts_set(client, 1, "tlsv1.2", nil)
        }
        mosquitto_connect_callback_set(client) { _, context, code in
            let session = Unmanaged<BrokerSession>.fromOpaque(context!).takeUnretainedValue()
            if code == 0 {
                session.connectedAt = session.now
            } else {
                session.refusal = "the broker says: " + String(cString: mosquitto_connack_string(code))
            }
        }
        mosquitto_publish_callback_set(client) { _, context, _ in
            let session = Unmanaged<BrokerSession>.fromOpaque(context!).takeUnretainedValue()
            session.underway -= 1
            session.broker.report(.published)
        }
        mosquitto_subscribe_callback_set(client) { _, context, number, count, granted in
            let session = Unmanaged<BrokerSession>.fromOpaque(context!).takeUnretainedValue()
            guard let topic = session.asked.removeValue(forKey: number) else { return }
            // 0x80 means failure (MQTT 3.1.1, 3.9.3).
            session.broker.report(.subscribed(topic: topic, isRefused: count < 1 || granted.map { $0[0] > 2 } ?? true))
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
        if status == MOSQ_ERR_ERRNO.code { return errno == 0 ? "the program at this address does not speak MQTT" : String(cString: strerror(errno)) }
        return String(cString: mosquitto_strerror(status))
    }
}

extension mosq_err_t {
    fileprivate var code: Int32 { Int32(rawValue) }
}
