/// The rule that injected fingers hit nothing in a sensitive region (contract 8).
public enum InjectedContacts {
    /// Returns the sensitive region that a finger would touch at a point; nil if there is none. O(regions).
    public static func sensitiveRegion(at point: Point, screen: Int, in tree: RegionTree) -> RegionID? {
        let trace = tree.trace(point, screen: screen)
        var capture = Capture(target: trace.result.map { tree.fallbackTarget(for: $0) })
        let isForSurface = capture.target.map { tree.isSurface($0) } ?? false
        if !isForSurface { _ = capture.intercept(point, tree) { _ in false } }
        let translucent = trace.asked.filter { $0.answer == .letsThrough }.map { tree.fallbackTarget(for: $0.region) }
        let hit = [capture.target].compactMap(\.self) + capture.recipients.current + translucent
        return hit.lazy.compactMap { tree[$0].sensitiveRoot }.first
    }
}
