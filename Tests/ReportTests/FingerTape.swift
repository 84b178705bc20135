import Recordings
import TouchCore

@testable import Report

/// A recording of a panel with ten slots, 1000 by 1000 units of a tenth of a mm, and a report every 10 ms.
struct FingerTape {
    private(set) var events: [InputEvent] = []
    var time: Int64 = 0
    private var id: Int32 = 0

    static func panel(_ name: String = "Test Panel") -> PanelDescription {
        var panel = PanelDescription(name: name)
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.x, AbsCode.y] {
            panel[axis: code] = AxisInfo(minimum: 0, maximum: 999, resolution: 10)
        }
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65_535)
        return panel
    }

    mutating func add(_ code: UInt16, _ value: Int32) { events.append(InputEvent(time: time, type: EventType.abs, code: code, value: value)) }

    mutating func report(after pause: Int64 = 10_000) {
        events.append(InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0))
        time += pause
    }

    mutating func down(_ slot: Int32 = 0, _ x: Int32, _ y: Int32) {
        id += 1
        add(AbsCode.mtSlot, slot)
        add(AbsCode.mtTrackingID, id)
        add(AbsCode.mtPositionX, x)
        add(AbsCode.mtPositionY, y)
    }

    mutating func move(_ slot: Int32 = 0, _ x: Int32, _ y: Int32) {
        add(AbsCode.mtSlot, slot)
        add(AbsCode.mtPositionX, x)
        add(AbsCode.mtPositionY, y)
    }

    mutating func up(_ slot: Int32 = 0) {
        add(AbsCode.mtSlot, slot)
        add(AbsCode.mtTrackingID, -1)
    }

    mutating func tap(_ x: Int32, _ y: Int32, wait: Int64 = 300_000) {
        down(0, x, y)
        report(after: 50_000)
        up()
        report(after: wait)
    }

    mutating func drag(_ places: [(Int32, Int32)]) {
        down(0, places[0].0, places[0].1)
        report()
        for place in places.dropFirst() {
            move(0, place.0, place.1)
            report()
        }
        up()
        report()
    }

    /// - Parameter regions: The regions of a window that fills the screen of 1000 by 1000 points.
    func findings(
        _ regions: [RegionSpec] = [], interceptors: [InterceptorSpec] = [], name: String = "Test Panel", clock: WallClock? = nil
    ) -> RecordingFindings {
        var window = RegionSpec(id: "window", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1_000, 1_000)), children: regions)
        window.isMultipleTouchEnabled = true
        window.interceptors = interceptors
        let tree = RegionTree([ScreenSpec(id: "main", size: Size(1_000, 1_000), windows: [window])])
        let profile = PanelProfile(Self.panel(name))
        return RecordingPlayer(
            recording: Recording(file: "test.evemu", panel: profile.declared, events: events), profile: profile,
            mapping: PanelMapping(panel: profile.description, kind: profile.kind, screen: Size(1_000, 1_000)), rules: PanelRules(), tree: tree,
            screen: 0, place: ("main-0", "main"), wallClock: clock, measures: false
        ).play()
    }

    func page(_ regions: [RegionSpec] = [], name: String = "Test Panel") -> String {
        RecordingReport(findings: [findings(regions, name: name)], configuration: "test.yaml").page.html.text
    }

    static func region(_ id: String, _ frame: Rect, _ kind: RegionKind = .view, _ children: [RegionSpec] = []) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
    }
}
