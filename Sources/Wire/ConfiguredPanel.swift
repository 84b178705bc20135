/// A panel of the configuration, whether or not its device is present.
public struct ConfiguredPanel: Sendable, Equatable {
    public var panel: String
    public var screen: String
    /// True if a device is in use for the panel.
    public var isOpen: Bool

    public init(panel: String, screen: String, isOpen: Bool) { (self.panel, self.screen, self.isOpen) = (panel, screen, isOpen) }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("panel")
        writer.string(panel)
        writer.key("screen")
        writer.string(screen)
        writer.key("open")
        writer.bool(isOpen)
        writer.endObject()
    }
}
