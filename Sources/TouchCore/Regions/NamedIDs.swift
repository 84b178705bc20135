/// The ids of others that the values of a region name. Who may change the one has to be allowed to name the others.
extension RegionSpec {
    /// Of regions; those that its interceptors name are among them.
    package var namedRegions: [String] {
        var names = interceptors.flatMap { [$0.insideOf] + ($0.deliverTo.map { [$0] } ?? []) }
        if case .redirect(let to, _) = hitTest { names.append(to) }
        if let fallback { names.append(fallback) }
        if let scroll { names += scroll.touchesShouldCancelNo + scroll.touchesShouldCancelYes + scroll.touchesShouldBeginNo }
        return names + gestures.flatMap(\.shouldReceiveNot)
    }

    /// Of gestures.
    package var namedGestures: [String] { gestures.flatMap { $0.requireToFail + $0.simultaneousWith } }
}
