import TouchCore

/// Lines that show the panels, the screens, and the region tree as far as a client's subscriptions match it.
extension ServerMessages {
    /// Returns the state at one moment. `regions` and `touches` are those that the subscription matches.
    public static func snapshot(
        seq: UInt64, generation: Int, panels: [PanelEntry], screens: [ScreenState], profiles: [[String]?] = [], encoder: FrameEncoder,
        tree: RegionTree, texts: RegionTexts, regions: [RegionID], touches: [(panel: String, touch: RoutedTouch)]
    ) -> [UInt8] {
        return line("snapshot") { writer in
            writer.key("seq")
            writer.unsigned(seq)
            writer.key("generation")
            writer.integer(generation)
            self.panels(panels, &writer)
            self.screens(screens, profiles, &writer)
            texts.write(regions, of: tree, into: &writer)
            writer.key("touches")
            writer.beginArray()
            for (panel, touch) in touches {
                writer.beginObject()
                writer.key("id")
                writer.unsigned(touch.id.rawValue)
                writer.key("panel")
                writer.string(panel)
                encoder.place(touch, into: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// Returns the line for a reload. `regions` are those that the subscription matches now, and `gaveWay` has the overruled changes that the client
    /// may know.
    ///
    /// - Parameter trial: the trial that starts with this reload, if any.
    public static func reloaded(
        generation: Int, panels: [PanelEntry], tree: RegionTree, texts: RegionTexts, regions: [RegionID], gaveWay: [GaveWayEntry],
        trial: TrialEntry? = nil
    ) -> [UInt8] {
        line("config") {
            $0.key("ok")
            $0.bool(true)
            $0.key("generation")
            $0.integer(generation)
            self.panels(panels, &$0)
            texts.write(regions, of: tree, into: &$0)
            GaveWayEntry.write(gaveWay, into: &$0)
            trial?.write(into: &$0)
        }
    }

    /// Returns the line for a client whose change of a region was overruled by a reload.
    public static func overridden(_ what: GaveWay, generation: Int) -> [UInt8] {
        line("overridden") {
            $0.key("region")
            $0.string(what.region)
            if let key = what.key {
                $0.key("key")
                $0.string(key)
            }
            $0.key("generation")
            $0.integer(generation)
        }
    }

    /// Returns the line after a client added, removed or reordered regions. `regions` are those that the subscription matches now.
    public static func edited(generation: Int, tree: RegionTree, texts: RegionTexts, regions: [RegionID]) -> [UInt8] {
        line("tree") {
            $0.key("generation")
            $0.integer(generation)
            texts.write(regions, of: tree, into: &$0)
        }
    }

    /// Returns the line after a client added, removed or reordered regions, for a client that wants only the difference from its last list.
    public static func edited(generation: Int, tree: RegionTree, texts: RegionTexts, _ change: ListChange) -> [UInt8] {
        line("tree") {
            $0.key("generation")
            $0.integer(generation)
            change.write(tree, texts, into: &$0)
        }
    }

    /// Returns the line for regions whose properties a client has changed; the structure of the tree is the same.
    public static func changed(generation: Int, tree: RegionTree, texts: RegionTexts, regions: [RegionID]) -> [UInt8] {
        line("changed") {
            $0.key("generation")
            $0.integer(generation)
            texts.write(regions, of: tree, into: &$0)
        }
    }

    // MARK: Screens

    /// Returns the line for a screen whose display, activity or mode has changed.
    public static func screen(_ state: ScreenState) -> [UInt8] { line("screen") { state.write(into: &$0) } }

    /// Returns the line for a staff gesture that somebody has made.
    public static func staff(screen: String, id: String, time: Int64) -> [UInt8] { made("staff", screen, id, time) }

    /// Returns the line for a gesture of the kiosk that somebody has made.
    public static func kioskGesture(screen: String, id: String, time: Int64) -> [UInt8] { made("kioskGesture", screen, id, time) }

    private static func made(_ type: StaticString, _ screen: String, _ id: String, _ time: Int64) -> [UInt8] {
        line(type) {
            $0.key("screen")
            $0.string(screen)
            $0.key("id")
            $0.string(id)
            $0.key("time")
            $0.integer(time)
        }
    }

    /// Writes the screens of a snapshot.
    ///
    /// - Parameter profiles: the profiles that are on, by screen; nil for screens without accessible glass.
    static func screens(_ states: [ScreenState], _ profiles: [[String]?], _ writer: inout JSONWriter) {
        writer.key("screens")
        writer.beginArray()
        for (index, state) in states.enumerated() {
            writer.beginObject()
            state.write(into: &writer)
            if index < profiles.count, let profiles = profiles[index] {
                writer.key("accessibility")
                writer.beginObject()
                AccessibilityMessages.profiles(profiles, &writer)
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endArray()
    }

    // MARK: Panels

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

    /// Returns the line for a panel that came. It is not part of the numbered stream and has no `seq`.
    public static func added(_ panel: PanelEntry) -> [UInt8] {
        line("panel") {
            $0.key("panel")
            $0.string(panel.id)
            $0.key("state")
            $0.string("added")
            panel.writeRest(into: &$0)
        }
    }

    /// Returns the line for a panel that was removed at this event time.
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

    /// Returns the line for a panel's report, or for the part of it that may be recorded.
    public static func input(_ panel: String, _ events: [InputEvent]) -> [UInt8] {
        line("input") {
            $0.key("panel")
            $0.string(panel)
            $0.key("events")
            $0.beginArray()
            for event in events {
                $0.beginArray()
                $0.integer(event.time)
                $0.integer(Int(event.type))
                $0.integer(Int(event.code))
                $0.integer(Int(event.value))
                $0.endArray()
            }
            $0.endArray()
        }
    }

    /// Returns the line for a recording that touchd ended without a request of its client.
    public static func recorded(_ panel: String, _ reason: CancelReason, _ message: String) -> [UInt8] {
        line("recorded") {
            $0.key("panel")
            $0.string(panel)
            $0.key("reason")
            $0.string(reason.rawValue)
            $0.key("message")
            $0.string(message)
        }
    }
}
