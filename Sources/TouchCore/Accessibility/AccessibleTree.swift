/// The elements of a tree: the order in which the focus goes through them, what people hear of them, and where they are activated (contract 10).
///
/// Make one for each use, because a tree that changes while it is shared is copied.
public struct AccessibleTree {
    let tree: RegionTree

    public init(_ tree: RegionTree) { self.tree = tree }

    /// Returns the places of a screen that the focus goes to, in their order: the order of the file, in which levels do not
    /// count and regions that `elements` of a region
    /// around them names come first. Only what is in the frontmost `modal` region counts, if that has any place. O(regions of the screen).
    ///
    /// - Parameter isOpen: Whether the elements in an outermost sensitive region are places. If not, the sensitive region is one place.
    public func focusRing(ofScreen screen: Int, isOpen: (RegionID) -> Bool = { _ in false }) -> [RegionID] {
        var walk = FocusWalk()
        if let modal = modalRegion(among: tree.directory.windows(ofScreen: screen), isOpen) {
            claimListed(in: modal, &walk)
            visit(modal, isReachable: tree[modal].parent.map(tree.isReachable) ?? true, isOpen, &walk)
            if !walk.places.isEmpty { return walk.places }
            walk = FocusWalk()
        }
        for window in tree.directory.windows(ofScreen: screen) { claimListed(in: window, &walk) }
        for window in tree.windowsInFileOrder(ofScreen: screen) { visit(window, isReachable: true, isOpen, &walk) }
        return walk.places
    }

    /// The state of a walk over the regions of a screen.
    private struct FocusWalk {
        var places: [RegionID] = []
        /// The outermost region whose `elements` names a region, by the named region. The named region has its place there, and nowhere else.
        var listed: [RegionID: RegionID] = [:]
    }

    private func claimListed(in root: RegionID, _ walk: inout FocusWalk) {
        // Parents come before their children, so the outermost list wins.
        for region in tree.directory.subtree(of: root) {
            for id in tree.specs[region.slot].accessibility?.elements ?? [] {
                guard let named = tree.region(ofID: id), walk.listed[named] == nil, tree.directory.isInside(named, region) else { continue }
                walk.listed[named] = region
            }
        }
    }

    private func visit(
        _ region: RegionID, isReachable: Bool, isListed: Bool = false, _ isOpen: (RegionID) -> Bool, _ walk: inout FocusWalk
    ) {
        if !isListed, walk.listed[region] != nil { return }
        let spec = tree.specs[region.slot]
        let accessibility = spec.accessibility
        if !isHeard(spec) { return }
        let isReachable = isReachable && spec.refusal == nil
        if isClosed(region, isOpen) {
            if accessibility?.isElement != false { walk.places.append(region) }
            return
        }
        if isElement(spec, isReachable: isReachable) { walk.places.append(region) }
        if let elements = accessibility?.elements, !elements.isEmpty {
            var seen: Set<RegionID> = []
            for one in elements.compactMap(tree.region) where walk.listed[one] == region && seen.insert(one).inserted {
                guard let isReached = reach(from: region, to: one, isReachable, isOpen) else { continue }
                visit(one, isReachable: isReached, isListed: true, isOpen, &walk)
            }
        }
        for child in tree.directory.children(of: region).reversed() { visit(child, isReachable: isReachable, isOpen, &walk) }
    }

    /// Returns whether fingers reach the parent of a region inside another one; nil if something between them keeps the region out of the ring.
    private func reach(from outer: RegionID, to inner: RegionID, _ isReachable: Bool, _ isOpen: (RegionID) -> Bool) -> Bool? {
        var isReached = isReachable
        var next = tree[inner].parent
        while let region = next, region != outer {
            let spec = tree.specs[region.slot]
            if !isHeard(spec) || isClosed(region, isOpen) { return nil }
            if spec.refusal != nil { isReached = false }
            next = tree[region].parent
        }
        return isReached
    }

    /// Returns the region to which the focus is confined: the frontmost modal one, or the modal one inside it.
    private func modalRegion(among siblings: RegionDirectory.Siblings, _ isOpen: (RegionID) -> Bool) -> RegionID? {
        for region in siblings {
            let spec = tree.specs[region.slot]
            if !isHeard(spec) { continue }
            let inner = isClosed(region, isOpen) ? nil : modalRegion(among: tree.directory.children(of: region), isOpen)
            if let inner { return inner }
            if spec.accessibility?.isModal == true { return region }
        }
        return nil
    }

    /// Whether the region, and what is in it, may have places.
    private func isHeard(_ spec: RegionSpec) -> Bool { spec.isShown && spec.accessibility?.isHidden != true }

    private func isClosed(_ region: RegionID, _ isOpen: (RegionID) -> Bool) -> Bool { tree[region].sensitiveRoot == region && !isOpen(region) }

    /// Whether a region that is shown is a place. A control that cannot be used never is one.
    private func isElement(_ spec: RegionSpec, isReachable: Bool) -> Bool {
        let isControl = spec.kind.isControl
        if isControl && !(spec.isEnabled && isReachable) { return false }
        return spec.accessibility?.isElement ?? (isControl || spec.kind == .surface || spec.accessibility?.label != nil)
    }
}
