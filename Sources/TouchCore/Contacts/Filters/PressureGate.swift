/// Treats a contact that presses too little as lifted. A touch begins where the contact presses enough, and ends where it last did. If the contact
/// presses enough again, another touch begins.
///
/// There are two thresholds, so that a contact stays a single touch when its pressure wavers around one of them. libinput does the same for touchpads
/// (`tp_unhover_pressure` in evdev-mt-touchpad.c, the quirk AttrPressureRange). The gate runs before all other filters; to them, a contact that
/// presses too little looks lifted.
struct PressureGate: Sendable {
    static let type = FilterType(
        "pressure", "pressure filter", "A contact that presses too lightly is not a touch, on panels that report pressure.",
        [
            FilterParameter(
                "begin", .number(isZeroAllowed: false, most: 1), "The pressure at which a contact becomes a touch."),
            FilterParameter(
                "end", .number(isZeroAllowed: true, most: 1), notAbove: "begin",
                "The pressure below which the touch lifts; not above begin."),
        ]
    ) { values, rules in
        rules.pressure = FilterRules.Pressure(begin: values.number("begin"), end: values.number("end"))
    }

    private struct Contact {
        /// True if the begin was seen and the contact presses too little.
        var isLight = false
        /// True if the begin was passed on and the end was not.
        var isPressing = false
        var hasPressed = false
        /// True if the contact came down in a sensitive region.
        var isSensitive = false
        /// The values when the contact last pressed enough.
        var values = ContactValues()
    }

    /// The changes of contacts that press, or whose begin was never seen, in the order of the report.
    private(set) var passed: [ContactChange] = []
    /// Contacts that lifted without ever having pressed enough, with their values at the lift.
    private(set) var eaten: [(values: ContactValues, isSensitive: Bool)] = []
    /// The contacts, by kernel slot.
    private var contacts: [Contact]

    init(slots: Int) {
        contacts = Array(repeating: Contact(), count: slots)
        passed.reserveCapacity(2 * slots)
        eaten.reserveCapacity(slots)
    }

    /// Sorts the changes of a report. `pressure` returns a value from 0 to 1.
    mutating func process(
        _ changes: [ContactChange], _ rule: FilterRules.Pressure, pressure: (ContactValues) -> Double
    ) {
        passed.removeAll(keepingCapacity: true)
        eaten.removeAll(keepingCapacity: true)
        for change in changes {
            let slot = change.slot
            if change.phase.isTerminal {
                let contact = contacts[slot]
                contacts[slot] = Contact()
                if !contact.isLight {
                    passed.append(change)
                } else if change.phase == .ended, !contact.hasPressed {
                    eaten.append((change.values, contact.isSensitive))
                }
                continue
            }
            if change.phase == .began { contacts[slot] = Contact(isLight: true, isSensitive: change.isSensitive) }
            if contacts[slot].isLight {
                if pressure(change.values) < rule.begin { continue }
                let isSensitive = contacts[slot].isSensitive
                contacts[slot] = Contact(isPressing: true, hasPressed: true, isSensitive: isSensitive, values: change.values)
                passed.append(ContactChange(slot: slot, phase: .began, values: change.values, isSensitive: isSensitive))
            } else if contacts[slot].isPressing, pressure(change.values) < rule.end {
                passed.append(ContactChange(slot: slot, phase: .ended, values: contacts[slot].values))
                contacts[slot].isLight = true
                contacts[slot].isPressing = false
            } else {
                contacts[slot].values = change.values
                passed.append(change)
            }
        }
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? {
        for (slot, contact) in contacts.enumerated() {
            if contact.isLight && contact.isPressing { return "the contact in slot \(slot) counts as pressing, but is too light" }
            if contact.isPressing && !contact.hasPressed { return "the contact in slot \(slot) counts as pressing, but has never pressed" }
        }
        return nil
    }
}
