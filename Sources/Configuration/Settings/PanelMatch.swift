/// The device that a panel's settings are for. It must match all given keys; at least one must be given.
///
/// Texts are globs: `*` matches any characters, `?` matches one. `eventN` is deliberately not a key, because it changes with every boot.
public struct PanelMatch: Hashable, Sendable {
    /// udev's ID_PATH: the port that the panel is plugged into.
    public var idPath: String?
    public var name: String?
    public var serial: String?
    public var phys: String?
    /// The file name of a recording that takes the place of a panel.
    public var recording: String?
    /// The USB IDs, as lsusb prints them.
    public var vendor: UInt16?
    public var product: UInt16?

    public init(
        idPath: String? = nil, name: String? = nil, serial: String? = nil, phys: String? = nil,
        recording: String? = nil, vendor: UInt16? = nil, product: UInt16? = nil
    ) {
        self.idPath = idPath
        self.name = name
        self.serial = serial
        self.phys = phys
        self.recording = recording
        self.vendor = vendor
        self.product = product
    }
}
