import Glibc
import Recordings
import TouchCore

/// Plays one recording through the whole pipeline, as `touchctl replay` does, and collects the findings for a report.
public struct RecordingPlayer {
    let recording: Recording
    let profile: PanelProfile
    let mapping: PanelMapping
    let rules: PanelRules
    let tree: RegionTree
    let screen: Int
    let place: (panel: String, screen: String)?
    let wallClock: WallClock?
    let measures: Bool

    /// The greatest distance of a tap from the button that was meant, in mm; if the panel does not state its size, as a share of the shorter side.
    static let reach = (millimetres: 7.0, share: 1 / 40.0)

    /// Creates a player of one recording.
    ///
    /// - Parameters:
    ///   - place: the panel ID and the screen ID in the configuration; nil if the recording is played without a configuration.
    ///   - measures: whether to measure the processing time of each report. It differs from run to run.
    public init(
        recording: Recording, profile: PanelProfile, mapping: PanelMapping, rules: PanelRules, tree: RegionTree, screen: Int,
        place: (panel: String, screen: String)?, wallClock: WallClock?, measures: Bool
    ) {
        (self.recording, self.profile, self.mapping, self.rules) = (recording, profile, mapping, rules)
        (self.tree, self.screen, self.place) = (tree, screen, place)
        (self.wallClock, self.measures) = (wallClock, measures)
    }

    /// The number of events, for the progress.
    public var eventCount: Int { recording.events.count }

    /// Plays the recording.
    ///
    /// - Parameter step: called for each event.
    public func play(_ step: () -> Void = {}) -> RecordingFindings {
        let pipeline = TouchPipeline(tree: tree)
        let panel = pipeline.addPanel(place?.panel ?? "screen-0", screen: screen, kind: profile.kind, mapping: mapping, rules: rules)
        let sensitive = SensitiveRegions(tree.directory)
        var collector = ReportCollector(tree, sensitive, screen: screen)
        var statistics = TouchStatistics()
        var intervals = ReportIntervals()
        var frames = FrameBuffer()
        var redacted = RoutedFrame()
        var processing: [Double] = []
        var reports = 0

        func collectFrames() {
            for index in frames.indices {
                pipeline.count(frames[index], into: &statistics)
                let seesAll = sensitive.isEmpty || redacted.copy(redacted: frames[index], sensitive, isRedacted: { _, _ in true })
                collector.add(seesAll ? frames[index] : redacted, pipeline.tree)
            }
            frames.removeAll()
        }

        for event in recording.events {
            step()
            let began = measures ? Self.nanoseconds : 0
            pipeline.advance(to: event.time, into: &frames)
            let outcome = pipeline.handle(event, panel: panel, into: &frames)
            if measures, outcome == .frame { processing.append(Double(Self.nanoseconds - began) / 1_000) }
            if !frames.isEmpty { collectFrames() }
            guard outcome == .frame else { continue }
            let told = pipeline.counts(ofPanel: panel).health.reports
            intervals.add(reportAt: event.time, isOpen: told > reports, isTouched: collector.isOpenlyTouched)
            if told > reports { collector.recordReport() }
            reports = told
        }
        let end = recording.events.last?.time ?? 0
        pipeline.cancelTouches(ofPanel: panel, reason: .deviceRemoved, time: max(end, 0), into: &frames)
        collectFrames()

        let size = tree.screens[screen].size
        let axes = [profile.kind.xAxis, profile.kind.yAxis].map { profile.description[axis: $0]?.count ?? 1 }
        let tapDistance = RecordingFindings.tapDistance(place == nil ? size : nil)
        let scale = mapping.pointsPerMillimetre
        let reach = scale.map { Self.reach.millimetres * min($0.width, $0.height) } ?? min(size.width, size.height) * Self.reach.share
        return RecordingFindings(
            file: recording.file, wallClock: wallClock, panel: profile.declared, quirks: profile.quirkNames,
            protocolName: Self.protocolName(profile.kind), resolution: Size(axes[0], axes[1]), place: place, screen: size,
            pointsPerMillimetre: scale, inputEvents: recording.events.count, start: recording.events.first?.time ?? 0, end: end,
            touches: collector.touches, sensitive: collector.sensitive, cancels: collector.cancels, actions: collector.actions,
            holds: collector.holds, events: collector.events, heat: collector.heat, intervals: intervals,
            counts: pipeline.counts(ofPanel: panel), missed: statistics.missed, regions: pipeline.counts(in: statistics),
            picture: RegionPicture(tree, screen: screen),
            nearMisses: NearMisses(collector.touches.lazy.filter { $0.isTap(within: tapDistance) }, tree, screen: screen, reach: reach),
            processing: processing.sorted())
    }

    private static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func protocolName(_ kind: PanelKind) -> String {
        switch kind {
        case .slots(let count): "multi-touch with \(count) slots"
        case .packets: "multi-touch without slots (protocol A)"
        case .single: "one contact"
        case .refused(let why): "refused: \(why)"
        }
    }
}

/// Collects the findings from frames that are redacted for viewers without rights to sensitive regions.
struct ReportCollector {
    /// The touches in the order of their begins.
    private(set) var touches: [ReportTouch] = []
    private var places: [UInt64: Int] = [:]
    private(set) var heat: HeatGrid
    /// The number of touches in sensitive regions, by the region's path.
    private(set) var sensitive: [String: Int] = [:]
    /// The number of cancels by reason, counted for each receiver.
    private(set) var cancels: [CancelReason: Int] = [:]
    /// The begins and ends of gestures, controls and scrolls.
    private(set) var actions: [ReportAction: Int] = [:]
    /// The delays of events, in µs of event time: a begin that waited for a gesture, or for a filter.
    private(set) var holds: [Int64] = []
    /// The number of events that receivers and observers got.
    private(set) var events = 0
    /// The indices of the touches that are down.
    private var down: [Int] = []
    private var sensitiveDown = 0

    private let regions: SensitiveRegions
    private let screen: Int
    private let step: Double
    /// The outermost sensitive regions of the screen.
    private let blocks: [RegionID]

    init(_ tree: RegionTree, _ sensitive: SensitiveRegions, screen: Int) {
        regions = sensitive
        self.screen = screen
        let size = tree.screens[screen].size
        heat = HeatGrid(screen: size)
        step = max(size.width, size.height) / 300
        blocks = sensitive.all.filter { sensitive.root(of: $0) == $0 && $0.isRegion && tree[$0].screen == screen }
    }

    /// Whether fingers are down, none of them in a sensitive region.
    var isOpenlyTouched: Bool { !down.isEmpty && sensitiveDown == 0 }

    /// Counts a report of the panel for all touches that are down.
    mutating func recordReport() { for index in down { touches[index].recordReport() } }

    mutating func add(_ frame: RoutedFrame, _ tree: RegionTree) {
        for event in frame.events { add(event, at: frame.time, tree) }
        for action in frame.actions { add(action, tree) }
    }

    private mutating func add(_ event: RoutedTouch, at time: Int64, _ tree: RegionTree) {
        if event.isRedacted { return addRedacted(event, tree) }
        events += 1
        if time > event.timestamp { holds.append(time - event.timestamp) }
        let id = event.id.rawValue
        let index = places[id] ?? touches.count
        if index == touches.count {
            places[id] = index
            touches.append(ReportTouch(event, step: step))
        }
        let isShown = !blocks.contains { tree.contains(event.location, $0) }
        let wasDown = touches[index].isDown
        touches[index].add(event, region: event.receiver.map { tree[$0].id }, isShown: isShown)
        if event.phase == .cancelled, let reason = event.reason { cancels[reason, default: 0] += 1 }
        if isShown { heat.add(id, at: event.location) } else { heat.remove(id) }
        if touches[index].isDown && !wasDown { down.append(index) }
        if !touches[index].isDown {
            heat.remove(id)
            down.removeAll { $0 == index }
        }
    }

    private mutating func addRedacted(_ event: RoutedTouch, _ tree: RegionTree) {
        guard let receiver = event.receiver, let root = regions.root(of: receiver) else { return }
        if event.phase == .began {
            sensitive[tree[root].path, default: 0] += 1
            sensitiveDown += 1
        } else if event.phase.isTerminal {
            sensitiveDown -= 1
        }
    }

    private mutating func add(_ action: RoutedAction, _ tree: RegionTree) {
        let what: String
        switch action.content {
        case .gesture(let gesture):
            if gesture.state == .changed { return }
            what = "\(tree.directory.gestures[gesture.gesture.slot].type) \(gesture.state.rawValue)"
        case .control(let control):
            if [.touchDragInside, .touchDragOutside].contains(control.event) { return }
            what = control.event.rawValue
        case .scroll(let scroll):
            if case .changed = scroll.state { return }
            what = "scroll \(scroll.state)"
        }
        actions[ReportAction(region: tree[action.region].id, what: what), default: 0] += 1
    }
}

/// An event of a gesture, a control or a scroll view of a region.
struct ReportAction: Hashable, Comparable {
    let region: String
    let what: String

    static func < (a: Self, b: Self) -> Bool { (a.region, a.what) < (b.region, b.what) }
}
