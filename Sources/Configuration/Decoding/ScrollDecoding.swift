import TouchCore
import Vocabulary

/// What scroll views have that other regions have not.
extension RegionDecoder {
    mutating func setProperties(_ node: YAMLNode, of scroll: inout ScrollSpec, _ name: String) {
        if let size = node.numbers("contentSize", count: 2) { scroll.contentSize = Size(size[0], size[1]) }
        scroll.isEnabled = node.boolean("scrollEnabled") ?? scroll.isEnabled
        scroll.delaysContentTouches = node.boolean("delaysContentTouches") ?? scroll.delaysContentTouches
        scroll.canCancelContentTouches = node.boolean("canCancelContentTouches") ?? scroll.canCancelContentTouches
        scroll.touchesShouldCancelNo = contents(node, "touchesShouldCancelNo", name) ?? scroll.touchesShouldCancelNo
        scroll.touchesShouldCancelYes = contents(node, "touchesShouldCancelYes", name) ?? scroll.touchesShouldCancelYes
        scroll.touchesShouldBeginNo = contents(node, "touchesShouldBeginNo", name) ?? scroll.touchesShouldBeginNo
        if let insets = node.numbers("contentInset", count: 4) {
            scroll.contentInset = Insets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3])
        }
        scroll.isPagingEnabled = node.boolean("pagingEnabled") ?? scroll.isPagingEnabled
        scroll.isDirectionalLockEnabled = node.boolean("directionalLockEnabled") ?? scroll.isDirectionalLockEnabled
        scroll.bounces = node.boolean("bounces") ?? scroll.bounces
        scroll.alwaysBounceHorizontal = node.boolean("alwaysBounceHorizontal") ?? scroll.alwaysBounceHorizontal
        scroll.alwaysBounceVertical = node.boolean("alwaysBounceVertical") ?? scroll.alwaysBounceVertical
        scroll.minimumZoomScale = node.number("minimumZoomScale") ?? scroll.minimumZoomScale
        scroll.maximumZoomScale = node.number("maximumZoomScale") ?? scroll.maximumZoomScale
        scroll.zoomScale = node.number("zoomScale") ?? scroll.zoomScale
        scroll.bouncesZoom = node.boolean("bouncesZoom") ?? scroll.bouncesZoom
        for property in ScrollSpec.ownProperties where node[property.name] != nil {
            scroll.properties[property.name] = node.value(of: property)
        }
        switch node.string("decelerationRate") {
        case "normal": scroll.decelerationRate = ScrollSpec.normal
        case "fast": scroll.decelerationRate = ScrollSpec.fast
        default: scroll.decelerationRate = node.number("decelerationRate") ?? scroll.decelerationRate
        }
    }

    /// Of a region as a whole: an edit that sets one of the limits may set the other one next.
    func checkZoom(_ node: YAMLNode, _ scroll: ScrollSpec, _ name: String) {
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

    private mutating func contents(_ node: YAMLNode, _ key: String, _ name: String) -> [String]? {
        guard let list = node[key]?.items else { return nil }
        for item in list {
            guard let target = item.string else { continue }
            regions.refer(to: target, item.mark, place: "\(quoted(key)) of region \(quoted(name))")
        }
        return list.compactMap(\.string)
    }
}
