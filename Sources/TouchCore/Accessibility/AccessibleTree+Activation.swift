/// The place at which a touch activates an element (contract 10, rule F6).
extension AccessibleTree {
    /// Returns a point of the screen that hits the region or something in it: its activation point, or else the middle of what takes touches, or the
    /// first of 5 × 5 points; nil if no such point does. A stated activation point that hits something else counts as none.
    public func activationPoint(of region: RegionID) -> Point? {
        let spec = tree.specs[region.slot]
        let map = tree.mapToScreen(from: region)
        func isHit(_ local: Point) -> Point? {
            let point = map.apply(local)
            return isActivated(region, by: point) ? point : nil
        }
        let bounds = spec.geometry.bounds
        if let stated = spec.accessibility?.activationPoint { return isHit(bounds.origin + stated) }
        // A tap beside the knob of a slider does nothing.
        let target = spec.targetBounds
        if let middle = isHit(target.center) { return middle }
        for row in 0..<5 {
            for column in 0..<5 {
                let point = Point(
                    target.minX + target.size.width * (Double(column) + 0.5) / 5, target.minY + target.size.height * (Double(row) + 0.5) / 5)
                if let point = isHit(point) { return point }
            }
        }
        return nil
    }

    /// Whether people can operate a region: a control, or a region whose role is that of one.
    public func isOperable(_ region: RegionID) -> Bool {
        let spec = tree.specs[region.slot]
        if spec.kind.isControl { return true }
        return switch spec.accessibility?.role {
        case .button, .adjustable, .switch, .link, .key: true
        default: false
        }
    }

    /// Whether a touch at a point of the screen activates a region: it hits the region or something in it, and no sensitive region in it, whose
    /// touches are its owner's.
    public func isActivated(_ region: RegionID, by point: Point) -> Bool {
        let screen = tree[region].screen
        let size = tree.screens[screen].size
        guard Rect(0, 0, size.width, size.height).contains(point), let hit = tree.hitTest(point, screen: screen) else { return false }
        return (hit == region || tree.directory.isInside(hit, region)) && tree[hit].sensitiveRoot == tree[region].sensitiveRoot
    }
}
