import TouchCore
import Text

/// The properties that tell panels apart: those of udev for a live panel, the file name for a recording.
public struct PanelIdentity: Hashable, Sendable {
    public var name: String
    public var vendor: UInt16
    public var product: UInt16
    /// The ID_PATH of udev; nil for a recording, empty for a live panel without one.
    public var idPath: String?
    public var serial: String?
    public var phys: String?
    /// A recording's file name without its folder; nil for a live panel.
    public var recording: String?
    /// The device node, or the recording's path. A node is matched only where udev knows nothing of it.
    public var source: String
    /// Whether udev describes the device.
    public var isKnownToUdev = true

    public init(
        name: String, vendor: UInt16, product: UInt16, idPath: String? = nil, serial: String? = nil, phys: String? = nil,
        recording: String? = nil, source: String
    ) {
        self.name = name
        self.vendor = vendor
        self.product = product
        self.idPath = idPath
        self.serial = serial
        self.phys = phys
        self.recording = recording
        self.source = source
    }

    /// The identity of a recording that stands in for a panel.
    public init(recording path: String, panel: PanelDescription) {
        self.init(
            name: panel.name, vendor: panel.vendor, product: panel.product,
            recording: String(path.split(at: "/").last ?? ""), source: path)
    }

    /// Whether the device is one of this or another touchd: a virtual panel or a keyboard.
    public var isVirtual: Bool { phys?.begins(with: VirtualPanelLayout.physPrefix) == true }

    /// The properties that tell the panel apart from others, for messages.
    public var summary: String {
        if recording != nil { return "\(source) (\"\(name)\")" }
        var parts = ["\"\(name)\""]
        if let idPath, !idPath.isEmpty { parts.append("idPath \(idPath)") }
        if let phys, !phys.isEmpty { parts.append("phys \(phys)") }
        if let serial, !serial.isEmpty { parts.append("serial \(serial)") }
        return "\(source) (\(parts.joined(separator: ", ")))"
    }
}
