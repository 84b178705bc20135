import Panels
import Server
import TouchCore

/// A simulated device with events and its kernel driver, as far as touchscreens and keypads have it in common: whether its node is open and grabbed,
/// and the events that wait for the reader of the node.
public class FakeDevice {
    public let identity: PanelIdentity
    /// The error of opening it, and of grabbing it; nil if that succeeds.
    public var openingFailure: PanelError?
    public var grabFailure: PanelError?
    /// Returns the error of the next grab; nil if it succeeds.
    public var nextGrabFailure: () -> PanelError? = { nil }
    /// Returns how many of this many events the next read returns. The others wait for the reader to be woken again.
    public var readable: (Int) -> Int = { $0 }
    /// The number of times it was opened.
    public private(set) var openings = 0
    private weak var handle: FakeNode?

    init(_ identity: PanelIdentity) { self.identity = identity }

    public var isOpen: Bool { handle != nil }
    public var isGrabbed: Bool { handle?.isGrabbed ?? false }

    /// Informs the reader that there is something to read.
    public func wake() { handle?.handler?() }

    /// Whether events wait for the reader.
    public var hasWaiting: Bool { handle?.waiting.isEmpty == false }

    /// Adds events for the reader, without waking it, and without a change of the kernel's state.
    public func enqueue(_ events: InputEvent...) { handle?.waiting += events }

    /// Closes its node, because its reader has ended.
    func forgetReader() { handle = nil }

    /// Discards the events that wait.
    func discardWaiting() { handle?.waiting.removeAll() }

    fileprivate func opened(_ node: FakeNode) {
        openings += 1
        handle = node
    }
}

/// An open node of a simulated device.
public class FakeNode {
    private let device: FakeDevice
    public private(set) var isGrabbed = false
    fileprivate var waiting: [InputEvent] = []
    fileprivate var handler: (() -> Void)?

    init(of device: FakeDevice) {
        self.device = device
        device.opened(self)
    }

    public var node: String { device.identity.source }
    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) { self.handler = handler }
    public func unwatch(on loop: EventLoop) { handler = nil }

    public func grab() throws(PanelError) {
        if let failure = device.grabFailure ?? device.nextGrabFailure() { throw failure }
        isGrabbed = true
    }

    public func releaseGrab() { isGrabbed = false }

    /// Discards the waiting events for which `isConcerned` returns true.
    func discardWaiting(where isConcerned: (InputEvent) -> Bool = { _ in true }) { waiting.removeAll(where: isConcerned) }

    /// Passes the waiting events to `handle`.
    func drain(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) {
        let count = device.readable(waiting.count)
        let events = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        events.withUnsafeBufferPointer(handle)
    }
}
