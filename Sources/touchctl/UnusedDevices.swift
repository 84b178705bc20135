import Configuration
import Panels
import Text
import Wire

extension PanelSettings {
    /// Whether the panel's match fits a device that touchd has refused for another reason than its match.
    func isMeant(for device: DeviceEntry) -> Bool {
        if device.panel != nil || device.isVirtualPanel || device.reason.begins(with: "refused: no panel entry of") { return false }
        var match = match
        // The list of devices has no serial numbers.
        match.serial = nil
        var identity = PanelIdentity(
            name: device.name, vendor: device.vendor, product: device.product, idPath: device.idPath, phys: device.phys, source: device.node)
        identity.isKnownToUdev = match.node == nil
        return match.fits(identity)
    }
}

extension DeviceEntry {
    /// Why touchd does not use the device, without the word that it does not.
    var refusal: String {
        let start = "refused: "
        return reason.begins(with: start) ? String(Substring(reason.utf8.dropFirst(start.utf8.count))) : reason
    }
}
