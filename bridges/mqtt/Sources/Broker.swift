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
            var left = Int32(delay.next(afterConnectionOf: session.held) * 1000)
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

    func report(_ event: Event) {
        shared.withLock { shared in
            if case .message = event, shared.events.count >= Self.eventsMax { return }
            shared.events.append(event)
        }
        news.signal()
    }

    /// What is to be published now; nil: the thread is to end.
    func takePublications() -> [Publication]? {
        shared.withLock { shared in
            defer { shared.publications = [] }
            return shared.isStopping ? nil : shared.publications
        }
    }

    /// Waits for the connection or for the owner. Returns what of the connection is ready.
    func wait(_ fd: Int32, _ events: Int32, _ milliseconds: Int32) -> Int32 { wake.wait(fd, events, milliseconds) }
}
