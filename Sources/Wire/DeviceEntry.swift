import TouchCore

/// A touchscreen in the answer to `devices`.
public struct DeviceEntry: Sendable {
    public var node: String
    public var name: String
    public var vendor: UInt16
    public var product: UInt16
    public var idPath: String
    public var phys: String
    /// The ID of the panel that uses this device; nil if it is not a panel.
    public var panel: String?
    /// The screen's id and the keypad's, such as `main/keypad`, if the device is a keypad in use or to be used; empty if the match of a keypad is
    /// meant for it but does not count; nil for a device that is no keypad.
    public var keypad: String?
    /// How the device was matched to the panel, or why it was refused.
    public var reason: String
    /// `PanelMapping.pointsPerMillimetre`; nil also for a device that is not a panel.
    public var pointsPerMillimetre: Size?

    /// Names of the quirks that touchd corrects (`PanelQuirk`). Empty unless this is a panel with quirks.
    public var quirks: [String] = []

    /// Counts, rates and event times by name. Empty unless this is a panel in use.
    public var health: [(name: String, value: Int64)] = []

    public init(node: String, name: String, vendor: UInt16, product: UInt16, idPath: String, phys: String, panel: String?, reason: String) {
        self.node = node
        self.name = name
        self.vendor = vendor
        self.product = product
        self.idPath = idPath
        self.phys = phys
        self.panel = panel
        self.reason = reason
    }

    public func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("node")
        writer.string(node)
        writer.key("name")
        writer.string(name)
        writer.key("vendor")
        writer.string(Self.hex(vendor))
        writer.key("product")
        writer.string(Self.hex(product))
        writer.key("idPath")
        writer.string(idPath)
        writer.key("phys")
        writer.string(phys)
        writer.key("panel")
        if let panel { writer.string(panel) } else { writer.null() }
        if let keypad {
            writer.key("keypad")
            writer.string(keypad)
        }
        writer.key("reason")
        writer.string(reason)
        writer.pointsPerMillimetre(pointsPerMillimetre)
        if !quirks.isEmpty {
            writer.key("quirks")
            writer.beginArray()
            for quirk in quirks { writer.string(quirk) }
            writer.endArray()
        }
        if !health.isEmpty {
            writer.key("health")
            writer.beginObject()
            for (name, value) in health {
                writer.key(name: name)
                writer.integer(value)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    /// The last word of the reason of a keypad that is grabbed.
    public static let grabbed = "grabbed"

    /// The reason why a virtual panel is not used as a panel.
    ///
    /// - Parameter panel: the ID of the panel that it belongs to; empty for a virtual panel of another touchd.
    public static func reason(ofVirtualPanel panel: String) -> String {
        panel.isEmpty ? "touchd's own: a virtual panel of another touchd" : "touchd's own: the virtual panel of \(panel)"
    }

    public static func hex(_ id: UInt16) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
