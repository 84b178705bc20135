import Panels
import Service
import TouchCore

/// A simulated keypad and its kernel driver: the keys and switches, and the events that wait for the reader of the node.
public final class FakeKeypad: FakeDevice {
    /// The codes of the keys and switches that it has.
    public let keys: Set<UInt16>
    public let switches: Set<UInt16>
    /// The kernel's state.
    public private(set) var down: Set<UInt16> = []
    public private(set) var on: Set<UInt16> = []

    public init(_ name: String, at node: String, keys: [String], switches: [String] = []) {
        self.keys = Set(keys.map { KeyName.code($0)! })
        self.switches = Set(switches.map { SwitchName.code($0)! })
        super.init(PanelIdentity(name: name, vendor: 1, product: 3, idPath: "", serial: "", phys: "", source: node))
    }

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
        enqueue(
            InputEvent(time: time, type: type, code: code, value: value), InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0))
    }

    /// Overflows the buffer: waiting events are lost, and only the loss is reported.
    public func overflow(at time: Int64) {
        discardWaiting()
        enqueue(InputEvent(time: time, type: EventType.syn, code: SynCode.dropped, value: 0))
    }

    func open() -> Result<any KeypadDevice, PanelError> {
        if let openingFailure { return .failure(openingFailure) }
        return .success(FakeKeypadDevice(self))
    }
}

/// An open node of the keypad.
public final class FakeKeypadDevice: FakeNode, KeypadDevice {
    private let keypad: FakeKeypad

    fileprivate init(_ keypad: FakeKeypad) {
        self.keypad = keypad
        super.init(of: keypad)
    }

    public var keysDown: Set<UInt16> {
        discardWaiting { $0.type == EventType.key }
        return keypad.down
    }
    public var switchesOn: Set<UInt16> {
        discardWaiting { $0.type == EventType.sw }
        return keypad.on
    }
    public func has(_ type: UInt16, _ code: UInt16) -> Bool { (type == EventType.key ? keypad.keys : keypad.switches).contains(code) }

    public func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult {
        drain(handle)
        return .drained
    }
}
