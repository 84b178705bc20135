/// The device that a panel's settings are for. It must match all given keys; at least one must be given.
///
/// Texts are globs: `*` matches any characters, `?` matches one. The number of a node changes with every boot, so `node` counts only where udev
/// knows nothing of the node.
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

    /// The path of the event node: `/dev/input/event3`.
    public var node: String?

    public init(
        idPath: String? = nil, name: String? = nil, serial: String? = nil, phys: String? = nil,
        recording: String? = nil, vendor: UInt16? = nil, product: UInt16? = nil, node: String? = nil
    ) {
        self.idPath = idPath
        self.name = name
        self.serial = serial
        self.phys = phys
        self.recording = recording
        self.vendor = vendor
        self.product = product
        self.node = node
    }
}
