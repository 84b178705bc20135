/// The fingers that the content of a scroll view keeps. They do not scroll, and do not prevent other fingers from scrolling.
extension ScrollRecognizer {
    /// Whether the content has received the finger and does not give it back. If the finger moves along the track of the knob under it, the knob
    /// keeps the finger even before the content has received it.
    func isIsolated(_ finger: Finger, _ tree: borrowing RegionTree, at time: Int64) -> Bool {
        if !finger.counts || finger.target == region || !ContentTouches.shouldBegin(in: finger.target, tree) { return false }
        let gives = ContentTouches.shouldCancel(in: finger.target, of: region, tree)
        if let knob = finger.knob, !gives {
            let way = finger.location - finger.start
            if way.squaredDistance(to: Point(0, 0)) >= threshold * threshold, ControlSearch.keepsKnob(knob, from: way, in: tree) { return true }
        }
        if delaysBegin(of: finger, at: time) { return false }
        return !gives || tree.specs[region.slot].scroll?.canCancelContentTouches != true
    }
}
