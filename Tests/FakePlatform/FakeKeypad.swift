import Panels
import Server
import Service
import TouchCore

/// A simulated keypad and its kernel driver: the keys and switches, and the events that wait for the reader of the node.
public final class FakeKeypad {
    public let identity: PanelIdentity
    /// The codes of the keys and switches that it has.
    public let keys: Set<UInt16>
    public let switches: Set<UInt16>
    /// The kernel's state.
    public private(set) var down: Set<UInt16> = []
    public private(set) var on: Set<UInt16> = []
    /// The error of opening it, and of grabbing it; nil if that succeeds.
    public var openingFailure: PanelError?
    public var grabFailure: PanelError?
    public private(set) var openings = 0
    private weak var handle: FakeKeypadDevice?

    public init(_ name: String, at node: String, keys: [String], switches: [String] = []) {
        identity = PanelIdentity(name: name, vendor: 1, product: 3, idPath: "", serial: "", phys: "", source: node)
        self.keys = Set(keys.map { KeyName.code($0)! })
        self.switches = Set(switches.map { SwitchName.code($0)! })
    }

    public var isOpen: Bool { handle != nil }
    public var isGrabbed: Bool { handle?.isGrabbed ?? false }

    /// Changes the state of a key or switch without an event.
    public func set(_ name: String, _ isOn: Bool) {
        if let code = KeyName.code(name) {
            if isOn { down.insert(code) } else { down.remove(code) }
        } else if let code = SwitchName.code(name) {
            if isOn { on.insert(code) } else { on.remove(code) }
        }
    }

    /// Sends an event of a key or switch, without waking the reader.
    ///
    /// - Parameter value: 0 for up or off, 1 for down or on, 2 for a repetition of the kernel.
    public func send(_ name: String, _ value: Int32, at time: Int64) {
        if value < 2 { set(name, value == 1) }
        let (type, code) = KeyName.code(name).map { (EventType.key, $0) } ?? (EventType.sw, SwitchName.code(name)!)
        handle?.waiting += [
            InputEvent(time: time, type: type, code: code, value: value), InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0),
        ]
    }

    /// Overflows the buffer: waiting events are lost, and only the loss is reported.
    public func overflow(at time: Int64) {
        handle?.waiting = [InputEvent(time: time, type: EventType.syn, code: SynCode.dropped, value: 0)]
    }

    /// Informs the reader that there is something to read.
    public func wake() { handle?.handler?() }

    func open() -> Result<any KeypadDevice, PanelError> {
        if let openingFailure { return .failure(openingFailure) }
        openings += 1
        let device = FakeKeypadDevice(self)
        handle = device
        return .success(device)
    }
}

/// An open node of the keypad.
public final class FakeKeypadDevice: KeypadDevice {
    private let keypad: FakeKeypad
    public private(set) var isGrabbed = false
    fileprivate var waiting: [InputEvent] = []
    fileprivate var handler: (() -> Void)?

    fileprivate init(_ keypad: FakeKeypad) { self.keypad = keypad }

    public var node: String { keypad.identity.source }
    public var keysDown: Set<UInt16> {
        waiting.removeAll { $0.type == EventType.key }
        return keypad.down
    }
    public var switchesOn: Set<UInt16> {
        waiting.removeAll { $0.type == EventType.sw }
        return keypad.on
    }
    public func has(_ type: UInt16, _ code: UInt16) -> Bool { (type == EventType.key ? keypad.keys : keypad.switches).contains(code) }
    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) { self.handler = handler }
    public func unwatch(on loop: EventLoop) { handler = nil }

    public func grab() throws(PanelError) {
        if let failure = keypad.grabFailure { throw failure }
        isGrabbed = true
    }

    public func releaseGrab() { isGrabbed = false }

    public func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult {
        let events = waiting
        waiting.removeAll()
        events.withUnsafeBufferPointer(handle)
        return .drained
    }
}
