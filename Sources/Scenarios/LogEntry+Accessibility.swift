import JSON
import TouchCore

extension LogEntry {
    /// Makes the entry of a notice about the accessible glass; nil for a notice that is not for clients.
    init?(_ notice: AccessibilityNotice) {
        var (kind, fields): (EntryKind, [(key: String, value: OrderedJSON)])
        switch notice.content {
        case .regionsChanged, .claimsEnded, .noReader: return nil
        case .profiles(let profiles, let isPrivate, let cause):
            kind = .accessibility
            fields = [
                ("accessibility", .string(notice.screen)), ("profiles", .list(profiles.map(OrderedJSON.string))), ("private", .boolean(isPrivate)),
                ("by", .string(cause.rawValue)),
            ]
        case .focus(let element, let turn, let cause):
            kind = .focus
            fields = [("focus", .string(element.region)), ("turn", .number(Double(turn))), ("by", .string(cause.rawValue))]
            if let label = element.label { fields.append(("label", .string(label))) }
            if let role = element.role { fields.append(("role", .string(role.rawValue))) }
            switch element.value {
            case .text(let text): fields.append(("value", .string(text)))
            case .number(let number): fields.append(("value", .number(number)))
            case .isOn(let isOn): fields.append(("value", .boolean(isOn)))
            case nil: break
            }
        case .navigate(let surface, let turn, let move):
            kind = .navigate
            fields = [("navigate", .string(surface)), ("turn", .number(Double(turn))), ("direction", .string(move.rawValue))]
        case .explore(let surface, let turn, let place):
            kind = .explore
            fields = [
                ("explore", .string(surface)), ("turn", .number(Double(turn))), ("x", .number(place.x)), ("y", .number(place.y)),
            ]
        case .gesture(let gesture):
            kind = .accessibilityGesture
            fields = [
                ("accessibilityGesture", .string(gesture.direction == nil ? "tap" : "swipe")), ("fingers", .number(Double(gesture.fingers))),
            ]
            if let direction = gesture.direction { fields.append(("direction", .string(direction.rawValue))) }
        case .activate(let region, let turn, _):
            kind = .activate
            fields = [("activate", .string(region)), ("turn", .number(Double(turn)))]
        case .cue(let cue): (kind, fields) = (.cue, [("cue", .string(cue.rawValue))])
        }
        switch notice.audience {
        case .everybody, .accessible: break
        case .owner: fields.append(("for", .string("owner")))
        case .others: fields.append(("for", .string("others")))
        }
        self.init(kind, at: notice.time, fields)
    }

    /// Makes the entry of a request about the accessible glass that was refused.
    init(refused op: String, _ refusal: AccessibilityRefusal, at time: Int64) {
        self.init(.refused, at: time, [("refused", .string(op)), ("why", .string(refusal.word))])
    }
}
