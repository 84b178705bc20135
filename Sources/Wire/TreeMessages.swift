import TouchCore

/// Lines that show the region tree, as far as a client's subscriptions match it.
extension ServerMessages {
    /// The whole picture at one moment; `regions` and `touches` are those that the subscription matches.
    public static func snapshot(
        seq: UInt64, generation: Int, panels: [PanelEntry], encoder: FrameEncoder, tree: RegionTree, texts: RegionTexts,
        regions: [RegionID], touches: [(panel: String, touch: RoutedTouch)]
    ) -> [UInt8] {
        return line("snapshot") { writer in
            writer.key("seq")
            writer.unsigned(seq)
            writer.key("generation")
            writer.integer(generation)
            self.panels(panels, &writer)
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

    /// The configuration was reloaded; `regions` are those that the subscription matches now.
    public static func reloaded(
        generation: Int, panels: [PanelEntry], tree: RegionTree, texts: RegionTexts, regions: [RegionID]
    ) -> [UInt8] {
        line("config") {
            $0.key("ok")
            $0.bool(true)
            $0.key("generation")
            $0.integer(generation)
            self.panels(panels, &$0)
            texts.write(regions, of: tree, into: &$0)
        }
    }

    /// A client has added, removed or reordered regions; `regions` are those that the subscription matches now.
    public static func edited(generation: Int, tree: RegionTree, texts: RegionTexts, regions: [RegionID]) -> [UInt8] {
        line("tree") {
            $0.key("generation")
            $0.integer(generation)
            texts.write(regions, of: tree, into: &$0)
        }
    }

    /// Regions are elsewhere or otherwise now, the rest of the tree is as it was.
    public static func changed(generation: Int, tree: RegionTree, texts: RegionTexts, regions: [RegionID]) -> [UInt8] {
        line("changed") {
            $0.key("generation")
            $0.integer(generation)
            texts.write(regions, of: tree, into: &$0)
        }
    }
}
