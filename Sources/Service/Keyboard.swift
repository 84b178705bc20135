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
    /// The keys that may be down after a failed write, and the time of the next attempt to release them; nil if no write has failed.
    private var unreleased: (keys: Set<UInt16>, time: Int64)?
    /// The time in µs between two such attempts.
    private static let releaseInterval: Int64 = 1_000_000
    private let log: ServiceLog

    init(_ layout: VirtualKeyboardLayout, _ rules: KeyboardRules, _ device: any VirtualDevice, log: ServiceLog) {
        (self.layout, self.device, self.log) = (layout, device, log)
        held = HeldKeys(rules)
    }

    /// Returns whether applications may see the key down now or soon.
    func mayBeDown(_ key: UInt16) -> Bool { held.isDown(key) || pace.mayBeDown(key) || unreleased?.keys.contains(key) == true }

    /// The reason why no key can be pressed now; nil if keys can.
    var failure: String? { unreleased == nil ? nil : "the kernel does not accept the keyboard's events" }

    /// Returns the reason why so many more changes of a client may not wait; nil if they may. Releases always may: there are at most as many as there
    /// are keys.
    func refusal(of count: Int, byClient client: Int) -> String? { pace.refusal(of: count, by: client) }

    /// Applies all changes of a client, or none.
    func apply(_ changes: [KeyChange], byClient client: Int, isDownElsewhere: (UInt16) -> Bool) throws(KeyRefusal) {
        pace.add(try held.apply(changes, by: .client(client), isDownElsewhere: isDownElsewhere), by: client)
    }

    /// Types for a touch that begins or ends in a region. Returns the reason if the begin types nothing.
    func apply(_ event: RoutedTouch, _ tree: RegionTree, isDownElsewhere: (UInt16) -> Bool) -> String? {
        if event.phase == .began, let refusal = failure ?? pace.refusal(of: 1, by: nil) { return refusal }
        do throws(KeyRefusal) { pace.add(try held.apply(event, tree, isDownElsewhere: isDownElsewhere)) } catch { return error.description }
        return nil
    }

    /// Presses keys in this order and releases them in reverse order. Returns the reason if none of them is typed.
    func strike(_ keys: [UInt16], isDownElsewhere: (UInt16) -> Bool) -> String? {
        if let refusal = failure ?? pace.refusal(of: 2 * keys.count, by: nil) { return refusal }
        do throws(KeyRefusal) { pace.add(try held.strike(keys, isDownElsewhere: isDownElsewhere)) } catch { return error.description }
        return nil
    }

    func release(allOf client: Int) { pace.add(held.release(allOf: .client(client))) }

    /// Writes the changes that are due. Returns the time of the next ones, or of the next attempt to release all keys; nil if nothing waits.
    func flush(at now: Int64) -> Int64? {
        if let unreleased {
            if unreleased.time > now { discardWaiting() } else { release(unreleased.keys, at: now) }
        }
        pace.appendDue(at: now, into: &events)
        write(at: now)
        return pace.due ?? unreleased?.time
    }

    /// Releases all keys at once, and forgets who holds them.
    func releaseAll(at now: Int64) {
        if let unreleased { return release(unreleased.keys, at: now) }
        _ = held.releaseAll()
        pace.releaseAll(into: &events)
        write(at: now)
    }

    private func write(at now: Int64) {
        defer { events.removeAll(keepingCapacity: true) }
        if events.isEmpty { return }
        let code = device.write(events)
        if code == 0 { return }
        // Any of these changes may be lost: the keys that they release are down, and so are those that were down before.
        release(Self.keys(of: events), at: now, after: code)
    }

    private static func keys(of events: [InputEvent]) -> Set<UInt16> { Set(events.filter { $0.type == EventType.key }.map(\.code)) }

    private func logFailure(_ code: Int32) {
        let why = String(cString: strerror(code))
        log(.virtualPanelUnwritable, few: layout.screen, "cannot write to \(layout.phys): \(why)", .reason(why))
    }

    /// Releases these keys and all others that may be down, and forgets who holds them, because it is unknown which are down.
    ///
    /// - Parameter failure: the error of the write that makes this necessary; 0 if it was another one, which is logged.
    private func release(_ keys: Set<UInt16>, at now: Int64, after failure: Int32 = 0) {
        let keys = keys.union(discardWaiting())
        let code = device.write(
            keys.sorted().flatMap {
                [
                    InputEvent(time: 0, type: EventType.key, code: $0, value: 0),
                    InputEvent(time: 0, type: EventType.syn, code: SynCode.report, value: 0),
                ]
            })
        // Only the first of several failures is logged.
        if failure != 0 { logFailure(failure) }
        unreleased = code == 0 ? nil : (keys, now + Self.releaseInterval)
    }

    /// Discards the changes that wait, and forgets who holds keys. Returns the keys that are down according to the reports written so far.
    @discardableResult
    private func discardWaiting() -> Set<UInt16> {
        _ = held.releaseAll()
        var releases: [InputEvent] = []
        pace.releaseAll(into: &releases)
        return Self.keys(of: releases)
    }
}
