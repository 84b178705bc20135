/// The merge of three states of a region: as it was configured, as it is configured now, and as fingers and clients have changed it. Each
/// property comes from one of them: the file's value if the file has changed it, otherwise the current one.
struct RegionMerge {
    private(set) var spec: RegionSpec
    /// The keys of properties that fingers or clients had changed and the file has overruled.
    private(set) var gaveWay: [String] = []

    /// - Parameters:
    ///   - before, now: the two states of the file.
    ///   - mine: the current state.
    ///   - resets: whether the file wins in any case.
    init(before: RegionSpec, now: RegionSpec, mine: RegionSpec, resets: Bool = false) {
        spec = mine
        if before == now && !resets { return }
        if mine == before {
            spec = now
            return
        }
        for property in RegionProperty.all where resets || property.differs(before, now) {
            if !property.differs(now, mine) { continue }
            if property.key == "gestures", !resets {
                mergeGestures(before.gestures, now.gestures, mine.gestures)
                continue
            }
            property.assign(from: now, &spec)
            if property.differs(before, mine) { gaveWay.append(property.key(of: now)) }
        }
        spec.children = []
        if spec.kind != mine.kind, mine.geometry.bounds.origin != before.geometry.bounds.origin {
            recordGaveWay(mine.kind == .scrollView ? "offset" : "bounds")
        }
        if !resets { confine(mine, now) }
    }

    /// Corrects properties that are valid alone but not together.
    private mutating func confine(_ mine: RegionSpec, _ now: RegionSpec) {
        if let scroll = spec.scroll, let other = now.scroll, scroll.minimumZoomScale > scroll.maximumZoomScale {
            spec.scroll?.minimumZoomScale = other.minimumZoomScale
            spec.scroll?.maximumZoomScale = other.maximumZoomScale
            recordGaveWay("minimumZoomScale")
            recordGaveWay("maximumZoomScale")
        }
        if spec.scroll != nil, spec.kind == mine.kind {
            let (offset, scale) = (spec.geometry.bounds.origin, spec.scroll?.zoomScale)
            // An offset that the file states together with a scale applies to that scale.
            let isStated = offset == now.geometry.bounds.origin && offset != mine.geometry.bounds.origin && scale == now.scroll?.zoomScale
            spec.confineContent(after: isStated ? now : mine)
            if spec.geometry.bounds.origin != offset { recordGaveWay("offset") }
            if spec.scroll?.zoomScale != scale { recordGaveWay("zoomScale") }
        }
        if let knob = spec.knob, let other = now.knob {
            if knob.minimumValue > knob.maximumValue {
                spec.knob?.minimumValue = other.minimumValue
                spec.knob?.maximumValue = other.maximumValue
                recordGaveWay("minimumValue")
                recordGaveWay("maximumValue")
            }
            let value = spec.knob!.clamped(knob.value)
            if value != knob.value {
                spec.knob?.value = value
                recordGaveWay(spec.kind == .switch ? "isOn" : "value")
            }
        }
    }

    private mutating func recordGaveWay(_ key: String) { if !gaveWay.contains(key) { gaveWay.append(key) } }

    /// Merges the gestures. The result has the gestures of the current file, each with the changes by clients. All gestures that are not in the
    /// current file are dropped.
    private mutating func mergeGestures(_ before: [GestureSpec], _ now: [GestureSpec], _ mine: [GestureSpec]) {
        func known(_ gesture: GestureSpec, in list: [GestureSpec]) -> GestureSpec? { list.first { $0.id == gesture.id && $0.type == gesture.type } }
        var hasLost = false
        spec.gestures = now.map { new in
            guard let old = known(new, in: before), let own = known(new, in: mine) else { return new }
            let merge = GestureMerge(before: old, now: new, mine: own)
            hasLost = hasLost || merge.hasLost
            return merge.spec
        }
        for own in mine where known(own, in: now) == nil && known(own, in: before) != own { hasLost = true }
        if hasLost { recordGaveWay("gestures") }
    }
}
