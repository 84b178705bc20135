import Configuration
import Panels
import Recordings
import Server
import Service
import TouchCore

/// A simulated touchscreen and its kernel driver: the contacts on it, and the events that wait for the reader of the node.
public final class FakeTouchscreen: FakeDevice {
    public let description: PanelDescription
    public var device: PanelWatcher.Device {
        var device = PanelWatcher.Device(identity: identity)
        device.inputName = inputName
        device.calibration = calibration
        return device
    }
    private let inputName: String
    /// udev's calibration matrix for it.
    public var calibration = AffineTransform.identity
    /// The kernel's state.
    public private(set) var slots: [KernelSlot]
    public private(set) var currentSlot = 0
    /// The result of reading after the waiting events; `.drained` if there is no error.
    public var readResult = LivePanel.ReadResult.drained

    /// - Parameters:
    ///   - pressure: Whether it reports pressure.
    ///   - inputName: The kernel's name for it.
    public init(_ identity: PanelIdentity, slots count: Int = 10, range: Int32 = 999, pressure: Bool = false, inputName: String = "input1") {
        self.inputName = inputName
        var description = PanelDescription(name: identity.name, vendor: identity.vendor, product: identity.product)
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { description[axis: code] = AxisInfo(minimum: 0, maximum: range) }
        if pressure { description[axis: AbsCode.mtPressure] = AxisInfo(minimum: 0, maximum: 100) }
        description[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: Int32(count - 1))
        description[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        self.description = description
        slots = Array(repeating: KernelSlot(trackingID: -1, values: ContactValues()), count: count)
        super.init(identity)
    }

    public func isDown(_ slot: Int) -> Bool { slots[slot].trackingID >= 0 }

    /// Sends an event of the hardware.
    public func send(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        if type == EventType.abs {
            if code == AbsCode.mtSlot {
                currentSlot = Int(value)
            } else {
                set(currentSlot, code, value)
            }
        }
        enqueue(InputEvent(time: time, type: type, code: code, value: value))
    }

    /// Changes a value without an event.
    public func set(_ slot: Int, _ code: UInt16, _ value: Int32) {
        if code == AbsCode.mtTrackingID {
            slots[slot].trackingID = value
        } else {
            _ = slots[slot].values.set(axis: code, to: value)
        }
    }

    /// Overflows the buffer: waiting events are lost, and only the loss is reported.
    public func overflow(_ time: Int64) {
        discardWaiting()
        send(time, EventType.syn, SynCode.dropped, 0)
    }
}

/// An open node of the touchscreen.
public final class FakePanelDevice: FakeNode, PanelDevice {
    private let touchscreen: FakeTouchscreen

    fileprivate init(_ touchscreen: FakeTouchscreen, _ settings: PanelSettings) {
        self.touchscreen = touchscreen
        profile = PanelProfile(touchscreen.description, quirks: settings.quirks)
        super.init(of: touchscreen)
    }

    public let profile: PanelProfile
    public var recorded: RecordedDevice { RecordedDevice(touchscreen.description) }
    public var kernelSlots: [KernelSlot] { touchscreen.slots }
    public var currentSlot: Int { touchscreen.currentSlot }
    public func resynchronise() { discardWaiting() }
    public var hasContact: Bool { touchscreen.slots.contains { $0.trackingID >= 0 } }

    public func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult {
        drain(handle)
        return touchscreen.readResult
    }
}

/// The touchscreens that are plugged in.
public final class FakePanels: PanelSource {
    public private(set) var touchscreens: [FakeTouchscreen] = []
    private var handler: ((PanelNotice) -> Void)?
    /// Whether another process opens the nodes, which takes until `answer`.
    public var asksAnother = false
    /// The nodes that are being opened.
    public private(set) var asked: [String] = []
    private var answered: String?
    /// The pointing nodes beside touchscreens, by the touchscreen's node.
    public var pointers: [String: [FakePointer]] = [:]
    /// Returns the error of the next opening of this node; nil if it succeeds.
    public var nextOpeningFailure: (String) -> PanelError? = { _ in nil }
    /// The number of times the present touchscreens were listed.
    public private(set) var looks = 0

    public init() {}

    public func plug(_ touchscreen: FakeTouchscreen) { change(plugging: [touchscreen]) }

    /// Reports changed udev properties.
    public func change(_ touchscreen: FakeTouchscreen) { handler?(.changed([.added(touchscreen.device)])) }

    public func unplug(_ touchscreen: FakeTouchscreen) { change(unplugging: [touchscreen]) }

    /// Reports several changes at once: first the removed touchscreens, then the new ones.
    public func change(unplugging gone: [FakeTouchscreen] = [], plugging new: [FakeTouchscreen] = []) {
        touchscreens.removeAll { one in gone.contains { $0 === one } }
        asked.removeAll { node in gone.contains { $0.identity.source == node } }
        touchscreens += new
        handler?(.changed(gone.map { .removed($0.identity.source) } + new.map { .added($0.device) }))
    }

    /// Takes touchscreens away and plugs others in without notices of it: only a loss of notices is reported.
    ///
    /// - Parameter node: a node whose removal is reported before the loss; nil if none is.
    public func changeUnnoticed(
        unplugging gone: [FakeTouchscreen] = [], plugging new: [FakeTouchscreen] = [], afterRemovalOf node: String? = nil
    ) {
        touchscreens.removeAll { one in gone.contains { $0 === one } }
        touchscreens += new
        asked = []
        handler?(.changed([node.map { .removed($0) }, .missed].compactMap { $0 }))
    }

    /// Forgets the service and its requests, because it has ended.
    func forgetService() {
        handler = nil
        asked = []
    }

    public func present() -> [PanelWatcher.Device] {
        looks += 1
        return touchscreens.map(\.device)
    }

    public func watch(_ handler: @escaping (PanelNotice) -> Void) -> Bool {
        self.handler = handler
        return true
    }

    /// Answers the first pending request to open a node.
    public func answer() {
        guard !asked.isEmpty else { return }
        let node = asked.removeFirst()
        answered = node
        handler?(.answered(node))
        answered = nil
    }

    public func siblings(of node: String) -> [PanelWatcher.Device] { (pointers[node] ?? []).map { PanelWatcher.Device(identity: $0.identity) } }

    public func grabSibling(_ node: String, of panel: String, _ done: @escaping (Result<AnyObject, PanelError>) -> Void) {
        done(pointers[panel]!.first { $0.identity.source == node }!.grab())
    }

    /// The keypads that are plugged in.
    public private(set) var keypads: [FakeKeypad] = []

    public func plug(_ keypad: FakeKeypad) {
        keypads.append(keypad)
        handler?(.changed([.other]))
    }

    public func unplug(_ keypad: FakeKeypad) {
        keypads.removeAll { $0 === keypad }
        handler?(.changed([.removed(keypad.identity.source)]))
    }

    public func presentKeypads() -> [PanelWatcher.Device] { keypads.map { PanelWatcher.Device(identity: $0.identity) } }

    public func openKeypad(_ node: String, _ done: @escaping (Result<any KeypadDevice, PanelError>) -> Void) {
        guard let keypad = keypads.first(where: { $0.identity.source == node }) else {
            return done(.failure(PanelError(node, "there is no such node", code: 2)))
        }
        done(nextOpeningFailure(node).map { .failure($0) } ?? keypad.open())
    }

    /// Reports that a pointing node has come or gone.
    public func changePointers() { handler?(.changed([.other])) }

    public func awaitAnswers() { while !asked.isEmpty { answer() } }

    public func open(_ node: String, _ settings: PanelSettings) throws(PanelError) -> any PanelDevice {
        if asksAnother, answered != node {
            if !asked.contains(node) { asked.append(node) }
            throw PanelError(awaiting: node)
        }
        guard let touchscreen = touchscreens.first(where: { $0.identity.source == node }) else {
            throw PanelError(node, "there is no such node", code: 2)
        }
        if let failure = touchscreen.openingFailure ?? nextOpeningFailure(node) { throw failure }
        return FakePanelDevice(touchscreen, settings)
    }
}

/// A simulated pointing node that belongs to the same USB device as a touchscreen.
public final class FakePointer {
    public let identity: PanelIdentity
    /// The error of grabbing it; nil if it can be grabbed.
    public var failure: PanelError?
    private weak var holder: AnyObject?
    public var isGrabbed: Bool { holder != nil }

    private final class Grab {}

    public init(_ name: String, at node: String, phys: String = "") {
        identity = PanelIdentity(name: name, vendor: 1, product: 2, idPath: "", serial: "", phys: phys, source: node)
    }

    fileprivate func grab() -> Result<AnyObject, PanelError> {
        if let failure { return .failure(failure) }
        let grab = Grab()
        holder = grab
        return .success(grab)
    }
}
