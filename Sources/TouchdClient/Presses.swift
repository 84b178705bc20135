/// The touches that went down on a region and were lifted inside of it. Nothing else is a press: not what was cancelled, not what
/// was dragged out.
///
///     for try await press in Presses(on: ["kiosk/menu/**"]) { print(press.region ?? "") }
public struct Presses: AsyncSequence, Sendable {
    public typealias Element = TouchEvent

    private let client: TouchdClient

    public init(on regions: [String] = ["**"], path: String? = nil, name: String? = nil, retries: Int? = 100) {
        client = TouchdClient(path: path, name: name, retries: retries)
        client.subscribe(regions, TouchdClient.Wishes(events: ["touch"]))
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let items: TouchdClient.AsyncIterator
        var pending: ArraySlice<TouchEvent> = []

        /// Throws `TouchdError`.
        public mutating func next() async throws -> TouchEvent? {
            while pending.isEmpty {
                switch try await items.next() {
                case .frame(let frame)?:
                    pending = frame.events.compactMap { if case .touch(let touch) = $0, touch.isPress { touch } else { nil } }[...]
                case .reply(let reply)? where !reply.isOK:
                    throw TouchdError.refused("touchd refused the subscription: \(reply.message ?? "")\(reply.hint.map { "; \($0)" } ?? "")")
                case nil: return nil
                default: break
                }
            }
            return pending.removeFirst()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(items: client.makeAsyncIterator()) }
}
