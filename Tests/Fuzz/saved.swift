import Configuration

@testable import Service
@testable import TouchCore
@testable import Wire

/// Arbitrary bytes are a file of touchd's state, or nothing: the same bytes as each of the four files. What was read can be written and read again,
/// used, and told to clients.
func fuzzSaved(_ bytes: [UInt8]) {
    if let panels = SavedPanels.read(bytes) {
        if SavedPanels.read(SavedPanels.write(panels)) != panels { fatalError("other panels were written than were read: \(panels)") }
        for panel in panels { plug(panel) }
    }
    if let values = SavedValues.read(bytes) {
        if SavedValues.read(SavedValues.write(values)) != values { fatalError("other values were written than were read: \(values)") }
        restore(values)
    }
    if let statistics = SavedStatistics.read(bytes) {
        if SavedStatistics.read(SavedStatistics.write(statistics)) != statistics { fatalError("other counts were written than were read") }
        checkAnswer(statistics)
    }
    if let hours = SavedHours.read(bytes) {
        if SavedHours.read(SavedHours.write(hours)) != hours { fatalError("other hours were written than were read: \(hours)") }
        count(hours)
    }
}

/// Makes the virtual panel of a panel that is not there yet.
private func plug(_ panel: KnownPanel) {
    let kind = PanelKind(panel.description)
    if case .refused = kind { return }
    let mapping = PanelMapping(panel: panel.description, kind: kind, screen: Size(1000, 1000))
    _ = TouchPipeline(tree: tree).addPanel("p", screen: 0, kind: kind, mapping: mapping, rules: PanelRules())
}

private let tree = {
    var list = RegionSpec(id: "list", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 500, 500)))
    list.scroll!.contentSize = Size(500, 5000)
    let volume = RegionSpec(id: "volume", kind: .slider, geometry: RegionGeometry(frame: Rect(500, 0, 500, 500)))
    let light = RegionSpec(id: "light", kind: .switch, geometry: RegionGeometry(frame: Rect(500, 500, 500, 500)))
    let frame = RegionGeometry(frame: Rect(0, 0, 1000, 1000))
    let window = RegionSpec(id: "w", kind: .window, geometry: frame, children: [list, volume, light])
    return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
}()

/// Restores the values, as if the configuration had not changed since. They stay within the limits of their regions.
private func restore(_ values: [SavedValue]) {
    var tree = tree
    let configured = ConfiguredTree(tree.screenSpecs)
    let unchanged = values.map { value in
        let known = configured.spec(ofID: value.region).flatMap { spec -> SavedValue.Value? in
            if let knob = spec.knob { return spec.kind == .switch ? .isOn(knob.isOn) : .number(knob.value) }
            return spec.scroll.map { .scroll(offset: spec.geometry.bounds.origin, zoomScale: $0.zoomScale) }
        }
        return SavedValue(region: value.region, present: value.present, configured: known ?? value.configured)
    }
    SavedValue.restore(values, in: &tree, configured)
    SavedValue.restore(unchanged, in: &tree, configured)
    let list = tree.spec(ofID: "list")!
    let offset = list.geometry.bounds.origin
    if !(0...500).contains(offset.x) || !(0...4500).contains(offset.y) || list.scroll!.zoomScale != 1 { fatalError("beyond its limits: \(list)") }
    if !(0...1).contains(tree.spec(ofID: "volume")!.knob!.value) { fatalError("beyond its limits: \(tree.spec(ofID: "volume")!)") }
}

/// Adds a touch to each hour, and to the first and the last hour that there can be.
private func count(_ hours: [HourEntry]) {
    var table = HourTable()
    table.restore(hours)
    var totals = UseTotals()
    for time in [0, Int64(1) << 40] + hours.map(\.time) {
        totals.touches += 1
        table.add(totals, at: time)
        totals.panels["p", default: PanelTotals()].touches += 1
    }
    let times = table.hours.map(\.time)
    if times.count > HourTable.most || times != times.sorted() { fatalError("no table of hours: \(times)") }
}

/// The counts are an answer to `stats`, even if touches come on top and counts of two files are added.
private func checkAnswer(_ statistics: StatisticsEntry) {
    var total = statistics.total
    total += statistics.total
    var sum = statistics
    sum.total = total
    var writer = JSONWriter()
    writer.beginObject()
    sum.write(into: &writer)
    writer.endObject()
    do { _ = try JSONReader.parse(writer.bytes) } catch { fatalError("no answer: \(error)") }
}
