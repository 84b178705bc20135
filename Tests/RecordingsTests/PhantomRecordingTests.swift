import Recordings
import Support
import Testing
import TouchCore

/// A panel that taps by itself every 12.864 s (raspberrypi/linux#7638): screens become idle all the same if its filter stops the taps.
@Suite struct PhantomRecordingTests {
    private struct Seen: Equatable {
        /// The begins of touches, in ms.
        var begins: [Int64] = []
        /// The times at which the screen became idle, in ms.
        var idles: [Int64] = []
    }

    /// Plays the recording until 60 s, on a screen that is idle after 10 s and after 20 s without a touch.
    private func play(_ ghost: FilterRules.Ghost?) throws -> Seen {
        let recording = try OwnRecordingsTests.load("noise-phantom")
        let profile = PanelProfile(recording.panel)
        let size = Size(1200, 1920)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, size.width, size.height)))
        var kiosk = KioskRules()
        kiosk.idle = [10_000_000, 20_000_000]
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: size, windows: [window], kiosk: kiosk)]))
        var rules = PanelRules()
        if let ghost {
            var filters = FilterRules()
            filters.ghost = ghost
            rules.filters = filters
        }
        let mapping = PanelMapping(panel: profile.description, kind: profile.kind, screen: size)
        let panel = pipeline.addPanel("s-0", screen: 0, kind: profile.kind, mapping: mapping, rules: rules)
        pipeline.startScreens(at: 0)
        var seen = Seen()
        var events = recording.events[...]
        var idle: Int64?
        for time in stride(from: Int64(0), through: 60_000_000, by: 100_000) {
            while let event = events.first, event.time <= time {
                events.removeFirst()
                pipeline.advanceScreens(to: event.time)
                for touch in pipeline.handle(event, panel: panel).flatMap(\.events) where touch.phase == .began {
                    seen.begins.append(event.time / 1000)
                }
            }
            for frame in pipeline.advance(panel, to: time) { #expect(frame.events.isEmpty) }
            pipeline.advanceScreens(to: time)
            if pipeline.screenStates[0].idle == 20_000_000, idle != 20_000_000 { seen.idles.append(time / 1000) }
            idle = pipeline.screenStates[0].idle
        }
        return seen
    }

    @Test func `without a filter each phantom is a touch, and the screen is idle only when they have stopped`() throws {
        // The recording ends with the phantom at 42.592 s.
        #expect(try play(nil) == Seen(begins: [0, 4000, 16_864, 29_728, 42_592]))
    }

    @Test func `the filter passes one phantom, and the screen is idle 20 s later`() throws {
        #expect(try play(.init(times: 1, pause: 15_000_000)) == Seen(begins: [0, 4000], idles: [24_100]))
    }

    @Test func `a filter for panels that do so twice a second stops none of them`() throws {
        #expect(try play(.init(times: 4, pause: 1_000_000)) == (try play(nil)))
        #expect(try play(.init(times: 1, pause: 12_000_000)) == (try play(nil)))
    }
}
