import FakePlatform
import Glibc
import Panels
import TouchCore

/// The machine that the service runs on: its touchscreens, displays, terminals and sleep.
final class Machine {
    let system: FakeSystem
    private(set) var glasses: [Glass] = []
    /// Whether the display is off and the service has been informed.
    private(set) var isKnownToBeOff = false
    private var nodes = 0
    private let random: Chance
    private let faults: Faults
    private let keypad = FakeKeypad(
        "keypad", at: "/dev/input/event90", keys: ["KEY_UP", "KEY_DOWN", "KEY_ENTER", "KEY_F15", "KEY_HELP"], switches: ["SW_HEADPHONE_INSERT"])
    private var hasKeypad = false
    /// The panels whose times cannot be trusted, because a touchscreen that lies was plugged in for them.
    private(set) var liars: Set<String> = []

    init(_ system: FakeSystem, _ random: Chance, _ faults: Faults) {
        self.system = system
        self.random = random
        self.faults = faults
        system.outputs.states = [Kiosk.output: .on]
        let codes = [EMFILE, ENFILE, ENOMEM, EIO, EBUSY, EACCES, ENODEV]
        func failure(_ call: String, _ node: String, times: Int = 10) -> PanelError? {
            faults.code(call, codes, times: times).map { PanelError(node, "the simulation refuses it", code: $0) }
        }
        system.panels.nextOpeningFailure = { failure("open of a device", $0) }
        system.virtualPanels.nextFailure = { failure("open of uinput", "/dev/uinput", times: 20) }
        system.virtualPanels.nextPanelWriteFailure = { faults.code("write to a virtual panel", [EIO, ENODEV, EAGAIN], times: 10) }
        system.virtualPanels.nextKeyboardWriteFailure = { faults.code("write to a keyboard", [EIO, ENODEV, EAGAIN], times: 10) }
        system.virtualPanels.hasStore = random.oneIn(2)
        system.panels.asksAnother = random.oneIn(3)
    }

    // MARK: Touchscreens

    /// Moves fingers on some of the touchscreens.
    func touch(at time: Int64) {
        for glass in glasses where random.oneIn(2) {
            glass.move(at: time, random)
            // Sometimes the reader is late, and several reports wait.
            if !random.oneIn(5) { glass.wake() }
        }
    }

    /// Reads what a torn read has left.
    func readRest() { for glass in glasses where glass.touchscreen.hasWaiting && random.oneIn(2) { glass.wake() } }

    // MARK: Keypads and clocks

    /// Presses or releases a key of the keypad, or puts a plug into its jack or out of it; or plugs the keypad in or out.
    func key(at time: Int64) {
        if !hasKeypad || random.oneIn(20) {
            hasKeypad.toggle()
            return hasKeypad ? system.panels.plug(keypad) : system.panels.unplug(keypad)
        }
        if faults.isActive, random.oneIn(20) {
            faults.count("device: SYN_DROPPED of a keypad")
            keypad.overflow(at: time)
            return keypad.wake()
        }
        if random.oneIn(4) {
            keypad.send("SW_HEADPHONE_INSERT", Int32(random(2)), at: time)
        } else {
            let key = random.pick(["KEY_UP", "KEY_DOWN", "KEY_DOWN", "KEY_ENTER", "KEY_F15", "KEY_HELP"])!
            keypad.send(key, Int32(random(3)), at: time)
        }
        keypad.wake()
    }

    /// Sets the wall clock, far or near.
    func setClock() {
        let hours = random.oneIn(3) ? Int64(random(200_000)) - 100_000 : Int64(random(5)) - 2
        faults.count("the wall clock is set")
        system.wallClock += hours * 3600 + Int64(random(3600))
        system.interruptions.sleep(0)
    }

    /// The time of the oldest unread report; nil if none waits.
    var oldestUnread: Int64? { glasses.compactMap(\.unreadSince).min() }

    func plug(_ name: String) { system.panels.plug(add(name).touchscreen) }

    /// Adds a touchscreen, which the service has no notice of yet.
    ///
    /// - Parameter number: the number of its node; nil for a new one.
    private func add(_ name: String, _ number: Int? = nil) -> Glass {
        let glass = Glass(name, number ?? nodes, lies: faults.isActive && random.oneIn(5), faults)
        if number == nil { nodes += 1 }
        glasses.append(glass)
        if glass.lies { liars.insert(glass.panel) }
        let touchscreen = glass.touchscreen
        touchscreen.nextGrabFailure = { [faults, unowned touchscreen] in
            faults.code("grab", [EBUSY, ENODEV], times: 10).map { PanelError(touchscreen.identity.source, "the simulation refuses it", code: $0) }
        }
        touchscreen.readable = { [faults, random] count in
            guard faults.isActive, count > 1, random.oneIn(8) else { return count }
            faults.count("read of a device ends in a report")
            return 1 + random(count - 1)
        }
        return glass
    }

    /// Has the process that opens devices for touchd answer some of its requests.
    func answer() {
        while !system.panels.asked.isEmpty, random.oneIn(3) {
            faults.count("a device is opened late")
            system.panels.answer()
        }
    }

    func replug() {
        let isUnnoticed = faults.isActive && random.oneIn(3)
        if isUnnoticed { faults.count("notices of udev are lost") }
        if glasses.count > 2, random.oneIn(2) {
            let glass = glasses.remove(at: random(glasses.count))
            if isUnnoticed { return replaceUnnoticed(glass) }
            if random.oneIn(3) {
                glass.touchscreen.readResult = .removed
                glass.wake()
            }
            system.panels.unplug(glass.touchscreen)
        } else if glasses.count < 6 {
            let name = random.pick(["s0", "s1", "t0", "x0"])!
            if isUnnoticed { system.panels.changeUnnoticed(plugging: [add(name).touchscreen]) } else { plug(name) }
        } else if isUnnoticed {
            system.panels.changeUnnoticed()
        }
    }

    /// Takes a touchscreen away while notices are lost. Perhaps the same or another one is plugged in, perhaps at the same node.
    private func replaceUnnoticed(_ gone: Glass) {
        gone.touchscreen.readResult = .removed
        if random.oneIn(2) { return system.panels.changeUnnoticed(unplugging: [gone.touchscreen]) }
        let name = random.oneIn(2) ? gone.name : random.pick(["s0", "s1", "t0", "x0"])!
        let new = add(name, random.oneIn(2) ? gone.number : nil)
        let node = random.oneIn(2) ? gone.touchscreen.identity.source : "/dev/input/event91"
        system.panels.changeUnnoticed(unplugging: [gone.touchscreen], plugging: [new.touchscreen], afterRemovalOf: node)
    }

    func drop(at time: Int64) {
        guard let glass = random.pick(glasses) else { return }
        faults.count("device: SYN_DROPPED")
        glass.drop(at: time, random)
        glass.wake()
    }

    /// Makes a touchscreen fail to be read, and then for a while to be opened; or repairs it.
    func fail() {
        guard let glass = random.pick(glasses) else { return }
        let touchscreen = glass.touchscreen
        if random.oneIn(3) {
            faults.count("read of a device EIO")
            touchscreen.readResult = .failed(EIO)
            touchscreen.openingFailure = PanelError(touchscreen.identity.source, "cannot open it: it is broken", code: EIO)
            glass.wake()
        } else {
            touchscreen.readResult = .drained
            touchscreen.openingFailure = nil
        }
    }

    /// Returns the names of touchscreens that should be open and are not: working ones without a duplicate.
    func unopened(_ names: [String]) -> [String] {
        names.filter { name in
            let those = glasses.filter { $0.touchscreen.identity.name == "panel \(name)" }
            return those.count == 1 && !those[0].touchscreen.isOpen
        }
    }

    // MARK: Other hardware

    /// Turns the display on or off, sometimes without a notification.
    func turnDisplay() {
        let isOn = random.oneIn(2)
        system.outputs.states[Kiosk.output] = isOn ? .on : .off("turned off")
        let isSaid = random.oneIn(2)
        if isSaid { system.outputs.change() }
        isKnownToBeOff = !isOn && (isSaid || isKnownToBeOff)
    }

    /// Switches terminals. Returns whether another terminal is shown.
    func switchTerminal() -> Bool {
        let before = system.interruptions.shownTerminal
        system.interruptions.show("tty\(1 + random(3))")
        return system.interruptions.shownTerminal != before
    }

    /// Returns whether the machine slept; otherwise only its clock was set.
    func sleep() -> Bool {
        let time: Int64 = random.oneIn(2) ? 0 : 5_000_000
        system.interruptions.sleep(time)
        return time > 0
    }

    /// Makes reading a file slow, makes it hang, or finishes it.
    func delayReading() {
        let jobs = system.configuration.jobs
        switch random(3) {
        case 0: system.configuration.isSlow.toggle()
        case 1: jobs.last { $0.value == nil && !$0.hangs }?.hangs = true
        default: jobs.last { $0.value == nil }?.finish()
        }
    }

    /// Repairs everything, reads everything, and lifts all fingers and keys.
    func rest(at time: Int64) {
        faults.stop()
        if hasKeypad {
            for key in ["KEY_UP", "KEY_DOWN", "KEY_ENTER", "KEY_F15", "KEY_HELP", "SW_HEADPHONE_INSERT"] { keypad.send(key, 0, at: time) }
            keypad.wake()
        }
        system.configuration.isSlow = false
        for job in system.configuration.jobs where job.value == nil { job.finish() }
        system.panels.asksAnother = false
        system.panels.awaitAnswers()
        system.outputs.states[Kiosk.output] = .on
        system.outputs.change()
        isKnownToBeOff = false
        for glass in glasses {
            glass.touchscreen.readResult = .drained
            glass.touchscreen.openingFailure = nil
            glass.lift(at: time)
            glass.wake()
        }
    }
}
