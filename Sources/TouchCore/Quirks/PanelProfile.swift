/// What touchd takes a device for: its description as far as it is to be believed, and how it is read. Live panels and
/// recordings are both read by theirs.
public struct PanelProfile: Sendable {
    /// What the device says, for recordings of it.
    public let declared: PanelDescription
    /// The same, corrected by `quirks`.
    public let description: PanelDescription
    public let kind: PanelKind
    /// What is known of the device and was put right.
    public let quirks: [DeviceQuirks]

    /// - Parameter hasQuirks: false takes the device at its word.
    public init(_ declared: PanelDescription, quirks hasQuirks: Bool = true) {
        self.init(declared, quirks: hasQuirks ? DeviceQuirks.known(of: declared) : [])
    }

    init(_ declared: PanelDescription, quirks: [DeviceQuirks]) {
        var description = declared
        for quirk in quirks.flatMap(\.quirks) { quirk.correct(&description) }
        (self.declared, self.description, self.quirks) = (declared, description, quirks)
        kind = PanelKind(description)
    }

    /// Of a panel that is no device.
    public init(name: String, kind: PanelKind) {
        declared = PanelDescription(name: name)
        (description, self.kind, quirks) = (declared, kind, [])
    }

    public var quirkNames: [String] { quirks.flatMap(\.quirks).map(\.name) }
}
