/// A known device with quirks: the conditions that identify it, and its quirks.
public struct DeviceQuirks: Sendable {
    /// Conditions that identify a device. All that are set have to hold.
    public struct Match: Hashable, Sendable {
        public var bus: UInt16?
        public var vendor: UInt16?
        public var product: UInt16?
        /// A glob for the name: `*` stands for any characters, `?` for one. For devices without distinct ids, such as those on I2C.
        public var name: String?
        /// Axes that the device must declare. They rule out other devices with the same ids, and kernels in which the problem is fixed.
        public var axes: [UInt16] = []

        func fits(_ panel: PanelDescription) -> Bool {
            (bus == nil || bus == panel.bus) && (vendor == nil || vendor == panel.vendor)
                && (product == nil || product == panel.product) && axes.allSatisfy { panel[axis: $0] != nil }
                && (name.map { wildcardMatches(Array($0.utf8), Array(panel.name.utf8)) } ?? true)
        }
    }

    public let match: Match
    public let quirks: [PanelQuirk]
    /// The device's behaviour, for people to read.
    public let reason: String
    /// The recording that shows the behaviour.
    public let recording: String

    init(_ match: Match, _ quirks: [PanelQuirk], because reason: String, seenIn recording: String) {
        (self.match, self.quirks, self.reason, self.recording) = (match, quirks, reason, recording)
    }

    /// Returns all entries that match a device, in the table's order.
    static func known(of panel: PanelDescription, in table: [DeviceQuirks] = DeviceQuirks.table) -> [DeviceQuirks] {
        table.filter { $0.match.fits(panel) }
    }
}

extension DeviceQuirks.Match {
    /// Matches a USB device by its ids.
    static func usb(_ vendor: UInt16, _ product: UInt16, axes: [UInt16] = []) -> Self {
        Self(bus: BusType.usb, vendor: vendor, product: product, axes: axes)
    }
}

/// Values of a device's bus (linux/input.h).
enum BusType {
    static let usb: UInt16 = 0x03
}
