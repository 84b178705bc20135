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
    /// The panel as it was when it was last open, or as the configuration and an earlier run describe it.
    private(set) var profile: PanelProfile
    var calibration: AffineTransform
    private let screen: Size
    private let log: ServiceLog
    private var mapping: PanelMapping
    private var space: VirtualSpace
    private var contacts: VirtualContacts
    private var grammar: VirtualGrammar
    private var pace = VirtualPace()
    /// The injected touches that have begun on the virtual panel and have not ended.
    private var injected: [TouchID] = []
    /// The time of the next attempt to lift all slots, because a write has failed and it is unknown which of them are down; nil if none has.
    private var releaseTime: Int64?
    /// The time in µs between two such attempts.
    private static let releaseInterval: Int64 = 1_000_000
    // Kept between frames, so that no frame allocates.
    private var touches: [VirtualTouch] = []
    private var events: [InputEvent] = []

    init(
        _ device: any VirtualPanelDevice, _ settings: VirtualPanelSettings, _ profile: PanelProfile,
        calibration: AffineTransform, _ mapping: PanelMapping, screen: Size, log: ServiceLog
    ) {
        (self.profile, self.calibration) = (profile, calibration)
        layout = device.layout
        (self.settings, self.device, self.mapping, self.screen, self.log) = (settings, device, mapping, screen, log)
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
        (self.mapping, self.profile) = (mapping, profile)
        space = VirtualSpace(settings, mapping, profile, layout, screen: screen)
    }

    /// Processes the part of a frame that surfaces get. Call `flush` after the last of the frames that came together.
    ///
    /// - Parameters:
    ///   - isAlone: true if this frame came alone.
    ///   - isInjected: true if clients have injected the touches.
    func process(_ frame: borrowing RoutedFrame, isAlone: Bool, isInjected: Bool, at now: Int64) {
        releaseIfDue(at: now)
        touches.removeAll(keepingCapacity: true)
        for index in frame.events.indices where frame.events[index].isForSurface {
            let event = frame.events[index]
            if isInjected { record(event.id, event.phase) }
            // Only clients learn that a rule has ended the touch. The application sees a lift (contract 8).
            let phase = event.reason == .rule ? TouchPhase.ended : event.phase
            touches.append(VirtualTouch(id: event.id, phase: phase, values: space.values(at: event.location, event.axes), target: event.target))
        }
        if touches.isEmpty || releaseTime != nil { return }
        if pace.isFull {
            // These taps come faster than any application can receive them, so no person makes them.
            log(.virtualPanelFull, few: layout.panel, "\(layout.phys): too many touches are waiting; lifted all of them", .panel(layout.panel))
            return liftAll(at: now)
        }
        if isAlone, pace.passes(touches, at: now) {
            contacts.encode(touches, time: frame.time, into: &events)
            write(at: now)
        } else {
            pace.add(touches, time: frame.time, at: now)
        }
    }

    /// Writes the reports that are due. Returns the time of the next one, or of the next attempt to lift all slots; nil if nothing waits.
    func flush(at now: Int64) -> Int64? {
        releaseIfDue(at: now)
        while let next = pace.next(at: now) {
            contacts.encode(next.touches, time: next.time, into: &events)
            write(at: now)
        }
        return pace.due ?? releaseTime
    }

    private func record(_ id: TouchID, _ phase: TouchPhase) {
        if phase == .began { injected.append(id) } else if phase.isTerminal { injected.removeAll { $0 == id } }
    }

    /// Lifts everything that is down, and discards the reports that wait, except for touches of spared surfaces.
    func liftAll(at now: Int64, except spared: Set<RegionID> = []) {
        let kept = spared.isEmpty ? [] : contacts.touches(of: spared) + pace.touches(of: spared)
        injected.removeAll { !kept.contains($0) }
        lift(except: kept, at: now)
    }

    /// Lifts the panel's touches, and discards their reports that wait. Injected touches stay.
    func liftPanel(at now: Int64) { lift(except: injected, at: now) }

    private func lift(except kept: [TouchID], at now: Int64) {
        if releaseTime != nil { return release(at: now) }
        pace.removeAll(except: kept)
        if contacts.isEmpty { return }
        contacts.liftAll(except: kept, time: now, into: &events)
        write(at: now)
    }

    private func write(at now: Int64) {
        defer { events.removeAll(keepingCapacity: true) }
        if events.isEmpty { return }
        do { try grammar.check(events) } catch { return recover(from: error, at: now) }
        let code = device.write(events)
        if code == 0 { return }
        release(at: now, after: code)
    }

    private func logFailure(_ code: Int32) {
        let why = String(cString: strerror(code))
        log(.virtualPanelUnwritable, few: layout.panel, "cannot write to \(layout.phys): \(why)", .panel(layout.panel), .reason(why))
    }

    /// Handles events that violate protocol B: writes none of them.
    private func recover(from violation: VirtualGrammar.Violation, at now: Int64) {
        log(.bug, "bug: the events for \(layout.phys) are invalid: \(violation); please report it", .panel(layout.panel))
        if stopsAtViolation { abort() }
        release(at: now)
    }

    /// Lifts all slots, and forgets all touches, because it is unknown which slots are down. The touches that are down have no more effect on the
    /// virtual panel, because a begin or a lift of theirs may be lost.
    ///
    /// - Parameter failure: the error of the write that makes this necessary; 0 if there is none.
    private func release(at now: Int64, after failure: Int32 = 0) {
        contacts = VirtualContacts(layout, cancel: settings.cancel)
        grammar = VirtualGrammar(slots: layout.slots)
        pace.removeAll()
        injected.removeAll()
        let code = device.write(VirtualContacts.release(slots: layout.slots, time: now, hasToolType: layout.axes[AbsCode.mtToolType] != nil))
        // Only the first of several failures is logged.
        if releaseTime == nil, let first = [failure, code].first(where: { $0 != 0 }) { logFailure(first) }
        releaseTime = code == 0 ? nil : now + Self.releaseInterval
    }

    private func releaseIfDue(at now: Int64) {
        if let releaseTime, releaseTime <= now { release(at: now) }
    }

    /// Whether a violation aborts the process, for tests.
    private let stopsAtViolation = getenv("TOUCHD_VERIFIER").map { String(cString: $0) } == "fatal"
}
