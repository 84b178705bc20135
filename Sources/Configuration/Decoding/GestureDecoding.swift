import StrictYAML
import TouchCore
import TreeFormat
import Vocabulary

/// Decoding of gestures, and of the requirements between them.
extension RegionDecoder {
    mutating func gesture(_ node: YAMLNode) -> GestureSpec {
        let name = node.string("id") ?? ""
        if let id = node["id"], !name.isEmpty { define(gesture: name, id.mark) }
        var gesture = GestureSpec(id: name, type: node.string("type") ?? "")
        setProperties(node, of: &gesture)
        return gesture
    }

    /// Sets the properties of a new gesture from its node.
    private mutating func setProperties(_ node: YAMLNode, of gesture: inout GestureSpec) {
        guard case .mapping(let entries) = node.content else { return }
        for entry in entries where entry.key != "id" && entry.key != "type" {
            change(entry.key, entry.value, ofGesture: gesture.id)?(&gesture)
        }
        for item in node.items("requireToFail") {
            if let other = item.string { gestureCycles.add(from: gesture.id, to: other, item.mark) }
        }
        guard let type = GestureType(rawValue: gesture.type) else { return }
        let all = gestureDefaults.values[type.name, default: [:]].merging(gesture.properties) { $1 }
        let owner = "gesture \(quoted(gesture.id))"
        for property in type.properties {
            checkCount(property, node, of: type.name, owner)
            checkOrder(property, node, beside: all, owner, log)
        }
    }

    /// Returns a change of the gesture, like `change` for regions. A property of the gesture's type is decoded when the change is applied, because
    /// the type is known only then.
    mutating func change(_ property: String, _ value: YAMLNode, ofGesture name: String) -> Change<GestureSpec>? {
        switch property {
        case "enabled": return setting(\.isEnabled, value.boolean)
        case "cancelsTouchesInView": return setting(\.cancelsTouchesInView, value.boolean)
        case "delaysTouchesBegan": return setting(\.delaysTouchesBegan, value.boolean)
        case "delaysTouchesEnded": return setting(\.delaysTouchesEnded, value.boolean)
        case "requiresExclusiveTouchType": return setting(\.requiresExclusiveTouchType, value.boolean)
        case "shouldBegin": return setting(\.shouldBegin, value.boolean)
        case "asks": return setting(\.asks, value.items.map { Set($0.compactMap(\.string).compactMap(GestureAsk.init)) })
        case "answerWithin": return setting(\.answerWithin, value.microseconds)
        case "requireToFail": return setting(\.requireToFail, others(value, property, name))
        case "simultaneousWith": return setting(\.simultaneousWith, others(value, property, name))
        case "shouldReceiveNot":
            for item in value.items ?? [] {
                guard let target = item.string else { continue }
                refer(to: target, item.mark, place: "\"shouldReceiveNot\" of gesture \(quoted(name))")
            }
            return setting(\.shouldReceiveNot, value.items?.compactMap(\.string))
        default:
            return { gesture in
                guard let own = GestureType(rawValue: gesture.type)?.properties.first(where: { $0.name == property }),
                    let value = value.value(as: own)
                else { return }
                gesture.properties[property] = value
            }
        }
    }

    /// Logs a count below the minimum of the gesture's type. The shape cannot check it, because a key may belong to several types.
    private func checkCount(_ property: GestureProperty, _ node: YAMLNode, of type: String, _ owner: String) {
        guard case .count(let least) = property.kind, let value = node[property.name], let number = value.number,
            number < Double(least), case .number(let range)? = TreeShapes.gesture.key(property.name)?.type, range.contains(number)
        else { return }
        log.error(value.mark, "\(quoted(property.name)) in \(owner): a \(type) needs at least \(least)")
    }

    private mutating func others(_ value: YAMLNode, _ key: String, _ name: String) -> [String]? {
        guard let list = value.items else { return nil }
        for item in list {
            guard let target = item.string else { continue }
            refer(toGesture: target, item.mark, place: "\(quoted(key)) of gesture \(quoted(name))")
        }
        return list.compactMap(\.string)
    }
}

/// Logs an error if a property is less than another property that is its lower bound. The error is at the one of the two that the node has.
///
/// - Parameter all: all values that apply together, including those in the node.
private func checkOrder(
    _ property: GestureProperty, _ node: YAMLNode, beside all: [String: GestureSpec.Value], _ owner: String, _ log: DiagnosticLog
) {
    guard let lower = property.notBelow, case .number(let most)? = all[property.name], case .number(let least)? = all[lower],
        most < least
    else { return }
    if let value = node[property.name] {
        log.error(value.mark, "\(quoted(property.name)) in \(owner) is less than its \(quoted(lower))")
    } else if let value = node[lower] {
        log.error(value.mark, "\(quoted(lower)) in \(owner) is more than its \(quoted(property.name))")
    }
}

extension GestureDefaults {
    /// Reads the `gestureDefaults` of a file.
    package init(_ node: YAMLNode?, _ log: DiagnosticLog) {
        self.init()
        guard let node else { return }
        for group in Self.groups {
            guard let entry = node[group.name] else { continue }
            var own: [String: GestureSpec.Value] = [:]
            for property in group.properties { own[property.name] = entry[property.name]?.value(as: property) }
            for property in group.properties { checkOrder(property, entry, beside: own, "the defaults of \(group.name)", log) }
            values[group.name] = own
        }
    }
}
