import StrictYAML
import TouchCore
import Vocabulary

/// Decoding of the properties that only scroll views have.
enum ScrollDecoding {
    /// Returns a change of the scroll view, like `RegionDecoder.change`.
    ///
    /// - Parameter regions: collects the IDs that the value names.
    static func change(_ property: String, _ value: YAMLNode, _ name: String, _ regions: inout References) -> Change<RegionSpec>? {
        switch property {
        case "contentSize": return set(\.contentSize, value.numbers(2).map { Size($0[0], $0[1]) })
        case "scrollEnabled": return set(\.isEnabled, value.boolean)
        case "delaysContentTouches": return set(\.delaysContentTouches, value.boolean)
        case "canCancelContentTouches": return set(\.canCancelContentTouches, value.boolean)
        case "touchesShouldCancelNo": return set(\.touchesShouldCancelNo, contents(value, property, name, &regions))
        case "touchesShouldCancelYes": return set(\.touchesShouldCancelYes, contents(value, property, name, &regions))
        case "touchesShouldBeginNo": return set(\.touchesShouldBeginNo, contents(value, property, name, &regions))
        case "contentInset": return set(\.contentInset, value.insets)
        case "pagingEnabled": return set(\.isPagingEnabled, value.boolean)
        case "directionalLockEnabled": return set(\.isDirectionalLockEnabled, value.boolean)
        case "bounces": return set(\.bounces, value.boolean)
        case "alwaysBounceHorizontal": return set(\.alwaysBounceHorizontal, value.boolean)
        case "alwaysBounceVertical": return set(\.alwaysBounceVertical, value.boolean)
        case "minimumZoomScale": return set(\.minimumZoomScale, value.finite)
        case "maximumZoomScale": return set(\.maximumZoomScale, value.finite)
        case "zoomScale": return set(\.zoomScale, value.finite)
        case "bouncesZoom": return set(\.bouncesZoom, value.boolean)
        case "decelerationRate":
            switch value.string {
            case "normal": return set(\.decelerationRate, ScrollSpec.normal)
            case "fast": return set(\.decelerationRate, ScrollSpec.fast)
            default: return set(\.decelerationRate, value.finite)
            }
        default:
            guard let own = ScrollSpec.ownProperties.first(where: { $0.name == property }) else { return nil }
            let value = value.value(as: own)
            return { $0.scroll?.properties[property] = value }
        }
    }

    private static func set<Value: Sendable>(_ path: WritableKeyPath<ScrollSpec, Value> & Sendable, _ value: Value?) -> Change<RegionSpec>? {
        changing(value) { $0.scroll?[keyPath: path] = $1 }
    }

    /// Logs contradictory zoom limits of a whole region. A single edit is not checked, because the next edit may set the other limit.
    static func check(_ node: YAMLNode, _ scroll: ScrollSpec, _ name: String, _ log: DiagnosticLog) {
        func place(_ key: String) -> String { "\(quoted(key)) in region \(quoted(name))" }
        if scroll.minimumZoomScale > scroll.maximumZoomScale {
            let key = node["minimumZoomScale"] != nil ? "minimumZoomScale" : "maximumZoomScale"
            log.error(
                node[key]?.mark ?? node.mark,
                "\(place(key)): the minimum, \(shortest(scroll.minimumZoomScale)), is above the maximum, "
                    + shortest(scroll.maximumZoomScale))
        } else if scroll.zoomScale < scroll.minimumZoomScale || scroll.zoomScale > scroll.maximumZoomScale {
            log.error(
                (node["zoomScale"] ?? node["minimumZoomScale"] ?? node["maximumZoomScale"])?.mark ?? node.mark,
                "\(place("zoomScale")): \(shortest(scroll.zoomScale)) is not between the limits, "
                    + "\(shortest(scroll.minimumZoomScale)) and \(shortest(scroll.maximumZoomScale))")
        }
    }

    private static func contents(_ value: YAMLNode, _ key: String, _ name: String, _ regions: inout References) -> [String]? {
        guard let list = value.items else { return nil }
        for item in list {
            guard let target = item.string else { continue }
            regions.refer(to: target, item.mark, place: "\(quoted(key)) of region \(quoted(name))")
        }
        return list.compactMap(\.string)
    }
}
