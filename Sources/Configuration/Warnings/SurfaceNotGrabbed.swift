import StrictYAML
import TouchCore

/// A surface on a screen without a grabbed panel. There is no virtual panel then, and only observers get the touches on the surface.
enum SurfaceNotGrabbed: WarningRule {
    static let id = WarningID.surfaceNotGrabbed

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let tree = configuration.tree
        if !tree.hasSurfaces { return }
        var seen: Set<Int> = []
        for region in tree.directory.regions where tree[region].kind == .surface && seen.insert(tree[region].screen).inserted {
            let panels = configuration.settings.screens[tree[region].screen].panels
            // Recordings are for tests, where there are no applications.
            let live = panels.filter { $0.match.recording == nil }
            if live.contains(where: \.grab) || live.isEmpty && !panels.isEmpty { continue }
            guard let first = live.first else {
                warn(
                    configuration.mark(region, "kind"),
                    "\(quoted(tree[region].id)) is a surface, but its screen has no panel, so applications get none of its touches; add a panel with "
                        + "\"grab: exclusive\"")
                continue
            }
            warn(
                configuration.mark(region, "kind"),
                "\(quoted(tree[region].id)) is a surface, but panel \(quoted(first.id)) (line \(first.mark.line)) is not grabbed, "
                    + "so touchd passes none of the surface's touches on to applications; set \"grab: exclusive\" for the panel")
        }
    }
}
