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
        // Nearly every region has these, and no other.
        if property == "id" || property == "frame" || property == "kind" || property == "children" { return nil }
        if let place = TreeShapes.places[property] { return change(place, value) }
        switch property {
        // These can be taken away again.
        case "shape": return setting(\.shape, .some(shape(value, of: name)))
        case "hitTest": return setting(\.hitTest, .some(hitTest(value, of: name)))
        case "fallback":
            if let to = value.string { regions.refer(to: to, value.mark, place: "\"fallback\" of region \(quoted(name))", screen: screen) }
            return setting(\.fallback, .some(value.string))
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
