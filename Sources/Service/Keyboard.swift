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

    /// Returns whether applications may see the key down now or soon.
    func mayBeDown(_ key: UInt16) -> Bool { held.isDown(key) || pace.mayBeDown(key) }

    /// Returns the reason why so many more changes of a client may not wait; nil if they may. Releases always may: there are at most as many as there
    /// are keys.
    func refusal(of count: Int, byClient client: Int) -> String? { pace.refusal(of: count, by: client) }

    /// Applies all changes of a client, or none.
    func apply(_ changes: [KeyChange], byClient client: Int, isDownElsewhere: (UInt16) -> Bool) throws(KeyRefusal) {
        pace.add(try held.apply(changes, by: .client(client), isDownElsewhere: isDownElsewhere), by: client)
    }

    /// Types for a touch that begins or ends in a region. Returns the reason if the begin types nothing.
    func apply(_ event: RoutedTouch, _ tree: RegionTree, isDownElsewhere: (UInt16) -> Bool) -> String? {
        if event.phase == .began, let refusal = pace.refusal(of: 1, by: nil) { return refusal }
        do throws(KeyRefusal) { pace.add(try held.apply(event, tree, isDownElsewhere: isDownElsewhere)) } catch { return error.description }
        return nil
    }

    /// Presses keys in this order and releases them in reverse order. Returns the reason if none of them is typed.
    func strike(_ keys: [UInt16], isDownElsewhere: (UInt16) -> Bool) -> String? {
        if let refusal = pace.refusal(of: 2 * keys.count, by: nil) { return refusal }
        do throws(KeyRefusal) { pace.add(try held.strike(keys, isDownElsewhere: isDownElsewhere)) } catch { return error.description }
        return nil
    }

    func release(allOf client: Int) { pace.add(held.release(allOf: .client(client))) }

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
