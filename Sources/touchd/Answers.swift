import Panels
import Server
import TouchCore
import Wire

/// What clients may ask.
extension Daemon: Router {
    var tree: RegionTree { pipeline.tree }
    var nextID: TouchID { pipeline.nextID }
    var touchesDown: [(panel: String, touch: RoutedTouch)] {
        (pipeline.touchesDown + pipeline.veiledDown).map { (pipeline.name(ofPanel: $0.panel), $0.touch) }
    }

    func subscribed() { player.start() }

    func clockOffset(ofPanel number: Int) -> Int64 {
        for panel in panels where panel.panel == number { return clockOffset(of: panel) }
        return 0
    }

    var panelEntries: [ServerMessages.PanelEntry] { panels.map(entry(of:)) }

    func entry(of panel: OpenPanel) -> ServerMessages.PanelEntry {
        ServerMessages.PanelEntry(
            id: panel.entry.settings.id, name: panel.description.name, screen: settings.screens[panel.entry.screen].spec.id,
            pointsPerMillimetre: mapping(of: panel).pointsPerMillimetre)
    }

    var deviceEntries: [DeviceEntry] {
        func entry(_ identity: PanelIdentity, panel: String?, _ reason: String) -> DeviceEntry {
            DeviceEntry(
                node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product,
                idPath: identity.idPath ?? "", phys: identity.phys ?? "", panel: panel, reason: reason)
        }
        return panels.filter { !$0.isInjected }.map {
            let mark = $0.entry.settings.mark
            var entry = entry(
                $0.identity, panel: $0.entry.settings.id, "matched by \(options.configuration):\(mark.line):\(mark.column)")
            entry.pointsPerMillimetre = mapping(of: $0).pointsPerMillimetre
            entry.health = health(of: $0)
            return entry
        } + refused.map { entry($0.device.identity, panel: nil, "refused: \($0.reason)") }
    }

    private func health(of panel: OpenPanel) -> [(name: String, value: Int64)] {
        let health = pipeline.health(ofPanel: panel.panel)
        let counters = pipeline.counters(ofPanel: panel.panel)
        var list: [(String, Int64)] = [
            ("reports", Int64(health.reports)), ("reportRate", Int64(health.reportRate)), ("touches", Int64(health.touches)),
            ("stuck", Int64(health.stuck)), ("drops", Int64(counters.drops)),
            ("identityChanges", Int64(counters.identityChanges)), ("tapsInsideOneFrame", Int64(counters.tapsInsideOneFrame)),
            ("uncorrelatedLifts", Int64(counters.uncorrelatedLifts)), ("slotsOutOfRange", Int64(counters.slotsOutOfRange)),
            ("reopened", Int64(recoveries[panel.identity.source]?.reopened ?? 0)),
        ]
        let filters = pipeline.filterCounters(ofPanel: panel.panel)
        if panel.entry.settings.rules.filters != nil {
            list += [
                ("bridged", Int64(filters.bridged)), ("eaten", Int64(filters.eaten)), ("ghosts", Int64(filters.ghosts)),
                ("returnedAfterEaten", Int64(filters.returned)),
            ]
        }
        if let last = health.lastReport { list.append(("lastReport", last)) }
        return list
    }
}
