import Configuration
import Glibc
import Logging
import Panels
import Server
import TouchCore
import Wire

/// The keypads of the screens: finds, opens and grabs their devices, and passes presses of keys and plugs of jacks to the accessible glass (contract
/// 10, rule F7). Nothing here says which key was pressed, neither in the log nor to clients.
final class Keypads {
    /// A device that a keypad's match is meant for, but that is not used, and the reason.
    private struct Refusal {
        let device: PanelWatcher.Device
        let id: String?
        let reason: String
        /// Whether the device is being opened.
        var isAwaited = false
    }

    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let source: any PanelSource
    private let loop: EventLoop
    private let log: ServiceLog
    private let file: String
    private var matcher: PanelMatcher
    /// The settings of the keypads, in the order of the matcher's entries.
    private var settings: [KeypadSettings]
    private var open: [OpenKeypad] = []
    private var refused: [Refusal] = []
    /// The nodes being opened, each with the number of its attempt. An answer to an earlier attempt is ignored.
    private var opening: [String: Int] = [:]
    private var attempts = 0
    private var timer: EventLoop.Timer!
    /// The time in µs between attempts to open or grab a keypad.
    private static let retryInterval: Int64 = 2_000_000
    /// Called before a key counts, so that the state of the screen's display is known.
    var willPress: (_ screen: Int) -> Void = { _ in }

    init(
        _ settings: Settings, file: String, _ panels: PanelTable, _ dispatcher: TouchDispatcher, source: any PanelSource, loop: EventLoop,
        log: ServiceLog
    ) {
        (self.panels, self.dispatcher, self.source, self.loop, self.log, self.file) = (panels, dispatcher, source, loop, log, file)
        matcher = PanelMatcher(keypadsOf: settings, file: file)
        self.settings = settings.screens.flatMap(\.keypads)
        timer = loop.timer { [unowned self] in retry() }
    }

    // MARK: Devices

    /// Applies a configuration. Keypads whose entry has changed are opened again.
    func use(_ new: Settings) {
        matcher = PanelMatcher(keypadsOf: new, file: file)
        settings = new.screens.flatMap(\.keypads)
        let screens = new.screens.map(\.spec.id)
        for keypad in open {
            keypad.screen = screens.firstIndex { keypad.id == "\($0)/\(keypad.settings.id)" }
            if let index = matcher.entries.firstIndex(where: { $0.settings.id == keypad.id }), settings[index] == keypad.settings {
                // The screen's section may be new, and then it knows of no plug.
                plugIn(keypad)
            } else {
                remove(keypad)
            }
        }
        opening = [:]
        update()
    }

    /// Opens the keypads that are present and not open yet.
    func update() {
        if matcher.entries.isEmpty {
            refused = []
            return
        }
        let before = refused
        refused = before.filter { $0.isAwaited && opening[$0.device.node] != nil }
        var held: [Int: PanelIdentity] = [:]
        for keypad in open { if let index = matcher.entries.firstIndex(where: { $0.settings.id == keypad.id }) { held[index] = keypad.identity } }
        let idle = source.presentKeypads().filter { device in
            !open.contains { $0.device.node == device.node } && panels.panel(atNode: device.node) == nil
        }
        for (device, answer) in zip(idle, matcher.assign(idle.map(\.identity), holding: held)) where opening[device.node] == nil {
            switch answer {
            case .refused(let why): if matcher.isMeant(for: device.identity) { refuse(device, nil, why, unlessIn: before) }
            case .matched(let index): open(device, index, unlessIn: before)
            }
        }
    }

    private func refuse(_ device: PanelWatcher.Device, _ id: String?, _ why: String, unlessIn known: [Refusal]) {
        refused.append(Refusal(device: device, id: id, reason: why))
        if known.contains(where: { $0.device.node == device.node && $0.reason == why }) { return }
        log(.deviceUnused, "\(device.identity.summary) is not used: \(why)", .device(device.node), .reason(why))
    }

    private func open(_ device: PanelWatcher.Device, _ index: Int, unlessIn known: [Refusal]) {
        attempts += 1
        let attempt = attempts
        let id = matcher.entries[index].settings.id
        opening[device.node] = attempt
        refused.append(Refusal(device: device, id: id, reason: "it is being opened", isAwaited: true))
        source.openKeypad(device.node) { [weak self] result in
            guard let self, opening[device.node] == attempt else { return }
            opening[device.node] = nil
            refused.removeAll { $0.isAwaited && $0.device.node == device.node }
            guard let index = matcher.entries.firstIndex(where: { $0.settings.id == id }) else { return }
            switch result {
            case .success(let opened): add(opened, device.identity, index)
            case .failure(let error):
                refuse(device, id, error.message, unlessIn: known)
                if error.mayPass || error.isCausedByAnotherProcess { timer.set(after: Self.retryInterval) }
            }
        }
    }

    private func add(_ device: any KeypadDevice, _ identity: PanelIdentity, _ index: Int) {
        let entry = matcher.entries[index]
        let keypad = OpenKeypad(device, identity, id: entry.settings.id, screen: entry.screen, settings[index])
        open.append(keypad)
        logMessage(.keypadOpened, "keypad \(keypad.id) is \(identity.summary)", keypad)
        let missing = keypad.missing
        if !missing.isEmpty {
            logMessage(.keypadLacks, "keypad \(keypad.id): \(identity.summary) does not have \(missing.joined(separator: ", "))", keypad)
        }
        grab(keypad)
        // `self` is captured strongly, as for panels. The loop releases the handler when the keypad is removed.
        device.watch(on: loop) { [self] in read(keypad) }
        readSwitches(keypad, at: loop.now())
    }

    /// Grabs a keypad, once no key of it is down, because other readers have to see the keys go up that they have seen come down.
    private func grab(_ keypad: OpenKeypad) {
        if keypad.device.isGrabbed || !keypad.keysDown.isEmpty { return }
        do throws(PanelError) {
            try keypad.device.grab()
            keypad.grabFailure = nil
            // Other readers may have seen a key that came down just before the grab.
            keypad.keysDown = keypad.device.keysDown
            if !keypad.keysDown.isEmpty { keypad.device.releaseGrab() }
        } catch {
            if keypad.grabFailure != error.message {
                logMessage(.keypadNotGrabbed, "keypad \(keypad.id): \(error.message); its keys also reach other programs", keypad)
            }
            keypad.grabFailure = error.message
            timer.set(after: Self.retryInterval)
        }
    }

    private func retry() {
        for keypad in open { grab(keypad) }
        update()
    }

    /// Handles a node that is gone.
    func unplugged(_ node: String) {
        opening[node] = nil
        refused.removeAll { $0.device.node == node }
        if let keypad = open.first(where: { $0.device.node == node }) { remove(keypad) }
    }

    /// Closes a keypad: its keys count as released, and the plugs of its jacks as out.
    private func remove(_ keypad: OpenKeypad) {
        open.removeAll { $0 === keypad }
        keypad.device.unwatch(on: loop)
        let now = loop.now()
        releaseKeys(keypad, at: now)
        let jacks = keypad.pluggedIn
        keypad.switchesOn = []
        for jack in jacks.sorted() { setJack(jack, keypad, at: now) }
        logMessage(.keypadGone, "keypad \(keypad.id), \(keypad.identity.summary), is gone", keypad)
    }

    // MARK: Events

    /// Processes everything that the keypads have reported.
    func readAll() { for keypad in open { read(keypad) } }

    private func read(_ keypad: OpenKeypad) {
        var hasDropped = false
        let result = keypad.device.read { events in
            for event in events where !hasDropped {
                if event.type == EventType.syn, event.code == SynCode.dropped { hasDropped = true } else { process(event, keypad) }
            }
        }
        if hasDropped { resynchronise(keypad) }
        grab(keypad)
        switch result {
        case .drained: break
        case .removed:
            unplugged(keypad.device.node)
            // Another device may have taken the node already.
            timer.set(after: Self.retryInterval)
        case .failed(let code):
            let device = keypad.device.node
            remove(keypad)
            log(
                .keypadUnreadable, "keypad \(keypad.id) cannot be read: \(String(cString: strerror(code))); opening it again", .device(device),
                .reason(String(cString: strerror(code))))
            timer.set(after: Self.retryInterval)
        }
    }

    private func process(_ event: InputEvent, _ keypad: OpenKeypad) {
        guard let screen = keypad.screen else { return }
        let time = min(event.time, loop.now())
        switch (event.type, event.value) {
        case (EventType.key, 0):
            if keypad.keysDown.remove(event.code) != nil { dispatcher.release(keypad.key(event.code), screen: screen, at: time) }
        case (EventType.key, 1):
            keypad.keysDown.insert(event.code)
            willPress(screen)
            dispatcher.press(keypad.key(event.code), keypad.actions[event.code], keypad.settings.timing, screen: screen, at: time)
        // The kernel's repetition (2) has no meaning here: `repeat` of the keypad has its own times.
        case (EventType.sw, let value) where keypad.jacks[event.code] != nil:
            if value != 0 { keypad.switchesOn.insert(event.code) } else { keypad.switchesOn.remove(event.code) }
            setJack(keypad.jacks[event.code]!, keypad, at: time)
        default: break
        }
    }

    private func releaseKeys(_ keypad: OpenKeypad, at time: Int64) {
        guard let screen = keypad.screen else { return }
        for code in keypad.keysDown { dispatcher.release(keypad.key(code), screen: screen, at: time) }
    }

    /// Continues from the kernel's state after it has dropped events: keys count as released, because a release may be among what was lost.
    private func resynchronise(_ keypad: OpenKeypad) {
        // Discards the events that were queued before the state is read.
        _ = keypad.device.read { _ in }
        let now = loop.now()
        releaseKeys(keypad, at: now)
        keypad.keysDown = keypad.device.keysDown
        readSwitches(keypad, at: now)
        log(
            .keypadEventsDropped, few: keypad.id, "keypad \(keypad.id): the kernel dropped events; touchd read its switches again",
            .device(keypad.identity.source))
    }

    private func readSwitches(_ keypad: OpenKeypad, at time: Int64) {
        if keypad.jacks.isEmpty { return }
        keypad.switchesOn = keypad.device.switchesOn.filter { keypad.jacks[$0] != nil }
        for jack in Set(keypad.jacks.values).sorted() { setJack(jack, keypad, at: time) }
    }

    /// Reports all plugs that are in.
    private func plugIn(_ keypad: OpenKeypad) { for jack in keypad.pluggedIn.sorted() { setJack(jack, keypad, at: loop.now()) } }

    /// Reports a jack's state. A plug is in if any keypad of the screen says so.
    private func setJack(_ jack: String, _ keypad: OpenKeypad, at time: Int64) {
        guard let screen = keypad.screen else { return }
        let isIn = keypad.pluggedIn.contains(jack) || open.contains { $0.screen == screen && $0.pluggedIn.contains(jack) }
        dispatcher.setJack(jack, isIn: isIn, screen: screen, at: time)
    }

    private func logMessage(_ kind: MessageKind, _ text: String, _ keypad: OpenKeypad) {
        log(kind, text, .screen(keypad.screen.flatMap(dispatcher.screenID)), .device(keypad.identity.source))
    }

    // MARK: Queries

    /// The devices that are keypads, or that a keypad's match is meant for.
    var entries: [DeviceEntry] {
        open.map { keypad in
            let mark = keypad.settings.mark
            let grab =
                keypad.device.isGrabbed ? DeviceEntry.grabbed : "not grabbed\(keypad.grabFailure.map { ": \($0)" } ?? ", because a key is down")"
            return entry(keypad.identity, keypad.id, "matched by \(file):\(mark.line):\(mark.column); \(grab)")
        } + refused.map { entry($0.device.identity, $0.id, $0.isAwaited ? $0.reason : "refused: \($0.reason)") }
    }

    private func entry(_ identity: PanelIdentity, _ id: String?, _ reason: String) -> DeviceEntry {
        var entry = DeviceEntry(
            node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product, idPath: identity.idPath ?? "",
            phys: identity.phys ?? "", panel: nil, reason: reason)
        entry.keypad = id ?? ""
        return entry
    }
}
