import Glibc
import Panels
import Server
import TouchCore

/// The keyboard of one screen: its device, the keys that are down, and the changes on their way to the device.
final class Keyboard {
    let layout: VirtualKeyboardLayout
    let device: any VirtualDevice
    private(set) var held: HeldKeys
    private var pace = KeyPace()
    private var events: [InputEvent] = []
    private let log: ServiceLog

    init(_ layout: VirtualKeyboardLayout, _ rules: KeyboardRules, _ device: any VirtualDevice, log: ServiceLog) {
        (self.layout, self.device, self.log) = (layout, device, log)
        held = HeldKeys(rules)
    }

    /// Whether so many more changes may wait. Releases always may: there are at most as many as there are keys.
    func hasRoom(for count: Int) -> Bool { pace.hasRoom(for: count) }

    /// Applies all changes of a holder, or none.
    func apply(_ changes: [KeyChange], by holder: HeldKeys.Holder) throws(KeyRefusal) { pace.add(try held.apply(changes, by: holder)) }

    /// Types for a touch that begins or ends in a region. If too much waits, the begin types nothing.
    func apply(_ event: RoutedTouch, _ tree: RegionTree) throws(KeyRefusal) {
        if event.phase == .began, !hasRoom(for: 1) { return }
        pace.add(try held.apply(event, tree))
    }

    /// Presses keys in this order and releases them in reverse order. Returns the reason if none of them is typed.
    func strike(_ keys: [UInt16]) -> String? {
        if !hasRoom(for: 2 * keys.count) { return "\(KeyPace.most) changes of keys wait, which is the limit" }
        do throws(KeyRefusal) { pace.add(try held.strike(keys)) } catch { return error.description }
        return nil
    }

    func release(allOf holder: HeldKeys.Holder) { pace.add(held.release(allOf: holder)) }

    /// Writes the changes that are due. Returns the time of the next ones; nil if none wait.
    func flush(at now: Int64) -> Int64? {
        pace.appendDue(at: now, into: &events)
        write()
        return pace.due
    }

    /// Releases all keys at once, and forgets who holds them.
    func releaseAll() {
        _ = held.releaseAll()
        pace.releaseAll(into: &events)
        write()
    }

    private func write() {
        if events.isEmpty { return }
        let code = device.write(events)
        events.removeAll(keepingCapacity: true)
        if code == 0 { return }
        let why = String(cString: strerror(code))
        log(.virtualPanelUnwritable, few: layout.screen, "cannot write to \(layout.phys): \(why)", .reason(why))
    }
}
