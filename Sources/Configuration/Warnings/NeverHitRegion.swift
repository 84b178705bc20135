import StrictYAML
import TouchCore
import Vocabulary

/// A region that no touch can hit, neither itself nor anything in it. Only the outermost one is reported. Regions that are hidden or refuse touches
/// are not reported, because programs show and move them.
enum NeverHitRegion: WarningRule {
    static let id = WarningID.neverHit

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let tree = configuration.tree
        let (led, areas) = targetsAndAreas(configuration)
        var skipped: RegionID?
        var covered: RegionID?
        for region in tree.directory.regions {
            if let around = skipped, configuration.isIn(region, around) { continue }
            let spec = configuration.spec(region)
            if spec.refusal != nil {
                skipped = region
                continue
            }
            let isTransparent = spec.hitTest == .passThrough && !configuration.hasChildren(region)
            if isTransparent || led.contains(region) || areas.contains(region) { continue }
            if let place = misplacement(region, spec, configuration) {
                warn(place.mark, "region \(quoted(spec.id)) can never be hit: \(place.text)")
                skipped = region
            } else if covered.map({ configuration.isIn(region, $0) }) != true, let cover = Cover.of(region, in: tree) {
                // The cover may be intended, and removed later, so the region's descendants are checked all the same.
                let text = "\(configuration.name(cover)) lies in front of all of it and takes its touches"
                warn(configuration.geometryMark(region), "region \(quoted(spec.id)) can never be hit: \(text)")
                covered = region
            }
        }
    }

    /// Returns two sets of regions. `led`: the targets of `fallback`, redirects and interceptors, which get touches that hit other regions, and the
    /// ancestors of these targets. `areas`: regions that are areas of interceptors.
    private static func targetsAndAreas(_ configuration: CheckedConfiguration) -> (led: Set<RegionID>, areas: Set<RegionID>) {
        let tree = configuration.tree
        var (led, areas): (Set<RegionID>, Set<RegionID>) = ([], [])
        func insertTarget(to id: String?) {
            var next = id.flatMap(tree.region(ofID:))
            while let region = next, led.insert(region).inserted { next = tree[region].parent }
        }
        for region in tree.directory.regions {
            let spec = configuration.spec(region)
            insertTarget(to: spec.fallback)
            if case .redirect(let to, _) = spec.hitTest, to != spec.id { insertTarget(to: to) }
            for interceptor in spec.interceptors {
                insertTarget(to: interceptor.deliverTo)
                if let area = tree.region(ofID: interceptor.insideOf) { areas.insert(area) }
            }
        }
        return (led, areas)
    }

    /// Returns the reason why no touch can reach the region's place; nil if one can.
    private static func misplacement(
        _ region: RegionID, _ spec: RegionSpec, _ configuration: CheckedConfiguration
    ) -> (mark: Mark, text: String)? {
        let tree = configuration.tree
        let size = tree.screens[tree[region].screen].size
        let (box, screen) = (Reach(aroundHitBoundsOf: region, in: tree), Reach(Rect(0, 0, size.width, size.height)))
        let mark = configuration.geometryMark(region)
        if box.isEmpty, spec.confinesHits {
            let isByInsets = spec.geometry.bounds.size.width > 0 && spec.geometry.bounds.size.height > 0
            return isByInsets
                ? (configuration.mark(region, "hitInsets"), "its \"hitInsets\" leave no area") : (mark, "its width or height is 0")
        }
        if let scrollView = neverScrolledTo(region, spec, configuration) {
            return (mark, "it lies outside the \"contentSize\" of \(configuration.name(scrollView)), and never scrolls into view")
        }
        if Reach(of: region, in: tree).overlaps(screen) { return nil }
        if !box.overlaps(screen) { return (mark, "it lies outside the screen, which is \(shortest(size.width)) × \(shortest(size.height)) points") }
        for around in tree.chain(to: region).dropLast().reversed() where configuration.spec(around).confinesHits {
            if Reach(aroundHitBoundsOf: around, in: tree).overlaps(box) { continue }
            let clips = configuration.spec(around).hitTest == .overflow
            return (
                mark,
                "it lies outside \(configuration.name(around)), which "
                    + (clips
                        ? "has \"clipsToBounds\""
                        : "takes no touches beyond its edges without \"hitTest: { kind: overflow }\"")
            )
        }
        return (mark, "the regions around it leave no part of it on the screen")
    }

    /// Returns the scroll view around the region if fingers can scroll it, but never to the region.
    private static func neverScrolledTo(_ region: RegionID, _ spec: RegionSpec, _ configuration: CheckedConfiguration) -> RegionID? {
        guard let parent = configuration.tree[region].parent, spec.confinesHits, spec.behaviour != .dragSelf else { return nil }
        let around = configuration.spec(parent)
        guard let scroll = around.scroll, scroll.isEnabled, !scroll.bounces, around.canScroll, around.confinesHits, let shown = around.shownContent
        else { return nil }
        let frame = spec.geometry.frame
        let isShown =
            frame.minX - max(0, -spec.hitInsets.left) < shown.maxX && frame.maxX + max(0, -spec.hitInsets.right) > shown.minX
            && frame.minY - max(0, -spec.hitInsets.top) < shown.maxY && frame.maxY + max(0, -spec.hitInsets.bottom) > shown.minY
        return isShown ? nil : parent
    }
}
