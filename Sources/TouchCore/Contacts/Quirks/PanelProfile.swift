/// The way touchd reads a device: its corrected description and its protocol. Both live panels and recordings are read by their profile.
public struct PanelProfile: Sendable {
    /// The device's declared description, used for recordings of it.
    public let declared: PanelDescription
    /// The declared description, corrected by `quirks`.
    public let description: PanelDescription
    public let kind: PanelKind
    /// The known quirks of the device, which were corrected.
    public let quirks: [DeviceQuirks]

    /// - Parameter hasQuirks: false leaves the declared description as it is.
    public init(_ declared: PanelDescription, quirks hasQuirks: Bool = true) {
        self.init(declared, quirks: hasQuirks ? DeviceQuirks.known(of: declared) : [])
    }

    init(_ declared: PanelDescription, quirks: [DeviceQuirks]) {
        var description = declared
        for quirk in quirks.flatMap(\.quirks) { quirk.correct(&description) }
        (self.declared, self.description, self.quirks) = (declared, description, quirks)
        kind = PanelKind(description)
    }

    /// Creates the profile of a panel that is no device.
    public init(name: String, kind: PanelKind) {
        declared = PanelDescription(name: name)
        (description, self.kind, quirks) = (declared, kind, [])
    }

    public var quirkNames: [String] { quirks.flatMap(\.quirks).map(\.name) }
}
