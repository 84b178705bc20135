import Configuration
import Panels
import Text
import Wire

extension PanelSettings {
    /// Whether the panel's match fits a device that was refused, and not because no match fits it.
    func isRefused(_ device: DeviceEntry) -> Bool {
        guard device.panel == nil, device.reason.begins(with: DeviceEntry.refused), !device.reason.begins(with: "refused: no panel entry of")
        else { return false }
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
    fileprivate static let refused = "refused: "

    /// Why the device was refused, without that word.
    var refusal: String {
        reason.begins(with: Self.refused) ? String(Substring(reason.utf8.dropFirst(Self.refused.utf8.count))) : reason
    }

    /// Whether it is a sibling of a panel, which `SiblingsCheck` explains.
    var isSibling: Bool { reason.has("belongs to the same USB device as ") }
}
