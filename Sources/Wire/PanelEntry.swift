import TouchCore

/// A panel in use, as clients see it.
public struct PanelEntry: Sendable {
    public var id: String
    public var name: String
    public var screen: String
    /// `PanelMapping.pointsPerMillimetre`.
    public var pointsPerMillimetre: Size?

    public init(id: String, name: String, screen: String, pointsPerMillimetre: Size?) {
        self.id = id
        self.name = name
        self.screen = screen
        self.pointsPerMillimetre = pointsPerMillimetre
    }

    /// Writes all members except the panel's ID.
    func writeRest(into writer: inout JSONWriter) {
        writer.key("name")
        writer.string(name)
        writer.key("screen")
        writer.string(screen)
        writer.pointsPerMillimetre(pointsPerMillimetre)
    }
}
