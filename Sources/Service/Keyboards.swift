import Configuration
import Panels
import Server
import TouchCore
import Wire

/// The keyboards of the screens. Regions with a `keyCode` and clients type on them (contract 8, Typing).
final class Keyboards: KeyTypist {
    private let source: (any VirtualPanelSource)?
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private let log: ServiceLog
    /// The name of this touchd among several on the machine.
    private let instance: String?
    /// The keyboards, by the screen's id.
    private var keyboards: [String: Keyboard] = [:] { didSet { dispatcher.hasKeyboards = !keyboards.isEmpty } }
    /// The reasons, as logged, why screens have no keyboard.
    private var failures: [String: String] = [:]
    private var timer: EventLoop.Timer!
    private var retryTimer: EventLoop.Timer!

    init(_ source: (any VirtualPanelSource)?, _ dispatcher: TouchDispatcher, instance: String?, loop: EventLoop, log: ServiceLog) {
        (self.source, self.dispatcher, self.instance, self.loop, self.log) = (source, dispatcher, instance, loop, log)
        timer = loop.timer { [unowned self] in flush() }
        retryTimer = loop.timer { [unowned self] in update() }
    }

    // MARK: Their life

    /// The `phys` of the keyboards of all screens that have the key `keyboard`.
    var phys: Set<String> {
        Set(screens.filter { $0.keyboard != nil }.map { VirtualKeyboardLayout.phys(ofScreen: $0.id, instance) })
    }

    private var screens: [RegionDirectory.Screen] { dispatcher.pipeline.tree.screens }

    /// Creates the keyboards that are missing, and removes those that are no longer needed. A keyboard whose list of keys has changed becomes a new device.
    func update() {
        guard let source else { return }
        var wanted: Set<String> = []
        for screen in screens {
            guard let rules = screen.keyboard else { continue }
            let layout = VirtualKeyboardLayout(ofScreen: screen.id, rules, instance: instance)
            // The kernel has no keyboard without keys.
            if layout.keys.isEmpty { continue }
            wanted.insert(screen.id)
            if let old = keyboards[screen.id] {
                if old.layout == layout { continue }
                end(old)
            }
            make(layout, rules, source)
        }
        for (screen, keyboard) in keyboards where !wanted.contains(screen) { end(keyboard) }
    }

    /// Updates the keyboards after a reload, and tries failed ones again.
    func reloaded() {
        failures = [:]
        update()
        dispatcher.pipeline.lendTree { tree in
            for (region, reason) in RegionKeys.flaws(in: tree) {
                let (screen, id) = (tree.screens[tree[region].screen].id, tree[region].id)
                log(.keyNotTyped, "screen \(screen): region \(id) types no key: \(reason)", .screen(screen), .region(id))
            }
        }
    }

    private func make(_ layout: VirtualKeyboardLayout, _ rules: KeyboardRules, _ source: any VirtualPanelSource) {
        let screen = layout.screen
        do {
            let device = try source.make(layout)
            keyboards[screen] = Keyboard(layout, rules, device, log: log)
            failures[screen] = nil
            log(
                .keyboardMade, "screen \(screen): touchd types on \"\(layout.name)\" (\(device.inputName))", .screen(screen),
                .device(device.inputName))
        } catch {
            if VirtualPanels.mayPass(error) { retryTimer.set(after: VirtualPanels.retryInterval) }
            if failures.updateValue(error.description, forKey: screen) == error.description { return }
            log(.keyboardNotMade, "screen \(screen): touchd cannot type: \(error)", .screen(screen), .reason("\(error)"))
        }
    }

    private func end(_ keyboard: Keyboard) {
        keyboards[keyboard.layout.screen] = nil
        keyboard.releaseAll(at: loop.now())
        keyboard.device.destroy()
    }

    /// Releases all keys, and leaves the devices for the next run.
    func shutDown() {
        for keyboard in keyboards.values {
            keyboard.releaseAll(at: loop.now())
            keyboard.device.leave()
        }
        keyboards = [:]
        timer.clear()
    }

    // MARK: Regions

    /// Types for the touches that begin and end in these frames.
    func process(_ frames: borrowing FrameBuffer) {
        for index in 0..<frames.count {
            for event in frames[index].events where !event.isMove && event.receiver != nil { type(event) }
        }
        flush()
    }

    private func type(_ event: RoutedTouch) {
        dispatcher.pipeline.lendTree { tree in
            // A touch types on its screen's keyboard; its end is looked for everywhere, because the region may be gone.
            let isBegin = event.phase == .began
            if isBegin, RegionKeys.keyCode(of: event.receiver!, in: tree) == nil { return }
            for keyboard in keyboards.values {
                let screen = keyboard.layout.screen
                if isBegin, tree.screens[tree[event.receiver!].screen].id != screen { continue }
                guard let refusal = keyboard.apply(event, tree, isDownElsewhere: { isDown($0, besides: keyboard) }) else { continue }
                let id = tree[event.receiver!].id
                log(.keyNotTyped, few: id, "screen \(screen): region \(id) types no key: \(refusal)", .screen(screen), .region(id))
            }
        }
    }

    /// Returns whether applications may see the key down on another keyboard, now or soon. They combine the keys of all keyboards.
    private func isDown(_ key: UInt16, besides keyboard: Keyboard) -> Bool {
        keyboards.count > 1 && keyboards.values.contains { $0 !== keyboard && $0.mayBeDown(key) }
    }

    // MARK: Gestures

    /// Presses the keys of a gesture in their order, and releases them in reverse order. If too much waits, nothing is typed.
    func strike(_ keys: [UInt16], forGesture id: String, onScreen screen: String) {
        if keys.isEmpty { return }
        let refusal: String?
        if let keyboard = keyboards[screen] {
            refusal = keyboard.strike(keys) { isDown($0, besides: keyboard) }
            flush()
        } else {
            refusal = failures[screen] ?? "the screen has no keyboard"
        }
        guard let refusal else { return }
        log(.gestureKeysNotTyped, few: id, "screen \(screen): gesture \(id) types no keys: \(refusal)", .screen(screen), .command(id))
    }

    // MARK: Clients

    func type(_ keys: [KeyChange], onScreen screen: Int, by client: Int) throws(RequestError) {
        let id = screens[screen].id
        guard let keyboard = keyboards[id] else {
            if screens[screen].keyboard == nil {
                throw RequestError(
                    "screen \"\(id)\" has no keyboard", code: .notFound, hint: "give the screen a \"keyboard\" in the configuration")
            }
            let why = failures[id].map { ": \($0)" } ?? ""
            throw RequestError("the keyboard of screen \"\(id)\" could not be created\(why)", code: .notFound, hint: "see touchd's log")
        }
        if let failure = keyboard.failure, keys.contains(where: \.isDown) {
            throw RequestError("screen \"\(id)\": \(failure)", code: .notAllowed, hint: "see touchd's log")
        }
        if let refusal = keyboard.refusal(of: keys.count, byClient: client) {
            throw RequestError(
                "screen \"\(id)\": \(refusal)", code: .notAllowed,
                hint: "wait for the reply to a request before you send the next one, and type more slowly")
        }
        do throws(KeyRefusal) { try keyboard.apply(keys, byClient: client) { isDown($0, besides: keyboard) } } catch {
            throw RequestError(
                error.description, code: .notAllowed,
                hint: "docs/configuration.md, Keyboard, says which keys can be typed; no key of this request was typed")
        }
        flush()
    }

    func release(allOf client: Int, onScreen screen: String?) {
        for keyboard in keyboards.values where screen == nil || keyboard.layout.screen == screen { keyboard.release(allOf: client) }
        flush()
    }

    private func flush() {
        let now = loop.now()
        var next: Int64?
        for keyboard in keyboards.values {
            if let due = keyboard.flush(at: now) { next = min(next ?? .max, due) }
        }
        if let next { timer.set(after: max(1, next - now)) }
    }
}
