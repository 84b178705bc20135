import TouchCore

extension ServerMessages {
    /// A panel in use, as clients hear of it.
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

        /// The members after the one that has its id.
        func writeRest(into writer: inout JSONWriter) {
            writer.key("name")
            writer.string(name)
            writer.key("screen")
            writer.string(screen)
            writer.pointsPerMillimetre(pointsPerMillimetre)
        }
    }

    static func panels(_ panels: [PanelEntry], _ writer: inout JSONWriter) {
        writer.key("panels")
        writer.beginArray()
        for panel in panels {
            writer.beginObject()
            writer.key("id")
            writer.string(panel.id)
            panel.writeRest(into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    /// A panel came. Not part of the numbered stream: it carries no `seq`.
    public static func added(_ panel: PanelEntry) -> [UInt8] {
        line("panel") {
            $0.key("panel")
            $0.string(panel.id)
            $0.key("state")
            $0.string("added")
            panel.writeRest(into: &$0)
        }
    }

    /// A panel went, at this event time.
    public static func removed(_ panel: String, time: Int64) -> [UInt8] {
        line("panel") {
            $0.key("panel")
            $0.string(panel)
            $0.key("state")
            $0.string("removed")
            $0.key("time")
            $0.integer(time)
        }
    }
}
