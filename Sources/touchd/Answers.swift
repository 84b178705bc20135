import Panels
import Wire

/// What clients may ask.
extension Daemon {
    var panelEntries: [ServerMessages.PanelEntry] {
        panels.map {
            ServerMessages.PanelEntry(id: $0.entry.settings.id, name: $0.description.name, screen: settings.screens[$0.entry.screen].spec.id)
        }
    }

    var deviceEntries: [DeviceEntry] {
        func entry(_ identity: PanelIdentity, panel: String?, _ reason: String) -> DeviceEntry {
            DeviceEntry(
                node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product,
                idPath: identity.idPath ?? "", phys: identity.phys ?? "", panel: panel, reason: reason)
        }
        return panels.map {
            let mark = $0.entry.settings.mark
            return entry($0.identity, panel: $0.entry.settings.id, "matched by \(options.configuration):\(mark.line):\(mark.column)")
        } + refused.map { entry($0.device.identity, panel: nil, "refused: \($0.reason)") }
    }
}
