import Glibc
import Recordings
import TouchCore

/// Plays one recording through the whole pipeline, as `touchctl replay` does, and collects the findings for a report.
struct RecordingPlayer {
    let recording: Recording
    let profile: PanelProfile
    let mapping: PanelMapping
    let rules: PanelRules
    let tree: RegionTree
    let screen: Int
    /// The panel ID and the screen ID in the configuration; nil if the recording is played without a configuration.
    let place: (panel: String, screen: String)?
    let wallClock: WallClock?
    /// Whether the processing time of each report is measured. It differs from run to run.
    let measures: Bool

    /// The greatest distance of a tap from the button that was meant, in mm; if the panel does not state its size, as a share of the shorter side.
    static let reach = (millimetres: 7.0, share: 1 / 40.0)

    func play() -> RecordingFindings {
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
