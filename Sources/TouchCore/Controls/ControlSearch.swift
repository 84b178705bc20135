/// Which control of a tree a finger is for.
enum ControlSearch {
    /// The enabled control that takes a touch of a region: itself, or one that it is in, if all between pass touches on.
    static func control(at target: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        var next: RegionID? = target
        while let region = next {
            let spec = tree.specs[region.slot]
            if spec.kind.isControl { return spec.isEnabled ? region : nil }
            if spec.responds == .consume { return nil }
            next = tree[region].parent
        }
        return nil
    }

    /// The enabled slider or switch whose knob is under a new touch that hit a region.
    static func knob(under p: Point, of target: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        guard tree.features.contains(.knobs), let control = control(at: target, in: tree) else { return nil }
        return tree.specs[control.slot].isOnKnob(tree.convert(p, to: control)) ? control : nil
    }

    /// Whether a control keeps a finger that took its knob from a gesture around it that goes this way on the screen:
    /// UIView's gestureRecognizerShouldBegin, with which a slider prevents swipes along it that begin on its knob.
    static func keepsKnob(_ control: RegionID, from way: Point, in tree: borrowing RegionTree) -> Bool {
        let spec = tree.specs[control.slot]
        guard spec.isEnabled, let knob = spec.knob else { return false }
        return knob.goesAlong(tree.toLocal[control.slot].applyToDistance(way), in: spec.geometry.bounds)
    }
}
