import CLibmosquitto
import Glibc
import Synchronization

/// The connection to the broker. It has its own thread, so that a slow name lookup or a hanging network blocks nothing else. All of libmosquitto is
/// called on that thread.
///
/// Each connection is a new client of the library, so that no old message is sent again; the owner publishes the current state after each connection.
final class Broker: Sendable {
    enum Event: Sendable {
        case connected
        /// The reason in words.
        case disconnected(String)
        /// A message.
        /// - payload: cut to one byte more than a command may have, so that a command that is too long is still noticed.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// The broker has accepted a publication.
        case published
        /// The broker has answered a subscription.
        case subscribed(topic: String, isRefused: Bool)
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

    /// The most events that wait for the owner. Messages beyond that are dropped.
    private static let eventsMax = 256

    private let settings: BridgeSettings
    private let will: Publication
    private let subscriptions: [String]
    private let shared = Mutex(Shared())
    /// Wakes the thread.
    private let wake: WakePipe
    /// Signals that there are events.
    let eventPipe = WakePipe()

    /// Creates a connection without starting it.
    ///
    /// - Parameters:
    ///   - will: the message that the broker publishes if the connection is lost. It is also published before an orderly end.
    ///   - subscriptions: the topic filters to subscribe to.
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
        eventPipe.drain()
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

    /// Makes the thread publish that the kiosk is offline, and exit.
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
            var left = Int32(delay.next(afterConnectionOf: session.held) * 1000)
            let step: Int32 = 500
            while left > 0, !isStopping {
                wake.wait(nil, 0, min(left, step))
                left -= step
            }
            // The state that the owner publishes on the next connection includes what was published meanwhile.
            shared.withLock { $0.publications = [] }
        }
        mosquitto_lib_cleanup()
    }

    // MARK: For the session

    func report(_ event: Event) {
        shared.withLock { shared in
            if case .message = event, shared.events.count >= Self.eventsMax { return }
            shared.events.append(event)
        }
        eventPipe.signal()
    }

    /// The messages to publish now; nil if the thread must exit.
    func takePublications() -> [Publication]? {
        shared.withLock { shared in
            defer { shared.publications = [] }
            return shared.isStopping ? nil : shared.publications
        }
    }

    /// Waits for the connection or for the owner. Returns the ready events of the connection.
    func wait(_ fd: Int32, _ events: Int32, _ milliseconds: Int32) -> Int32 { wake.wait(fd, events, milliseconds) }
}
