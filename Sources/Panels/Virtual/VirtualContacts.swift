import Configuration
import TouchCore

/// The contacts of a virtual panel: turns the touches of surfaces into events of protocol B. Pure.
///
/// A contact is written with all values when it begins; the kernel drops those that equal the values of the slot's last contact. A lifted slot is
/// not used again in the same report, because readers would miss the lift. `VirtualGrammar` checks the result.
public struct VirtualContacts: Sendable {
    /// The kernel's TRKID_MAX.
    public static let trackingIDMax: Int32 = 65535

    private struct Contact {
        let id: TouchID
        /// The surface that was hit.
        let target: RegionID?
        /// The contact's position in the order of begins.
        let number: Int64
        var values: ContactValues
        var trackingID: Int32 { Int32(number & Int64(VirtualContacts.trackingIDMax)) }
    }

    private let cancel: VirtualPanelSettings.Cancel
    /// The axes that are written besides the position, in this order.
    private let axes: [UInt16]
    /// A position far outside the panel.
    private let away: (x: Int32, y: Int32)
    private var slots: [Contact?]
    /// Whether each slot was lifted in the report that is being made.
    private var lifted: [Bool]
    private var number: Int64 = 0
    /// The last state that was written: whether anything is down, and the position of the oldest contact.
    private var isTouched = false
    private var pointer: (x: Int32, y: Int32)?

    public init(_ layout: VirtualPanelLayout, cancel: VirtualPanelSettings.Cancel) {
        self.cancel = cancel
        axes = [AbsCode.mtPressure, AbsCode.mtTouchMajor, AbsCode.mtTouchMinor, AbsCode.mtOrientation].filter { layout.axes[$0] != nil }
        func outside(_ axis: AxisInfo?) -> Int32 { axis.map { Int32(clamping: Double($0.minimum) - 2 * $0.count) } ?? 0 }
        away = (outside(layout.axes[AbsCode.mtPositionX]), outside(layout.axes[AbsCode.mtPositionY]))
        slots = Array(repeating: nil, count: layout.slots)
        lifted = Array(repeating: false, count: layout.slots)
    }

    public var isEmpty: Bool { !slots.contains { $0 != nil } }
    /// The touches that are down on the virtual panel.
    public var touches: [TouchID] { slots.compactMap { $0?.id } }

    /// Returns the touches of these surfaces that are down on the virtual panel.
    public func touches(of surfaces: Set<RegionID>) -> [TouchID] {
        slots.compactMap { $0 }.filter { $0.target.map(surfaces.contains) ?? false }.map(\.id)
    }

    /// Appends the events of a report with its SYN_REPORT, or of several reports if one cannot express all changes. Touches that are not down are
    /// ignored: they began when all slots were in use, or were lifted with `liftAll`.
    public mutating func encode(_ touches: [VirtualTouch], time: Int64, into events: inout [InputEvent]) {
        var report = Report(time: time, events: events)
        events = []
        defer { swap(&events, &report.events) }
        if cancel != .lift { markCancelled(touches, &report) }
        for touch in touches where touch.phase.isTerminal {
            guard let slot = slot(of: touch.id) else { continue }
            if touch.phase == .ended { move(slot, to: touch.values, &report) }
            lift(slot, &report)
        }
        for touch in touches where !touch.phase.isTerminal {
            if let slot = slot(of: touch.id) {
                move(slot, to: touch.values, &report)
            } else if touch.phase == .began, !touches.contains(where: { $0.id == touch.id && $0.phase.isTerminal }) {
                begin(touch, &report)
            }
        }
        close(&report)
    }

    /// Appends a report that lifts everything that is down, except these touches.
    public mutating func liftAll(except kept: [TouchID] = [], time: Int64, into events: inout [InputEvent]) {
        var report = Report(time: time, events: events)
        for slot in slots.indices { if let contact = slots[slot], !kept.contains(contact.id) { lift(slot, &report) } }
        close(&report)
        events = report.events
    }

    /// Returns events that lift everything that may be down on a device whose contacts are not known.
    public static func release(slots: Int, time: Int64, hasToolType: Bool) -> [InputEvent] {
        var report = Report(time: time, events: [])
        for slot in 0..<slots {
            report.abs(AbsCode.mtSlot, Int32(slot))
            if hasToolType { report.abs(AbsCode.mtToolType, ToolType.finger) }
            report.abs(AbsCode.mtTrackingID, -1)
        }
        report.append(EventType.key, KeyCode.btnTouch, 0)
        report.close()
        return report.events
    }

    // MARK: Contacts

    private func slot(of id: TouchID) -> Int? { slots.firstIndex { $0?.id == id } }

    private mutating func begin(_ touch: VirtualTouch, _ report: inout Report) {
        var free = slots.indices.first { slots[$0] == nil && !lifted[$0] }
        if free == nil, let slot = slots.firstIndex(where: { $0 == nil }) {
            close(&report)
            free = slot
        }
        guard let slot = free else { return }
        // A finger may stay down longer than it takes to use all the kernel's tracking ids.
        while slots.contains(where: { $0?.trackingID == Int32(number & Int64(Self.trackingIDMax)) }) { number += 1 }
        slots[slot] = Contact(id: touch.id, target: touch.target, number: number, values: touch.values)
        report.abs(AbsCode.mtSlot, Int32(slot))
        report.abs(AbsCode.mtTrackingID, slots[slot]!.trackingID)
        number += 1
        report.abs(AbsCode.mtPositionX, touch.values.x)
        report.abs(AbsCode.mtPositionY, touch.values.y)
        for axis in axes { report.abs(axis, touch.values.value(of: axis)) }
        if cancel == .palm { report.abs(AbsCode.mtToolType, ToolType.finger) }
    }

    private mutating func move(_ slot: Int, to values: ContactValues, _ report: inout Report) {
        let old = slots[slot]!.values
        if old == values { return }
        report.abs(AbsCode.mtSlot, Int32(slot))
        if old.x != values.x { report.abs(AbsCode.mtPositionX, values.x) }
        if old.y != values.y { report.abs(AbsCode.mtPositionY, values.y) }
        for axis in axes where old.value(of: axis) != values.value(of: axis) { report.abs(axis, values.value(of: axis)) }
        slots[slot]!.values = values
    }

    private mutating func lift(_ slot: Int, _ report: inout Report) {
        report.abs(AbsCode.mtSlot, Int32(slot))
        // If the tool type were reset later, the next touch in the slot would be lost (measured with libinput 1.22).
        if cancel == .palm { report.abs(AbsCode.mtToolType, ToolType.finger) }
        report.abs(AbsCode.mtTrackingID, -1)
        slots[slot] = nil
        lifted[slot] = true
    }

    /// Writes a report before the one with the lifts: it turns cancelled touches into palms, or moves them far away.
    private mutating func markCancelled(_ touches: [VirtualTouch], _ report: inout Report) {
        for touch in touches where touch.phase == .cancelled {
            guard let slot = slot(of: touch.id) else { continue }
            report.abs(AbsCode.mtSlot, Int32(slot))
            if cancel == .palm {
                report.abs(AbsCode.mtToolType, ToolType.palm)
            } else {
                report.abs(AbsCode.mtPositionX, away.x)
                report.abs(AbsCode.mtPositionY, away.y)
                (slots[slot]!.values.x, slots[slot]!.values.y) = away
            }
        }
        close(&report)
    }

    // MARK: Reports

    /// Ends a report with the events for single-touch readers, as the kernel makes them: the oldest contact is the pointer.
    private mutating func close(_ report: inout Report) {
        if report.isEmpty { return }
        for slot in lifted.indices { lifted[slot] = false }
        var oldest: Contact?
        for case let contact? in slots where contact.number < oldest?.number ?? .max { oldest = contact }
        if (oldest != nil) != isTouched {
            isTouched = oldest != nil
            report.append(EventType.key, KeyCode.btnTouch, isTouched ? 1 : 0)
        }
        if let oldest {
            if pointer?.x != oldest.values.x { report.abs(AbsCode.x, oldest.values.x) }
            if pointer?.y != oldest.values.y { report.abs(AbsCode.y, oldest.values.y) }
        }
        pointer = oldest.map { ($0.values.x, $0.values.y) }
        report.close()
    }

    private struct Report {
        let time: Int64
        var events: [InputEvent]
        /// The index where the report that is not closed yet begins.
        private var start: Int

        init(time: Int64, events: [InputEvent]) { (self.time, self.events, start) = (time, events, events.count) }

        var isEmpty: Bool { events.count == start }

        mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            events.append(InputEvent(time: time, type: type, code: code, value: value))
        }

        mutating func abs(_ code: UInt16, _ value: Int32) { append(EventType.abs, code, value) }

        mutating func close() {
            append(EventType.syn, SynCode.report, 0)
            start = events.count
        }
    }
}

extension ContactValues {
    fileprivate func value(of axis: UInt16) -> Int32 {
        switch axis {
        case AbsCode.mtPressure: pressure
        case AbsCode.mtTouchMajor: major
        case AbsCode.mtTouchMinor: minor
        default: orientation
        }
    }
}
