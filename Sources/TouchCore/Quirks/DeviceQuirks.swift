/// Devices that are known to have quirks: which they are, and what is different about them.
public struct DeviceQuirks: Sendable {
    /// Which devices: all that is given has to fit.
    public struct Match: Hashable, Sendable {
        public var bus: UInt16?
        public var vendor: UInt16?
        public var product: UInt16?
        /// A glob: `*` stands for any characters, `?` for one. For devices without ids of their own, as on I2C.
        public var name: String?
        /// Axes that the device declares: where a device of the same ids is not always the same, or a kernel mends it.
        public var axes: [UInt16] = []

        func fits(_ panel: PanelDescription) -> Bool {
            (bus == nil || bus == panel.bus) && (vendor == nil || vendor == panel.vendor)
                && (product == nil || product == panel.product) && axes.allSatisfy { panel[axis: $0] != nil }
                && (name.map { wildcardMatches(Array($0.utf8), Array(panel.name.utf8)) } ?? true)
        }
    }

    public let match: Match
    public let quirks: [PanelQuirk]
    /// What the device does, for a person to read.
    public let reason: String
    /// The recording that shows it.
    public let recording: String

    init(_ match: Match, _ quirks: [PanelQuirk], because reason: String, seenIn recording: String) {
        (self.match, self.quirks, self.reason, self.recording) = (match, quirks, reason, recording)
    }

    /// All entries that are for a device, in the table's order.
    static func known(of panel: PanelDescription, in table: [DeviceQuirks] = DeviceQuirks.table) -> [DeviceQuirks] {
        table.filter { $0.match.fits(panel) }
    }
}

extension DeviceQuirks.Match {
    /// A USB device by its ids.
    static func usb(_ vendor: UInt16, _ product: UInt16, axes: [UInt16] = []) -> Self {
        Self(bus: BusType.usb, vendor: vendor, product: product, axes: axes)
    }
}

/// Values of a device's bus (linux/input.h).
enum BusType {
    static let usb: UInt16 = 0x03
}
