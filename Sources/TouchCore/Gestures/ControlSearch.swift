/// Finds the control that handles a finger.
enum ControlSearch {
    /// Returns the control that handles a touch of a region. This is the nearest control among the region and its ancestors, if it is enabled and all
    /// regions below it pass touches on.
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

    /// Returns the enabled slider or switch whose knob is under a new touch that hit a region.
    static func knob(under p: Point, of target: RegionID, in tree: borrowing RegionTree) -> RegionID? {
        guard tree.features.contains(.knobs), let control = control(at: target, in: tree) else { return nil }
        return tree.specs[control.slot].isOnKnob(tree.convert(p, to: control)) ? control : nil
    }

    /// Whether a control keeps the finger on its knob when the finger moves in this direction on the screen, so that enclosing gestures that yield to
    /// knobs do not get it. A UISlider does the same with UIView's gestureRecognizerShouldBegin: it prevents swipes that begin on its knob and follow
    /// its track.
    static func keepsKnob(_ control: RegionID, from way: Point, in tree: borrowing RegionTree) -> Bool {
        let spec = tree.specs[control.slot]
        guard spec.isEnabled, let knob = spec.knob else { return false }
        return knob.goesAlong(tree.toLocal[control.slot].applyToDistance(way), in: spec.geometry.bounds)
    }
}
