import Glibc

/// The touches that came down on a region and lifted inside it. A touch that was cancelled or dragged out is not a press. `log` gets the reason why
/// no presses come: touchd is not there, or this program reads too slowly. By default it writes to standard error.
///
///     for try await press in Presses(on: ["kiosk/menu/**"]) { print(press.region ?? "") }
public struct Presses: AsyncSequence, Sendable {
    public typealias Element = TouchEvent

    private let client: TouchdClient
    private let log: @Sendable (String) -> Void

    public init(
        on regions: [String] = ["**"], path: String? = nil, name: String? = nil, retries: Int? = 100, helloWithin: Int = 5000,
        log: @escaping @Sendable (String) -> Void = Presses.complain
    ) {
        self.log = log
        client = TouchdClient(path: path, name: name, retries: retries, helloWithin: helloWithin)
        client.subscribe(regions, TouchdClient.Wishes(events: ["touch"]))
    }

    /// Writes a line to standard error.
    public static func complain(_ text: String) {
        let line = Array("touchd: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let items: TouchdClient.AsyncIterator
        let log: @Sendable (String) -> Void
        var pending: ArraySlice<TouchEvent> = []

        /// Returns the next press.
        ///
        /// - Throws: `TouchdError`.
        public mutating func next() async throws -> TouchEvent? {
            while pending.isEmpty {
                switch try await items.next() {
                case .frame(let frame)?:
                    pending = frame.events.compactMap { if case .touch(let touch) = $0, touch.isPress { touch } else { nil } }[...]
                case .reply(let reply)? where !reply.isOK:
                    throw TouchdError.refused("touchd refused the subscription: \(reply.message ?? "")\(reply.hint.map { "; \($0)" } ?? "")")
                case .waiting(let why)?: log("\(why.message); trying again")
                case .disconnected(let reason)?: log("the connection to touchd is lost: \(reason)")
                case .lagged(_, _, let cancelled)?: log(Self.tooSlow(cancelled))
                case .warning(let warning)?: log(warning.message)
                case nil: return nil
                default: break
                }
            }
            return pending.removeFirst()
        }

        private static func tooSlow(_ cancelled: [UInt64]) -> String {
            let touches = cancelled.map(String.init).joined(separator: ", ")
            return "this program reads too slowly: presses that began or ended since it fell behind are lost"
                + (touches.isEmpty ? "" : " (touches \(touches))")
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(items: client.makeAsyncIterator(), log: log) }
}
