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
        for property in type.properties { set(property, node, of: &gesture) }
        for property in type.properties { check(property, node, of: gesture) }
    }

    private mutating func others(_ node: YAMLNode, _ key: String, _ name: String) -> [String]? {
        guard let list = node[key]?.items else { return nil }
        for item in list {
            guard let target = item.string else { continue }
            refer(toGesture: target, item.mark, place: "\(quoted(key)) of gesture \(quoted(name))")
        }
        return list.compactMap(\.string)
    }

    private func set(_ property: GestureProperty, _ node: YAMLNode, of gesture: inout GestureSpec) {
        guard let value = node[property.name] else { return }
        switch property.kind {
        case .count, .seconds, .points: gesture.properties[property.name] = node.number(property.name).map { .number($0) }
        case .word: gesture.properties[property.name] = value.string.map { .words([$0]) }
        case .words: gesture.properties[property.name] = value.items.map { .words($0.compactMap(\.string)) }
        }
    }

    /// What the shape cannot say, since a key may belong to several types.
    private func check(_ property: GestureProperty, _ node: YAMLNode, of gesture: GestureSpec) {
        guard let value = node[property.name], let number = value.number else { return }
        let place = "\(quoted(property.name)) in gesture \(quoted(gesture.id))"
        if case .count(let least) = property.kind, number < Double(least),
            case .number(let range)? = Shapes.shape(.gesture).key(property.name)?.type, range.contains(number)
        {
            log.error(value.mark, "\(place): a \(gesture.type) needs at least \(least)")
        }
        if let other = property.notBelow, case .number(let least)? = gesture.properties[other], number < least {
            log.error(value.mark, "\(place) is less than its \(quoted(other))")
        }
    }
}
