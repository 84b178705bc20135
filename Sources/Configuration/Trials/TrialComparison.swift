import TouchCore

/// Compares a configuration that is to be tried with the file's: a trial may change the look and feel of the glass, but not whom touchd trusts, which
/// commands it runs, or who gets the touches of a sensitive region (contract 5).
///
/// A difference is refused unless a list here allows it. So a new key of the configuration is refused until it is added here as well.
public struct TrialComparison {
    let file: Settings
    let trial: Settings
    /// The outermost sensitive regions that clients have added to the tree in force. A region that is sensitive only because of an earlier trial
    /// needs no protection.
    let added: (directory: RegionDirectory, regions: [RegionID])?

    /// - Parameter inForce: the tree in force and the configuration that it was made from; nil if clients have added nothing.
    public init(file: Settings, trial: Settings, inForce: (directory: RegionDirectory, configured: ConfiguredTree)? = nil) {
        (self.file, self.trial) = (file, trial)
        added = inForce.map { directory, configured in
            (directory, directory.sensitive.filter { directory[$0].sensitiveRoot == $0 && !configured.contains(directory[$0].id) })
        }
    }

    /// Checks the whole configuration.
    ///
    /// - Throws: the first reason to refuse the trial.
    public func check() throws(TrialRefusal) {
        if trial.server != file.server { throw TrialRefusal("server", "of the configuration, because it says whom touchd trusts") }
        try checkRecovery()
        for screen in trial.screens { try checkScreen(screen) }
        for old in file.screens where old.spec.keyboard != nil && !trial.screens.contains(where: { $0.spec.id == old.spec.id }) {
            throw TrialRefusal("keyboard", "of screen \"\(old.spec.id)\", which would be gone")
        }
        try checkRest()
        try checkIDs()
        let guarded = GuardedRegions(file.tree)
        try checkAccess(guarded.tree.directory)
        try checkPanels(guarded)
        if !guarded.all.isEmpty { try guarded.check(trial, insteadOf: file) }
    }

    /// Refuses a trial with a region that has the ID of a client's sensitive region, or of a part of one, because it would replace that region.
    private func checkIDs() throws(TrialRefusal) {
        guard let (directory, added) = added else { return }
        let tree = trial.tree
        for part in added.flatMap({ directory.subtree(of: $0) }) where tree.index(ofID: directory[part].id) != nil {
            let (id, path) = (directory[part].id, directory[part].path)
            throw TrialRefusal("id", region: path, "of a region to \"\(id)\", the id of a client's sensitive region or of a region in it")
        }
    }

    /// Checks the remaining keys of the configuration.
    private func checkRest() throws(TrialRefusal) {
        var rest = trial
        rest.server = file.server
        // Keys that may differ, or that other checks cover.
        rest.screens = file.screens
        rest.access = file.access
        rest.gestureDefaults = file.gestureDefaults
        if rest != file { throw TrialRefusal("configuration", "as a whole: a key other than the screens and the access rules differs") }
    }

    /// Checks that the commands that touchd runs as its own user, and their conditions, are unchanged.
    private func checkRecovery() throws(TrialRefusal) {
        func commands(_ settings: Settings) -> [String: RecoverySettings] {
            let panels = settings.screens.flatMap(\.panels).filter { $0.recovery != RecoverySettings() }
            return Dictionary(panels.map { ($0.id, $0.recovery) }) { first, _ in first }
        }
        let (old, new) = (commands(file), commands(trial))
        for id in Set(old.keys).union(new.keys).sorted() where old[id] != new[id] {
            throw TrialRefusal("recovery", "of panel \"\(id)\"")
        }
    }

    // MARK: Screens

    private func checkScreen(_ screen: ScreenSettings) throws(TrialRefusal) {
        let id = screen.spec.id
        let old = file.screens.first { $0.spec.id == id } ?? ScreenSettings(spec: ScreenSpec(id: id, size: screen.spec.size, windows: []))
        try checkKiosk(screen.spec.kiosk, old.spec.kiosk, id)
        if screen.spec.keyboard != old.spec.keyboard { throw TrialRefusal("keyboard", "of screen \"\(id)\"") }
        var rest = screen
        // Keys that may differ, or that other checks cover.
        rest.spec.size = old.spec.size
        rest.spec.windows = old.spec.windows
        rest.spec.controllers = old.spec.controllers
        rest.spec.kiosk = old.spec.kiosk
        rest.panels = old.panels
        if rest != old { throw TrialRefusal("screens", "in this way: screen \"\(id)\" differs in a key that only the file may change") }
    }

    private func checkKiosk(_ new: KioskRules, _ old: KioskRules, _ screen: String) throws(TrialRefusal) {
        var rest = new
        rest.wake = old.wake
        rest.idle = old.idle
        rest.edges = old.edges
        rest.cleaning = old.cleaning
        rest.staff = old.staff
        rest.gestures = old.gestures
        if rest != old { throw TrialRefusal("kiosk", "of screen \"\(screen)\" in this way: a rule differs that only the file may change") }
        // The places and times of gestures may differ, but not what touchd does for them (contract 5). A gesture that does nothing may come or go.
        func actions(_ rules: KioskRules) -> [String: KioskAction] {
            let all = rules.staff.map { ($0.id, $0.action) } + rules.gestures.map { ($0.id, $0.action) }
            return Dictionary(all) { first, _ in first }.filter { $0.value != KioskAction() }
        }
        if actions(new) != actions(old) { throw TrialRefusal("do", "of a gesture of screen \"\(screen)\"") }
    }

    /// Checks that panels of screens with a sensitive region keep their mapping and their device.
    private func checkPanels(_ guarded: GuardedRegions) throws(TrialRefusal) {
        var regions: [String: String] = [:]
        if let (directory, added) = added {
            for region in added { regions[directory.screens[directory[region].screen].id] = directory[region].path }
        }
        for screen in guarded.screens { regions[screen] = guarded.path(onScreen: screen) }
        if regions.isEmpty { return }
        for old in file.screens {
            guard let region = regions[old.spec.id] else { continue }
            guard let new = trial.screens.first(where: { $0.spec.id == old.spec.id }) else {
                throw TrialRefusal(
                    "screens", region: region, "in this way: screen \"\(old.spec.id)\" would be gone, and with it the sensitive region \"\(region)\"")
            }
            func refuse(_ key: String, _ what: String) -> TrialRefusal {
                TrialRefusal(key, region: region, "\(what), which has the sensitive region \"\(region)\"")
            }
            if new.spec.size != old.spec.size { throw refuse("size", "of screen \"\(old.spec.id)\"") }
            if new.panels.count != old.panels.count { throw refuse("panels", "of screen \"\(old.spec.id)\"") }
            for (new, old) in zip(new.panels, old.panels) {
                if new.grab != old.grab { throw refuse("grab", "of panel \"\(old.id)\" on a screen") }
                if new.calibration != old.calibration { throw refuse("calibration", "of panel \"\(old.id)\" on a screen") }
                if new.rotation != old.rotation { throw refuse("rotation", "of panel \"\(old.id)\" on a screen") }
                var rest = new
                // `virtual` may differ, because applications get no touches of a sensitive region.
                rest.virtual = old.virtual
                rest.output = old.output
                if rest != old { throw refuse("panels", "in this way: panel \"\(old.id)\" differs, on a screen") }
            }
        }
        // A panel could lose its device to another panel that also matches it.
        func devices(_ settings: Settings) -> [String] {
            settings.screens.flatMap { screen in screen.panels.map { "\(screen.spec.id) \($0.match)" } }.sorted()
        }
        if devices(trial) != devices(file) {
            throw TrialRefusal("match", "of any panel, because there is a sensitive region")
        }
    }
}
