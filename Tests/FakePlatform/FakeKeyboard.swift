import Panels
import Service
import TouchCore

/// touchd's keyboard in the kernel, as a reader sees it.
public final class FakeKeyboard: VirtualDevice {
    public let layout: VirtualKeyboardLayout
    public let inputName: String
    /// The keys that are down, by name.
    public private(set) var down: Set<String> = []
    /// All keys that have ever come down, by name, in order.
    public private(set) var typed: [String] = []
    /// The largest number of events in one write.
    public private(set) var mostEvents = 0
    /// The changes since the last call of `takeChanges`: `+A`, `-A`.
    private var changes: [String] = []
    /// The number of keys down when it was removed.
    public private(set) var downAtEnd: Int?
    /// Called after each change.
    public var changed: (FakeKeyboard) -> Void = { _ in }
    private unowned let owner: FakeVirtualPanels

    init(_ layout: VirtualKeyboardLayout, name: String, _ owner: FakeVirtualPanels) { (self.layout, inputName, self.owner) = (layout, name, owner) }

    /// Returns the changes since the last call, separated by spaces.
    public func takeChanges() -> String {
        defer { changes = [] }
        return changes.joined(separator: " ")
    }

    public func write(_ events: [InputEvent]) -> Int32 {
        if let failure = owner.nextKeyboardWriteFailure() { return failure }
        mostEvents = max(mostEvents, events.count)
        for (number, event) in events.enumerated() where event.type == EventType.key {
            precondition(events[number + 1].type == EventType.syn, "each change is a report")
            // The kernel drops keys that the device does not have, and changes that change nothing.
            guard layout.keys.contains(event.code) else { continue }
            let name = String(KeyName.name(event.code).dropFirst(4))
            if event.value == 1 {
                if !down.insert(name).inserted { continue }
                typed.append(name)
            } else if down.remove(name) == nil {
                continue
            }
            changes.append((event.value == 1 ? "+" : "-") + name)
            changed(self)
            owner.typed(self)
        }
        return 0
    }

    public func destroy() {
        downAtEnd = down.count
        owner.gone(self)
    }

    public func leave() { owner.left(self) }

    func release() { down = [] }
}
