import Configuration
import Glibc
import Logging
import Panels
import Server
import TouchCore

/// The virtual panel of one panel: turns the touches of surfaces into events of a touchscreen.
final class VirtualPanel {
    let layout: VirtualPanelLayout
    let settings: VirtualPanelSettings
    let device: any VirtualPanelDevice
    private let screen: Size
    private let log: ServiceLog
    private var mapping: PanelMapping
    private var space: VirtualSpace
    private var contacts: VirtualContacts
    private var grammar: VirtualGrammar
    private var pace = VirtualPace()
    // Kept between frames, so that no frame allocates.
    private var touches: [VirtualTouch] = []
    private var events: [InputEvent] = []

    init(
        _ layout: VirtualPanelLayout, _ settings: VirtualPanelSettings, _ device: any VirtualPanelDevice, _ profile: PanelProfile,
        _ mapping: PanelMapping, screen: Size, log: ServiceLog
    ) {
        (self.layout, self.settings, self.device, self.mapping, self.screen, self.log) = (layout, settings, device, mapping, screen, log)
        space = VirtualSpace(settings, mapping, profile, layout, screen: screen)
        contacts = VirtualContacts(layout, cancel: settings.cancel)
        grammar = VirtualGrammar(slots: layout.slots)
    }

    /// True if no touch is down on the virtual panel and no report waits to be written to it.
    var isIdle: Bool { contacts.isEmpty && pace.isEmpty }
    /// The touches that are down on the virtual panel.
    var touchesDown: [TouchID] { contacts.touches }

    /// Whether a touch is down on the virtual panel, or waits to come down.
    func contains(_ touch: TouchID) -> Bool { contacts.touches.contains(touch) || pace.holds(touch) }

    // MARK: Touches

    /// Sets the mapping for the next touches. Call it only while nothing is down.
    func use(_ mapping: PanelMapping, _ profile: PanelProfile) {
        if mapping == self.mapping { return }
        self.mapping = mapping
        space = VirtualSpace(settings, mapping, profile, layout, screen: screen)
    }

    /// Processes the part of a frame that surfaces get. Call `flush` after the last of the frames that came together.
    ///
    /// - Parameter isAlone: true if this frame came alone.
    func process(_ frame: borrowing RoutedFrame, isAlone: Bool, at now: Int64) {
        touches.removeAll(keepingCapacity: true)
        for index in frame.events.indices where frame.events[index].isForSurface {
            let event = frame.events[index]
            // Only clients learn that a rule has ended the touch. The application sees a lift (contract 8).
            let phase = event.reason == .rule ? TouchPhase.ended : event.phase
            touches.append(VirtualTouch(id: event.id, phase: phase, values: space.values(at: event.location, event.axes)))
        }
        if touches.isEmpty { return }
        if pace.isFull {
            // These taps come faster than any application can receive them, so no person makes them.
            log(.virtualPanelFull, few: layout.panel, "\(layout.phys): too many touches are waiting; lifted all of them", .panel(layout.panel))
            return liftAll(at: now)
        }
        if isAlone, pace.passes(touches, at: now) {
            contacts.encode(touches, time: frame.time, into: &events)
            write()
        } else {
            pace.add(touches, time: frame.time, at: now)
        }
    }

    /// Writes the reports that are due. Returns the time of the next one; nil if none waits.
    func flush(at now: Int64) -> Int64? {
        while let next = pace.next(at: now) {
            contacts.encode(next.touches, time: next.time, into: &events)
            write()
        }
        return pace.due
    }

    /// Lifts everything that is down, and discards the reports that wait.
    func liftAll(at now: Int64) {
        pace.removeAll()
        if contacts.isEmpty { return }
        contacts.liftAll(time: now, into: &events)
        write()
    }

    private func write() {
        defer { events.removeAll(keepingCapacity: true) }
        if events.isEmpty { return }
        do { try grammar.check(events) } catch { return recover(from: error) }
        let code = device.write(events)
        if code == 0 { return }
        let why = String(cString: strerror(code))
        log(.virtualPanelUnwritable, few: layout.panel, "cannot write to \(layout.phys): \(why)", .panel(layout.panel), .reason(why))
    }

    /// Handles events that violate protocol B: writes none of them, and lifts all slots, because it is unknown which of them are down.
    private func recover(from violation: VirtualGrammar.Violation) {
        log(.bug, "bug: the events for \(layout.phys) are invalid: \(violation); please report it", .panel(layout.panel))
        if stopsAtViolation { abort() }
        contacts = VirtualContacts(layout, cancel: settings.cancel)
        grammar = VirtualGrammar(slots: layout.slots)
        pace.removeAll()
        _ = device.write(
            VirtualContacts.release(slots: layout.slots, time: events[0].time, hasToolType: layout.axes[AbsCode.mtToolType] != nil))
    }

    /// Whether a violation aborts the process, for tests.
    private let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"
}
