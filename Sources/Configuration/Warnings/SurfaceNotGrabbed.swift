import TouchCore

/// A surface on a screen of which touchd has no panel for itself: then there is no virtual panel, and what touches the surface goes to nobody
/// but observers.
enum SurfaceNotGrabbed: WarningRule {
    static let id = WarningID.surfaceNotGrabbed

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let tree = configuration.tree
        if !tree.hasSurfaces { return }
        var seen: Set<Int> = []
        for region in tree.directory.regions where tree[region].kind == .surface && seen.insert(tree[region].screen).inserted {
            let panels = configuration.settings.screens[tree[region].screen].panels
            // Recordings are for tests, which have no applications.
            let live = panels.filter { $0.match.recording == nil }
            if live.contains(where: \.grab) || live.isEmpty && !panels.isEmpty { continue }
            guard let first = live.first else {
                warn(
                    configuration.mark(region, "kind"),
                    "\(quoted(tree[region].id)) is a surface, but its screen has no panel: the applications get nothing of it; add a panel with "
                        + "\"grab: exclusive\"")
                continue
            }
            warn(
                configuration.mark(region, "kind"),
                "\(quoted(tree[region].id)) is a surface, but panel \(quoted(first.id)) (line \(first.mark.line)) is not grabbed: the applications "
                    + "get nothing of it from touchd; give the panel \"grab: exclusive\"")
        }
    }
}
