import StrictYAML
import TouchCore
import TreeFormat

/// Decoding of all properties of a region that an edit can set, except for its geometry.
extension RegionDecoder {
    /// Sets the properties of a new region from its node.
    mutating func setProperties(_ node: YAMLNode, of region: inout RegionSpec) {
        guard case .mapping(let entries) = node.content else { return }
        // The limits come before the value, because a slider's value is kept between them.
        for entry in entries where entry.key != "value" { change(entry.key, entry.value, of: region.id)?(&region) }
        if let value = node["value"] { change("value", value, of: region.id)?(&region) }
    }

    /// Returns a change of the region.
    ///
    /// - Parameter name: the region's ID, for messages.
    /// - Returns: nil for an unknown property, and for a value of a wrong type, which the shapes have already reported.
    mutating func change(_ property: String, _ value: YAMLNode, of name: String) -> Change<RegionSpec>? {
        // Skips the rest for the keys that nearly every region has.
        if property == "id" || property == "frame" || property == "kind" || property == "children" { return nil }
        if let place = TreeShapes.places[property] { return change(place, value) }
        switch property {
        // These properties can be cleared again.
        case "shape": return setting(\.shape, .some(shape(value, of: name)))
        case "hitTest": return setting(\.hitTest, .some(hitTest(value, of: name)))
        case "accessibility":
            return setting(\.accessibility, .some(AccessibilityDecoding(log: log, screen: screen).region(value, of: name, &regions)))
        case "touches": return setting(\.touches, .some(value.isNull ? nil : TouchRules(value)))
        case "fallback":
            if let to = value.string { regions.refer(to: to, value.mark, place: "\"fallback\" of region \(quoted(name))", screen: screen) }
            return setting(\.fallback, .some(value.string))
        case "keyCode": return setting(\.keyCode, .some(value.isNull ? nil : KeyDecoding.key(value, "\"keyCode\" of region \(quoted(name))", log)))
        default: return KnobDecoding.change(property, value) ?? ScrollDecoding.change(property, value, name, &regions)
        }
    }

    private func change(_ place: RegionPlace, _ value: YAMLNode) -> Change<RegionSpec>? {
        switch place {
        case .boolean(let path): return setting(path, value.boolean)
        case .number(let path): return setting(path, value.finite)
        case .insets(let path): return setting(path, value.insets)
        case .optionalNumber(let path): return setting(path, .some(value.finite))
        case .seconds(let path): return setting(path, .some(value.microseconds))
        case .word(let set):
            let word = value.string
            return { set(&$0, word) }
        }
    }

    /// Returns a change of one part of the geometry.
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
