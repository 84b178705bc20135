import Panels
import Service
import TouchCore

/// Simulates uinput and the service manager's descriptor store.
public final class FakeVirtualPanels: VirtualPanelSource {
    /// The existing devices, in the order of creation.
    public private(set) var devices: [FakeVirtualPanel] = []
    /// The devices that the service has left.
    public private(set) var kept: [FakeVirtualPanel] = []
    /// The existing keyboards, in the order of creation.
    public private(set) var keyboards: [FakeKeyboard] = []
    /// The keyboards that the service has left.
    public private(set) var keptKeyboards: [FakeKeyboard] = []
    /// The number of devices created, without those continued after a restart.
    public private(set) var made = 0
    /// The error of creating a device; nil if it succeeds.
    public var failure: PanelError?
    /// Whether a store keeps the devices when the service ends.
    public var hasStore = false
    /// Returns the error of the next creation of a device; nil if it succeeds.
    public var nextFailure: () -> PanelError? = { nil }
    /// Returns the errno of the next write to a virtual panel, and to a keyboard; nil if it succeeds.
    public var nextPanelWriteFailure: () -> Int32? = { nil }
    public var nextKeyboardWriteFailure: () -> Int32? = { nil }
    /// Called with each write to a virtual panel, with each that is about to be removed, and with each keyboard on which a key has changed.
    public var written: (FakeVirtualPanel, [InputEvent]) -> Void = { _, _ in }
    public var removed: (FakeVirtualPanel) -> Void = { _ in }
    public var typed: (FakeKeyboard) -> Void = { _ in }
    /// Whether the writes are kept as texts.
    public var recordsWrites = true

    public init() {}

    public func make(_ layout: VirtualPanelLayout, orServing isServing: Bool) throws(PanelError) -> any VirtualPanelDevice {
        if let failure = failure ?? nextFailure() { throw failure }
        if let index = kept.firstIndex(where: { $0.layout.phys == layout.phys }) {
            let device = kept.remove(at: index)
            device.release()
            if device.layout == layout || isServing && device.layout.serves(layout) { return device }
            device.destroy()
        }
        made += 1
        let device = FakeVirtualPanel(layout, name: "input\(100 + made)", self)
        devices.append(device)
        return device
    }

    public func make(_ layout: VirtualKeyboardLayout) throws(PanelError) -> any VirtualDevice {
        if let failure = failure ?? nextFailure() { throw failure }
        if let index = keptKeyboards.firstIndex(where: { $0.layout.phys == layout.phys }) {
            let device = keptKeyboards.remove(at: index)
            device.release()
            if device.layout == layout { return device }
            device.destroy()
        }
        made += 1
        let device = FakeKeyboard(layout, name: "input\(100 + made)", self)
        keyboards.append(device)
        return device
    }

    public func discardKept(except wanted: Set<String>) {
        for device in keptKeyboards where !wanted.contains(device.layout.phys) {
            device.release()
            device.destroy()
        }
        keptKeyboards.removeAll { !wanted.contains($0.layout.phys) }
        for device in kept where !wanted.contains(device.layout.phys) {
            device.release()
            device.destroy()
        }
        kept.removeAll { !wanted.contains($0.layout.phys) }
    }

    /// Simulates killing the service.
    public func kill() {
        if hasStore { (kept, keptKeyboards) = (devices, keyboards) } else { (devices, keyboards) = ([], []) }
    }

    fileprivate func left(_ device: FakeVirtualPanel) { if hasStore { kept.append(device) } else { device.destroy() } }
    fileprivate func gone(_ device: FakeVirtualPanel) { devices.removeAll { $0 === device } }
    func left(_ device: FakeKeyboard) { if hasStore { keptKeyboards.append(device) } else { device.destroy() } }
    func gone(_ device: FakeKeyboard) { keyboards.removeAll { $0 === device } }
}

/// A virtual panel in the kernel, as a reader sees it.
public final class FakeVirtualPanel: VirtualPanelDevice {
    public let layout: VirtualPanelLayout
    public let inputName: String
    /// The kernel's slots.
    public private(set) var slots: [KernelSlot]
    private var current = 0
    /// Each write as its events: `slot 0`, `id 3`, `x 10`, …, `|` at each SYN_REPORT.
    public private(set) var writes: [String] = []
    /// The number of contacts down when it was removed.
    public private(set) var downAtEnd: Int?
    /// Whether the last write failed, so that its events are lost.
    public private(set) var hasLost = false
    private unowned let owner: FakeVirtualPanels

    fileprivate init(_ layout: VirtualPanelLayout, name: String, _ owner: FakeVirtualPanels) {
        (self.layout, inputName, self.owner) = (layout, name, owner)
        slots = Array(repeating: KernelSlot(trackingID: -1, values: ContactValues()), count: layout.slots)
    }

    /// The number of contacts down.
    public var down: Int { slots.count { $0.trackingID >= 0 } }

    /// Returns the writes since the last call.
    public func takeWrites() -> [String] {
        defer { writes = [] }
        return writes
    }

    public func write(_ events: [InputEvent]) -> Int32 {
        let failure = owner.nextPanelWriteFailure()
        hasLost = failure != nil
        if let failure { return failure }
        apply(events)
        return 0
    }

    private func apply(_ events: [InputEvent]) {
        for event in events where event.type == EventType.abs {
            if event.code == AbsCode.mtSlot {
                current = Int(event.value)
            } else if event.code == AbsCode.mtTrackingID {
                slots[current].trackingID = event.value
            } else {
                _ = slots[current].values.set(axis: event.code, to: event.value)
            }
        }
        if owner.recordsWrites { writes.append(events.map(Self.text).joined(separator: " ")) }
        owner.written(self, events)
    }

    public func destroy() {
        downAtEnd = down
        owner.removed(self)
        owner.gone(self)
    }

    public func leave() { owner.left(self) }

    fileprivate func release() {
        hasLost = false
        apply(VirtualContacts.release(slots: slots.count, time: 0, hasToolType: layout.axes[AbsCode.mtToolType] != nil))
    }

    public static func text(_ event: InputEvent) -> String {
        let names: [UInt16: String] = [
            AbsCode.mtSlot: "slot", AbsCode.mtTrackingID: "id", AbsCode.mtPositionX: "x", AbsCode.mtPositionY: "y", AbsCode.x: "X",
            AbsCode.y: "Y", AbsCode.mtToolType: "tool", AbsCode.mtPressure: "pressure", AbsCode.mtTouchMajor: "major",
            AbsCode.mtTouchMinor: "minor", AbsCode.mtOrientation: "orientation",
        ]
        switch event.type {
        case EventType.syn: return "|"
        case EventType.key: return event.value == 1 ? "touch" : "up"
        default: return "\(names[event.code] ?? "\(event.code)") \(event.value)"
        }
    }
}
