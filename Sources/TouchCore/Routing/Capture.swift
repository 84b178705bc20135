/// Who gets a new touch. Decided once, at `began`, and for the touch's life (SPEC 2.2).
enum Capture {
    /// The receiver of a touch that has just hit `target`, or nil when the target takes no further finger. Such a touch
    /// is ignored for its whole life and not promoted when another lifts (uikit-semantics 2.6).
    static func receiver(of target: RegionIndex, in tree: RegionTree, given panels: [PanelState?]) -> RegionIndex? {
        let properties = tree[target].spec
        var isFree = true
        for panel in panels {
            for touch in panel?.touches ?? [] {
                guard let receiver = touch?.receiver else { continue }
                if receiver == target {
                    if !properties.isMultipleTouchEnabled { isFree = false }
                } else if tree.sharesWindow(receiver, target) {
                    // exclusiveTouch: alone in its window, from either side.
                    if properties.isExclusiveTouch || tree[receiver].spec.isExclusiveTouch { isFree = false }
                }
            }
        }
        return isFree ? target : nil
    }
}

extension RegionTree {
    /// Whether both regions are in the same window.
    func sharesWindow(_ a: RegionIndex, _ b: RegionIndex) -> Bool { window(of: a) == window(of: b) }

    private func window(of index: RegionIndex) -> RegionIndex {
        var index = index
        while let parent = self[index].parent { index = parent }
        return index
    }
}
