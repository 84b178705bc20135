import StrictYAML
import TouchCore
import TreeFormat
import Vocabulary

/// Decoding of the edits of a tree.
extension RegionDecoder {
    /// Decodes an edit from a node that was checked against its shape; nil if the node is not an edit or has an error.
    package mutating func edit(_ node: YAMLNode, _ validator: inout ShapeValidator) -> UnresolvedEdit? {
        func index() -> Int? { node.number("index").flatMap { Int(exactly: $0) } }
        switch node.string("op") {
        case "set" where node["gesture"] != nil: return setGesture(node, &validator)
        case "set": return set(node, &validator)
        case "setBoundsOrigin":
            guard let region = name(node, "region"), let origin = node.point("origin") else { return nil }
            return .set(region: region, property: nil) { $0.geometry.bounds.origin = origin }
        case "add":
            guard let parent = name(node, "parent"), let region = node["region"], case .mapping = region.content else { return nil }
            return .edit(.add(addedRegion(region), to: parent, index: index()))
        case "move":
            guard let region = name(node, "region"), let parent = name(node, "parent") else { return nil }
            return .edit(.move(region, to: parent, index: index()))
        case "remove": return name(node, "region").map { .edit(.remove($0)) }
        case "bringToFront": return name(node, "region").map { .edit(.bringToFront($0)) }
        case "sendToBack": return name(node, "region").map { .edit(.sendToBack($0)) }
        default: return nil
        }
    }

    private mutating func set(_ node: YAMLNode, _ validator: inout ShapeValidator) -> UnresolvedEdit? {
        guard let key = node["key"], let property = key.string, let value = node["value"], let region = name(node, "region")
        else { return nil }
        guard let shape = TreeShapes.settable.first(where: { $0.name == property }) else {
            let names = TreeShapes.settable.map(\.name)
            log.error(
                key.mark,
                "\(quoted(property)) cannot be set: expected one of \(names.joined(separator: ", "))"
                    + suggestionSuffix(for: property, among: names))
            return nil
        }
        if !(value.isNull && shape.isClearable) { validator.validate(value, as: shape, of: TreeShapes.region.unnamed) }
        let change = change(property, value, of: region) ?? geometryChange(property, value, of: region)
        return change.map { .set(region: region, property: property, $0) }
    }

    private mutating func setGesture(_ node: YAMLNode, _ validator: inout ShapeValidator) -> UnresolvedEdit? {
        guard let key = node["key"], let property = key.string, let value = node["value"], let gesture = node["gesture"],
            let name = gesture.string
        else { return nil }
        refer(toGesture: name, gesture.mark, place: "\"gesture\" of op set")
        guard let shape = TreeShapes.settableOfGestures.first(where: { $0.name == property }) else {
            let names = TreeShapes.settableOfGestures.map(\.name)
            log.error(key.mark, "a gesture has no \(quoted(property)) that an edit can set\(suggestionSuffix(for: property, among: names))")
            return nil
        }
        validator.validate(value, as: shape, of: TreeShapes.gesture.unnamed)
        return change(property, value, ofGesture: name).map { .setGesture(name, $0) }
    }

    /// Returns the region ID under a key, and records the reference: the region must be in the tree, or an edit must add it.
    private mutating func name(_ node: YAMLNode, _ key: String) -> String? {
        guard let value = node[key], let name = value.string else { return nil }
        refer(to: name, value.mark, place: quoted(key))
        return name
    }
}
