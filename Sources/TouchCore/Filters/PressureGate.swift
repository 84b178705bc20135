/// Contacts that press too little are not on the glass: each begins where it presses enough, and ends where it last did. It
/// may press again, as another touch.
///
/// Two thresholds, so that a pressure that wavers about one of them is one touch: as libinput has them for touchpads
/// (`tp_unhover_pressure` in evdev-mt-touchpad.c, the quirk AttrPressureRange). Stands before all other filters, for which a
/// contact that presses too little has lifted.
struct PressureGate: Sendable {
    static let type = FilterType(
        "pressure", "pressure filter", "A contact that presses too little is no touch, on panels that report pressure.",
        [
            FilterParameter(
                "begin", .number(isZeroAllowed: false, most: 1), "The pressure from which on a contact is a touch."),
            FilterParameter(
                "end", .number(isZeroAllowed: true, most: 1), notAbove: "begin",
                "The pressure below which it has lifted; not above begin."),
        ]
    ) { values, rules in
        rules.pressure = FilterRules.Pressure(begin: values.number("begin"), end: values.number("end"))
    }

    private struct Contact {
        /// Its begin was seen, and it presses too little.
        var isLight = false
        /// Its begin was passed on, and its end was not.
        var isPressing = false
        var hasPressed = false
        /// It came down in a sensitive region.
        var isSensitive = false
        /// As it last pressed enough.
        var values = ContactValues()
    }

    /// What a report did to the contacts that press, or whose begin was never seen. In the order of the report.
    private(set) var passed: [ContactChange] = []
    /// Contacts that lifted without ever having pressed enough, as they lifted.
    private(set) var eaten: [(values: ContactValues, isSensitive: Bool)] = []
    /// By the kernel's slot.
    private var contacts: [Contact]

    init(slots: Int) {
        contacts = Array(repeating: Contact(), count: slots)
        passed.reserveCapacity(2 * slots)
        eaten.reserveCapacity(slots)
    }

    /// Sorts what a report did. `pressure` is from 0 to 1.
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

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        for (slot, contact) in contacts.enumerated() {
            if contact.isLight && contact.isPressing { return "the contact in slot \(slot) presses, and too little" }
            if contact.isPressing && !contact.hasPressed { return "the contact in slot \(slot) presses, and never has" }
        }
        return nil
    }
}
