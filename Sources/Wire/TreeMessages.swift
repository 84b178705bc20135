import TouchCore

/// Lines that show the region tree, as far as a client's subscriptions match it.
extension ServerMessages {
    /// The whole picture at one moment; `regions` and `touches` are what the subscription matches.
    public static func snapshot(
        seq: UInt64, generation: Int, panels: [PanelEntry], encoder: FrameEncoder, tree: RegionTree,
        regions: (RegionIndex) -> Bool,
        touches: [(panel: String, touch: RoutedTouch)]
    ) -> [UInt8] {
        return line("snapshot") { writer in
            writer.key("seq")
            writer.unsigned(seq)
            writer.key("generation")
            writer.integer(generation)
            self.panels(panels, &writer)
            self.regions(tree, where: regions, &writer)
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

    /// The configuration was reloaded; `regions` are what the subscription matches now.
    public static func reloaded(
        generation: Int, panels: [PanelEntry], tree: RegionTree, regions: (RegionIndex) -> Bool
    ) -> [UInt8] {
        line("config") {
            $0.key("ok")
            $0.bool(true)
            $0.key("generation")
            $0.integer(generation)
            self.panels(panels, &$0)
            self.regions(tree, where: regions, &$0)
        }
    }

    /// A client has added, removed or reordered regions; `regions` are what the subscription matches now.
    public static func edited(generation: Int, tree: RegionTree, regions: (RegionIndex) -> Bool) -> [UInt8] {
        line("tree") {
            $0.key("generation")
            $0.integer(generation)
            self.regions(tree, where: regions, &$0)
        }
    }

    /// Regions are elsewhere or otherwise now, the rest of the tree is as it was.
    public static func changed(generation: Int, tree: RegionTree, regions: (RegionIndex) -> Bool) -> [UInt8] {
        line("changed") {
            $0.key("generation")
            $0.integer(generation)
            self.regions(tree, where: regions, &$0)
        }
    }

    private static func regions(_ tree: RegionTree, where isSeen: (RegionIndex) -> Bool, _ writer: inout JSONWriter) {
        writer.key("regions")
        writer.beginArray()
        for index in tree.records.indices where isSeen(RegionIndex(index)) { region(RegionIndex(index), tree, &writer) }
        writer.endArray()
    }

    private static func region(_ index: RegionIndex, _ tree: RegionTree, _ writer: inout JSONWriter) {
        let record = tree[index]
        writer.beginObject()
        writer.key("id")
        writer.string(record.id)
        writer.key("path")
        writer.string(record.path)
        writer.key("kind")
        writer.string(record.kind.rawValue)
        writer.key("screen")
        writer.string(tree.screens[record.screen].id)
        writer.key("bounds")
        writer.beginArray()
        let bounds = tree.bounds(index)
        for number in [bounds.minX, bounds.minY, bounds.size.width, bounds.size.height] { writer.number(number) }
        writer.endArray()
        writer.key("toScreen")
        writer.beginArray()
        let map = tree.mapToScreen(from: index)
        for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] { writer.number(number) }
        writer.endArray()
        switch tree.value(of: index) {
        case .number(let value):
            writer.key("value")
            writer.number(value)
        case .isOn(let isOn):
            writer.key("isOn")
            writer.bool(isOn)
        case nil: break
        }
        if !tree.isReachable(index) {
            writer.key("refuses")
            writer.bool(true)
        }
        writer.endObject()
    }
}
