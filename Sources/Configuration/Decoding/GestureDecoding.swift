import TouchCore

/// Gestures: of one, what is in its node; between several, who waits for whom.
extension RegionDecoder {
    mutating func gesture(_ node: YAMLNode) -> GestureSpec {
        let name = node.string("id") ?? ""
        if let id = node["id"], !name.isEmpty { define(gesture: name, id.mark) }
        var gesture = GestureSpec(id: name, type: node.string("type") ?? "")
        setProperties(node, of: &gesture)
        return gesture
    }

    /// Gives a gesture those properties that a node has. Its id and its type stay.
    package mutating func setProperties(_ node: YAMLNode, of gesture: inout GestureSpec) {
        gesture.isEnabled = node.boolean("enabled") ?? gesture.isEnabled
        gesture.cancelsTouchesInView = node.boolean("cancelsTouchesInView") ?? gesture.cancelsTouchesInView
        gesture.delaysTouchesBegan = node.boolean("delaysTouchesBegan") ?? gesture.delaysTouchesBegan
        gesture.delaysTouchesEnded = node.boolean("delaysTouchesEnded") ?? gesture.delaysTouchesEnded
        gesture.requiresExclusiveTouchType = node.boolean("requiresExclusiveTouchType") ?? gesture.requiresExclusiveTouchType
        gesture.shouldBegin = node.boolean("shouldBegin") ?? gesture.shouldBegin
        if let asks = node["asks"]?.items { gesture.asks = Set(asks.compactMap(\.string).compactMap(GestureAsk.init)) }
        gesture.answerWithin = node.microseconds("answerWithin") ?? gesture.answerWithin
        gesture.requireToFail = others(node, "requireToFail", gesture.id) ?? gesture.requireToFail
        gesture.simultaneousWith = others(node, "simultaneousWith", gesture.id) ?? gesture.simultaneousWith
        for item in node.items("requireToFail") {
            if let other = item.string { gestureCycles.add(from: gesture.id, to: other, item.mark) }
        }
        if let list = node["shouldReceiveNot"]?.items {
            gesture.shouldReceiveNot = list.compactMap(\.string)
            for item in list {
                guard let target = item.string else { continue }
                refer(to: target, item.mark, place: "\"shouldReceiveNot\" of gesture \(quoted(gesture.id))")
            }
        }
        guard let type = GestureTable.type(named: gesture.type) else { return }
        for property in type.properties { gesture.properties[property.name] = node.value(of: property) ?? gesture.properties[property.name] }
        let all = gestureDefaults.values[type.name, default: [:]].merging(gesture.properties) { $1 }
        let owner = "gesture \(quoted(gesture.id))"
        for property in type.properties {
            checkCount(property, node, of: type.name, owner)
            checkOrder(property, node, beside: all, owner, log)
        }
    }

    /// What the shape cannot say, since a key may belong to several types.
    private func checkCount(_ property: GestureProperty, _ node: YAMLNode, of type: String, _ owner: String) {
        guard case .count(let least) = property.kind, let value = node[property.name], let number = value.number,
            number < Double(least), case .number(let range)? = Shapes.shape(.gesture).key(property.name)?.type, range.contains(number)
        else { return }
        log.error(value.mark, "\(quoted(property.name)) in \(owner): a \(type) needs at least \(least)")
    }

    private mutating func others(_ node: YAMLNode, _ key: String, _ name: String) -> [String]? {
        guard let list = node[key]?.items else { return nil }
        for item in list {
            guard let target = item.string else { continue }
            refer(toGesture: target, item.mark, place: "\(quoted(key)) of gesture \(quoted(name))")
        }
        return list.compactMap(\.string)
    }
}

/// Complains of a number that is less than the one that it must not be less than, whichever of the two stands here.
///
/// - Parameter all: the properties that come together with those in the node.
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
    /// What a file's `gestureDefaults` say.
    package init(_ node: YAMLNode?, _ log: DiagnosticLog) {
        self.init()
        guard let node else { return }
        for group in Self.groups {
            guard let entry = node[group.name] else { continue }
            var own: [String: GestureSpec.Value] = [:]
            for property in group.properties { own[property.name] = entry.value(of: property) }
            for property in group.properties { checkOrder(property, entry, beside: own, "the defaults of \(group.name)", log) }
            values[group.name] = own
        }
    }
}

extension YAMLNode {
    func value(of property: GestureProperty) -> GestureSpec.Value? {
        guard let value = self[property.name] else { return nil }
        switch property.kind {
        case .count, .seconds, .points, .radians, .ratio: return number(property.name).map { .number($0) }
        case .words, .mask: return (value.items?.compactMap(\.string) ?? value.string.map { [$0] }).map { .words($0) }
        }
    }
}
