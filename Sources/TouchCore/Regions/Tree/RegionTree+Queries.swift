/// Queries about the regions of a tree.
extension RegionTree {
    /// Returns the id of the region to which this one redirects hits; nil if it redirects none, or that region does not exist.
    package func redirectTarget(of region: RegionID) -> String? {
        guard case .redirect(let id, _)? = specs[region.slot].hitTest, self.region(ofID: id) != nil else { return nil }
        return id
    }

    // MARK: Names

    public var screens: [RegionDirectory.Screen] { directory.screens }
    public var records: [RegionRecord] { directory.records }
    @inline(__always)
    public subscript(id: RegionID) -> RegionRecord { directory.records[id.slot] }
    /// Returns the receiver with an id. O(1).
    public func index(ofID id: String) -> RegionID? { directory.index(ofID: id) }
    /// Returns the region with an id; nil also for responders that are not regions. O(1).
    public func region(ofID id: String) -> RegionID? { directory.region(ofID: id) }

    /// The number of regions, not counting responders that are not regions.
    public var regionCount: Int { directory.regionCount }

    /// Returns a region's current properties, in the form of the configuration and without children.
    public func spec(ofID id: String) -> RegionSpec? { region(ofID: id).map { specs[$0.slot] } }

    /// Returns the id of the region that has a gesture.
    public func owner(ofGesture id: String) -> String? {
        gestures.id(ofName: id).map { self[gestures.records[$0.slot].region].id }
    }

    /// Whether this tree was made to replace another one in its current state.
    public func isSuccessor(of old: RegionTree) -> Bool { structure == old.structure &+ 1 }

    /// Returns the difference from the tree that this one succeeds. O(receivers), so compute it before the tree is in force.
    public func change(from old: RegionTree) -> TreeChange { directory.change(from: old.directory) }

    // MARK: Ancestors

    /// Returns the region itself, or the one that a non-region responder stands for; nil for `application` and `delegate`.
    @inline(__always)
    func home(_ id: RegionID) -> RegionID? { id.isRegion ? id : responders.home(of: id) }

    /// Returns the regions from the window down to the region itself.
    public func chain(to id: RegionID) -> [RegionID] {
        var chain: [RegionID] = []
        var next: RegionID? = id
        while let id = next {
            chain.append(id)
            next = self[id].parent
        }
        return chain.reversed()
    }

    /// Returns the window that contains a region.
    public func window(of id: RegionID) -> RegionID {
        var id = id
        while let parent = self[id].parent { id = parent }
        return id
    }

    /// Returns the ids of the responder chain that starts at a region.
    public func responderChain(from id: RegionID) -> [String] { responders.chain(from: id, in: self) }

    /// True if neither the region nor a region around it refuses touches.
    public func isReachable(_ id: RegionID) -> Bool {
        var next = home(id)
        while let region = next {
            if specs[region.slot].refusal != nil { return false }
            next = self[region].parent
        }
        return true
    }

    /// True if neither the region nor a region around it is hidden or transparent.
    func isShown(_ id: RegionID) -> Bool {
        var next: RegionID? = id
        while let region = next {
            if !specs[region.slot].isShown { return false }
            next = self[region].parent
        }
        return true
    }

    /// The screens that have a surface. O(regions) if the tree has, or has ever had, a surface.
    public var screensWithSurfaces: Set<Int> {
        hasSurfaces ? directory.regions.reduce(into: []) { if isSurface($1) { $0.insert(self[$1].screen) } } : []
    }

    /// Whether any region is a surface, or has ever been one.
    public var hasSurfaces: Bool { features.contains(.surfaces) }

    /// Whether any region has a `keyCode`, or has ever had one.
    public var hasKeys: Bool { features.contains(.keys) }

    /// Whether a region is a surface, which stands for the applications below.
    @inline(__always)
    public func isSurface(_ region: RegionID) -> Bool { features.contains(.surfaces) && region.isRegion && specs[region.slot].kind == .surface }

    /// Whether a region is a control that tracks fingers.
    func isControl(_ region: RegionID) -> Bool { self[region].kind.isControl && specs[region.slot].isEnabled }

    /// Whether a gesture is in the tree.
    public func contains(_ gesture: GestureID) -> Bool { gestures.contains(gesture) }

    /// Returns the value of a slider or a switch; nil for others.
    public func value(of id: RegionID) -> ControlAction.Value? {
        guard id.isRegion, let knob = specs[id.slot].knob else { return nil }
        return self[id].kind == .slider ? .number(knob.value) : .isOn(knob.isOn)
    }

    /// Returns the zoom scale of a scroll view's content; nil for others.
    public func zoomScale(ofScrollView id: RegionID) -> Double? { id.isRegion ? specs[id.slot].scroll?.zoomScale : nil }

    /// Returns all receivers that move with these regions: their descendants, and the responders of any of them.
    public func receiversMoved(by regions: Set<RegionID>) -> [RegionID] {
        var inside: [RegionID] = []
        var seen: Set<RegionID> = []
        for region in regions where directory.contains(region) {
            for one in directory.subtree(of: region) where one != region && seen.insert(one).inserted { inside.append(one) }
        }
        seen.formUnion(regions)
        return inside + directory.responders.filter { home($0).map(seen.contains) == true }
    }

    // MARK: Geometry

    /// Returns the receiver's own space: its size, and the point at its top left. Empty if the receiver has no region.
    public func bounds(_ id: RegionID) -> Rect {
        home(id).map { specs[$0.slot].geometry.bounds } ?? Rect(0, 0, 0, 0)
    }

    /// Returns the box around a region in its parent's space: UIView's `frame`, which grows when its scroll view zooms.
    public func frame(of region: RegionID) -> Rect {
        let frame = specs[region.slot].geometry.frame
        let scale = self[region].parent.map { zoomScale(of: $0) } ?? 1
        return Rect(frame.minX * scale, frame.minY * scale, frame.size.width * scale, frame.size.height * scale)
    }

    /// Returns the factor by which a region magnifies its children: 1 except for scroll views.
    @inline(__always)
    func zoomScale(of region: RegionID) -> Double { specs[region.slot].scroll?.zoomScale ?? 1 }

    /// Converts a point of the screen to a receiver's own space. Returns the same point if the receiver has no region.
    @inline(__always)
    public func convert(_ p: Point, to id: RegionID) -> Point {
        guard let home = home(id) else { return p }
        return toLocal[home.slot].apply(p)
    }

    /// Converts a point of a region's own space to the screen.
    public func convertToScreen(_ p: Point, from id: RegionID) -> Point {
        guard let home = home(id) else { return p }
        return toLocal[home.slot].inverse.apply(p)
    }

    /// Returns the transform from the receiver's own space to screen points.
    public func mapToScreen(from id: RegionID) -> AffineTransform {
        home(id).map { toLocal[$0.slot].inverse } ?? .identity
    }

    /// Returns the transform from screen points to a region's own space, based on that of its parent.
    func mapFromScreen(to region: RegionID) -> AffineTransform {
        let own = specs[region.slot].geometry.fromParent
        guard let parent = self[region].parent else { return AffineTransform.identity.then(own) }
        return toLocal[parent.slot].zoomedOut(by: zoomScale(of: parent)).then(own)
    }

    // MARK: Hit tests

    /// Returns the region that takes a touch at a point of a screen, or nil: UIKit's `hitTest(_:with:)`.
    public func hitTest(_ p: Point, screen: Int) -> RegionID? { hitTester.hitTest(p, screen: screen, in: self) }

    /// Returns the translucent regions that also get a touch at a point, front to back.
    func translucentHits(_ p: Point, screen: Int) -> [RegionID] { hitTester.translucentHits(p, screen: screen, in: self) }

    /// Does the same walk as `hitTest`, and records it. O(regions of the screen), allocates.
    public func trace(_ p: Point, screen: Int) -> HitTrace { HitTrace(p, screen: screen, in: self) }

    /// Implements pointInside: half open, in the receiver's own space, enlarged or shrunk by its hit insets, cut to its shape. Does not consider
    /// whether the region refuses touches.
    @inline(__always)
    public func contains(_ p: Point, _ id: RegionID) -> Bool {
        guard let home = home(id) else { return true }
        let node = hitTester.nodes[home.slot]
        if !node.flags.contains(.shaped) && node.minX <= node.maxX { return node.boxContains(p) }
        return containsExactly(p, home.slot)
    }

    func containsExactly(_ p: Point, _ slot: Int) -> Bool { specs[slot].contains(toLocal[slot].apply(p)) }
}

extension RegionTree {
    /// Checks after each change that names, links, places and nodes agree. Skips larger trees, for which it would take too long.
    func checkInvariants(upTo most: Int = 64) {
        #if DEBUG
            if directory.regionCount > most { return }
            if let fault = directory.fault ?? hitTester.fault(directory, specs, toLocal) { assertionFailure(fault) }
            for id in directory.regions {
                let (known, right) = (toLocal[id.slot], mapFromScreen(to: id))
                // Extreme numbers may produce NaN, which is not equal to itself.
                assert(known == right || "\(known)" == "\(right)", "the stored position of \(self[id].path) is wrong")
            }
        #endif
    }

    /// Returns the windows of a screen in the order of the file, whatever their levels, and then those that the file lacks. Among windows of one level
    /// the tree's order counts, back to front, because edits may have changed it.
    func windowsInFileOrder(ofScreen screen: Int) -> [RegionID] {
        let windows = Array(directory.windows(ofScreen: screen).reversed())
        let order = screens[screen].windowOrder
        if order.isEmpty { return windows }
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        // A level's windows have the places that the file gives to windows of this level.
        var free: [Double: [Int]] = [:]
        for window in windows { free[specs[window.slot].level, default: []].append(places[self[window].id] ?? order.count) }
        var placed: [(place: Int, index: Int)] = []
        for level in free.keys { free[level]!.sort(by: >) }
        for (index, window) in windows.enumerated() { placed.append((free[specs[window.slot].level]!.removeLast(), index)) }
        return placed.sorted { $0 < $1 }.map { windows[$0.index] }
    }

    // MARK: Regions that are spared from rules of the glass

    /// The rules from which touches of this target are spared: those of the region and of all regions around it.
    func sparedRules(of region: RegionID) -> SparedRules {
        var rules: SparedRules = []
        if !features.contains(.spared) { return rules }
        var next: RegionID? = region
        while let region = next {
            if region.isRegion { rules.formUnion(specs[region.slot].spared) }
            next = self[region].parent
        }
        return rules
    }

    /// The regions whose touches go on in this mode. Takes O(regions) if there are any.
    public func regionsSpared(from mode: ScreenMode) -> Set<RegionID> {
        if !features.contains(.spared) { return [] }
        return Set(directory.regions.filter { sparedRules(of: $0).permit(mode) })
    }
}
