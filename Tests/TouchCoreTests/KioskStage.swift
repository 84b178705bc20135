@testable import TouchCore

/// A screen of 1000 by 1000 points with one panel and one surface, on which a test puts fingers.
final class KioskStage {
    static let size = Size(1000, 1000)
    let pipeline: TouchPipeline
    let panel: PanelID
    /// The delivered events in the order of delivery, with the time up to which the panel had been advanced.
    private(set) var delivered: [(now: Int64, event: RoutedTouch)] = []
    private(set) var notices: [KioskNotice] = []
    private var output = FrameBuffer()

    init(_ kiosk: KioskRules, slots: Int = 10, rules: PanelRules = PanelRules()) {
        pipeline = TouchPipeline(tree: Self.tree(kiosk))
        let kind = PanelKind.slots(slots)
        let mapping = PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Self.size)
        panel = pipeline.addPanel("s-0", screen: 0, kind: kind, mapping: mapping, rules: rules)
        pipeline.startScreens(at: 0)
    }

    static func tree(_ kiosk: KioskRules) -> RegionTree {
        let app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, size.width, size.height)))
        return RegionTree([ScreenSpec(id: "s", size: size, windows: [app], kiosk: kiosk)])
    }

    var phases: [TouchPhase] { delivered.map(\.event.phase) }
    var state: ScreenState { pipeline.screenStates[0] }

    func touch(_ changes: [ContactChange], at time: Int64) {
        pipeline.handle(changes, panel: panel, at: time, into: &output)
        record(at: time)
    }

    func down(_ x: Double, _ y: Double, at time: Int64, slot: Int = 0) {
        touch([ContactChange(slot: slot, phase: .began, location: Point(x, y))], at: time)
    }

    func move(_ x: Double, _ y: Double, at time: Int64, slot: Int = 0) {
        touch([ContactChange(slot: slot, phase: .moved, location: Point(x, y))], at: time)
    }

    func up(_ x: Double, _ y: Double, at time: Int64, slot: Int = 0) {
        touch([ContactChange(slot: slot, phase: .ended, location: Point(x, y))], at: time)
    }

    func advance(to time: Int64) {
        pipeline.advance(panel, to: time, into: &output)
        pipeline.advanceScreens(to: time)
        record(at: time)
    }

    func use(_ kiosk: KioskRules, at time: Int64) {
        pipeline.replaceTree(Self.tree(kiosk), time: { _ in time }, into: &output)
        record(at: time)
    }

    func setMode(_ mode: ScreenMode, at time: Int64) {
        pipeline.setMode(mode, screen: 0, time: { _ in time }, into: &output)
        record(at: time)
    }

    func cancel(_ reason: CancelReason, at time: Int64) {
        pipeline.cancelTouches(ofPanel: panel, reason: reason, time: time, into: &output)
        record(at: time)
    }

    private func record(at time: Int64) {
        for frame in output { for event in frame.events { delivered.append((time, event)) } }
        output.removeAll()
        notices += pipeline.removeNotices()
    }
}
