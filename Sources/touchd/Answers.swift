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
            id: panel.entry.settings.id, name: panel.profile.declared.name, screen: settings.screens[panel.entry.screen].spec.id,
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
            entry.quirks = $0.profile.quirkNames
            entry.health = DeviceEntry.health(
                pipeline.counts(ofPanel: $0.panel), filters: $0.entry.settings.rules.filters != nil,
                reopened: recoveries[$0.entry.settings.id]?.schedule.reopened ?? 0)
            return entry
        } + refused.map { entry($0.device.identity, panel: nil, "refused: \($0.reason)") }
    }
}
