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

    init(_ system: FakeSystem, _ random: Chance) {
        self.system = system
        self.random = random
        system.outputs.states = [Kiosk.output: .on]
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

    /// The time of the oldest unread report; nil if none waits.
    var oldestUnread: Int64? { glasses.compactMap(\.unreadSince).min() }

    func plug(_ name: String) {
        let glass = Glass(name, nodes)
        nodes += 1
        glasses.append(glass)
        system.panels.plug(glass.touchscreen)
    }

    func replug() {
        if glasses.count > 2, random.oneIn(2) {
            let glass = glasses.remove(at: random(glasses.count))
            if random.oneIn(3) {
                glass.touchscreen.readResult = .removed
                glass.wake()
            }
            system.panels.unplug(glass.touchscreen)
        } else if glasses.count < 6 {
            plug(random.pick(["s0", "s1", "t0", "x0"])!)
        }
    }

    func drop(at time: Int64) {
        guard let glass = random.pick(glasses) else { return }
        glass.drop(at: time, random)
        glass.wake()
    }

    /// Makes a touchscreen fail to be read, and then for a while to be opened; or repairs it.
    func fail() {
        guard let glass = random.pick(glasses) else { return }
        let touchscreen = glass.touchscreen
        if random.oneIn(3) {
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

    /// Repairs everything, reads everything, and lifts all fingers.
    func rest(at time: Int64) {
        system.configuration.isSlow = false
        for job in system.configuration.jobs where job.value == nil { job.finish() }
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
