/// The way touchd reads a device: its corrected description and its protocol. Both live panels and recordings are read by their profile.
public struct PanelProfile: Sendable {
    /// The description that the device declares. Recordings of the device contain this one.
    public let declared: PanelDescription
    /// The declared description, corrected by `quirks`.
    public let description: PanelDescription
    public let kind: PanelKind
    /// The device's known quirks, already corrected in `description`.
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

    /// Creates the profile of a panel without a device, such as the panel of injected touches.
    public init(name: String, kind: PanelKind) {
        declared = PanelDescription(name: name)
        (description, self.kind, quirks) = (declared, kind, [])
    }

    public var quirkNames: [String] { quirks.flatMap(\.quirks).map(\.name) }
}
