import Recordings
import Support
import Testing
import TouchCore

/// Each device of the quirk table with the recording that it names: the device behaves as the entry says, and the quirk corrects it.
@Suite struct `Quirks in recordings of real panels` {
    private struct Seen {
        var touches = 0
        /// The number of places of touches, and of those on the screen.
        var places = 0
        var inside = 0
        var withPressure = 0
        var withoutWeight = 0
        var sizes: [Double] = []
    }

    /// The events of a recording on a screen with one point per device unit.
    private func play(_ recording: Recording, _ profile: PanelProfile) -> Seen {
        let axes = [profile.kind.xAxis, profile.kind.yAxis].map { profile.description[axis: $0]!.count }
        let size = Size(axes[0], axes[1])
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, size.width, size.height)))
        window.isMultipleTouchEnabled = true
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: size, windows: [window])]))
        let mapping = PanelMapping(panel: profile.description, kind: profile.kind, screen: size)
        let panel = pipeline.addPanel("s-0", screen: 0, kind: profile.kind, mapping: mapping)
        var seen = Seen()
        for event in recording.events {
            for touch in pipeline.handle(event, panel: panel).flatMap(\.events) {
                if touch.phase == .began { seen.touches += 1 }
                seen.places += 1
                if touch.location.x >= 0, touch.location.y >= 0, touch.location.x < size.width, touch.location.y < size.height { seen.inside += 1 }
                if let pressure = touch.axes.pressure {
                    seen.withPressure += 1
                    if pressure == 0 { seen.withoutWeight += 1 }
                }
                if let major = touch.axes.major { seen.sizes.append(major / size.width) }
            }
        }
        return seen
    }

    @Test func `the recordings show what the table says`() throws {
        for entry in DeviceQuirks.table {
            guard let recording = try? Recording.load(Fixtures.realRecordings + "/" + entry.recording) else {
                print("skipped: \(entry.recording) is not beside the checkout")
                continue
            }
            let (raw, right) = (PanelProfile(recording.panel, quirks: false), PanelProfile(recording.panel))
            #expect(right.quirks.contains { $0.match == entry.match }, "\(entry.recording) is not of the device that the entry is for")
            let (before, after) = (play(recording, raw), play(recording, right))
            #expect(after.touches > 0 && after.touches == before.touches, "\(entry.recording): other touches")
            for quirk in entry.quirks {
                switch quirk {
                case .position:
                    #expect(before.inside == 0, "\(entry.recording): it has positions without the quirk")
                    #expect(after.inside == after.places, "\(entry.recording): positions off the screen")
                case .noPressure:
                    #expect(before.withoutWeight * 4 > before.withPressure, "\(entry.recording): most of its pressures are right")
                    #expect(after.withPressure == 0)
                case .noSize:
                    // A fingertip is about 8 mm, and no panel is wider than 2 m.
                    #expect(!before.sizes.isEmpty && before.sizes.allSatisfy { $0 < 0.004 }, "\(entry.recording): \(before.sizes.max() ?? 0)")
                    #expect(after.sizes.isEmpty)
                }
            }
        }
    }
}
