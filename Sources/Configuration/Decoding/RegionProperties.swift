import TouchCore
import TreeFormat

/// Every property that a region has from its configuration and that an edit can set, except for its geometry.
extension RegionDecoder {
    /// Gives a new region the properties of its node.
    mutating func setProperties(_ node: YAMLNode, of region: inout RegionSpec) {
        guard case .mapping(let entries) = node.content else { return }
        // A slider's value stays between its limits, so these come first.
        for entry in entries where entry.key != "value" { change(entry.key, entry.value, of: region.id)?(&region) }
        if let value = node["value"] { change("value", value, of: region.id)?(&region) }
    }

    /// - Parameter name: the region's, for messages.
    /// - Returns: nil for what is no such property, and for a value that is none of its type, of which the shapes have complained.
    mutating func change(_ property: String, _ value: YAMLNode, of name: String) -> Change<RegionSpec>? {
        switch property {
        case "hidden": return setting(\.hidden, value.boolean)
        case "alpha": return setting(\.alpha, value.finite)
        case "userInteractionEnabled": return setting(\.isUserInteractionEnabled, value.boolean)
        case "clipsToBounds": return setting(\.clipsToBounds, value.boolean)
        case "multipleTouchEnabled": return setting(\.isMultipleTouchEnabled, value.boolean)
        case "exclusiveTouch": return setting(\.isExclusiveTouch, value.boolean)
        case "enabled": return setting(\.isEnabled, value.boolean)
        case "level": return setting(\.level, value.finite)
        case "hitInsets": return setting(\.hitInsets, value.insets)
        case "responds": return setting(\.responds, value.string.flatMap(Responds.init))
        case "watchesOutside": return setting(\.watchesOutside, value.boolean)
        // These can be taken away again.
        case "shape": return setting(\.shape, .some(shape(value, of: name)))
        case "hitTest": return setting(\.hitTest, .some(hitTest(value, of: name)))
        case "behaviour": return setting(\.behaviour, .some(value.string.flatMap(Behaviour.init)))
        case "trackingSlop": return setting(\.trackingSlop, .some(value.finite))
        case "undecidedFor": return setting(\.undecidedFor, .some(value.microseconds))
        case "fallback":
            if let to = value.string { regions.refer(to: to, value.mark, place: "\"fallback\" of region \(quoted(name))", screen: screen) }
            return setting(\.fallback, .some(value.string))
        default: return knobChange(property, value) ?? scrollChange(property, value, name)
        }
    }

    /// A part of the geometry; the rest stays.
    func geometryChange(_ property: String, _ value: YAMLNode, of name: String) -> Change<RegionSpec>? {
        let change: Change<RegionGeometry>?
        switch property {
        case "frame":
            change = changing(value.rect) { geometry, frame in
                geometry.bounds.size = frame.size
                geometry.center = frame.center
            }
        case "center": change = setting(\.center, value.point)
        case "bounds": change = setting(\.bounds, value.rect)
        case "transform": change = setting(\.transform, transform(value, name))
        default: change = nil
        }
        guard let change else { return nil }
        var geometry = RegionGeometry(frame: Rect(0, 0, 1, 1))
        change(&geometry)
        checkEdges(geometry, value.mark, name)
        return { change(&$0.geometry) }
    }
}
