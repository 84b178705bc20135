import Configuration
import Glibc
import Panels
import Recordings
import Testing
import TouchCore

@testable import Service

/// Recordings over a surface, through the virtual panel: the slots that a program reads back equal the published touches in places, order and
/// grammar.
@Suite struct VirtualPanelRecordingTests {
    private static let root: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// The paths of all recordings in a folder and its subfolders.
    private static func recordings(in folder: String) -> [String] {
        guard let opened = opendir(folder) else { return [] }
        defer { closedir(opened) }
        var paths: [String] = []
        while let entry = readdir(opened) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if name.hasPrefix(".") { continue }
            if name.hasSuffix(".evemu") {
                paths.append("\(folder)/\(name)")
            } else if !name.contains(".") {
                paths += recordings(in: "\(folder)/\(name)")
            }
        }
        return paths.sorted()
    }

    /// The receiver of writes, followed by a reader.
    private final class Device: VirtualPanelDevice {
        let inputName = "input1"
        let layout: VirtualPanelLayout
        var reader: ReadSlots

        init(_ layout: VirtualPanelLayout) {
            self.layout = layout
            reader = ReadSlots(slots: layout.slots)
        }

        func write(_ events: [InputEvent]) -> Int32 {
            reader.write(events)
            return 0
        }

        func destroy() {}
        func leave() {}
    }

    /// Runs a recording through a pipeline with a surface over its screen.
    private final class Run {
        let profile: PanelProfile
        let mapping: PanelMapping
        var pipeline: TouchPipeline
        let panel: PanelID
        var frames = FrameBuffer()

        init(_ profile: PanelProfile, rotation: Rotation, screen: Size) {
            self.profile = profile
            let surface = RegionSpec(id: "applications", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, screen.width, screen.height)))
            pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "main", size: screen, windows: [surface])]))
            mapping = PanelMapping(panel: profile.description, kind: profile.kind, rotation: rotation, screen: screen)
            panel = pipeline.addPanel("main-0", screen: 0, kind: profile.kind, mapping: mapping)
        }

        /// - Parameter event: The next event; nil when the panel is removed.
        func handle(_ event: InputEvent?, at time: Int64) {
            frames.removeAll()
            guard let event else { return pipeline.cancelTouches(ofPanel: panel, reason: .deviceRemoved, time: time, into: &frames) }
            pipeline.advance(to: event.time, into: &frames)
            _ = pipeline.handle(event, panel: panel, into: &frames)
        }
    }

    /// The published touches, with points converted to the panel's units.
    private struct Published {
        var steps: [ReadSlots.Step] = []
        private var numbers: [TouchID: Int] = [:]
        private var places: [TouchID: Point] = [:]
        private let origin: (x: Double, y: Double)

        init(_ profile: PanelProfile) {
            func least(_ code: UInt16) -> Double { Double(profile.description[axis: code]?.minimum ?? 0) }
            origin = (least(profile.kind.xAxis), least(profile.kind.yAxis))
        }

        mutating func add(_ frame: borrowing RoutedFrame) {
            var steps: [ReadSlots.Step] = []
            for index in frame.events.indices where frame.events[index].isForSurface {
                let event = frame.events[index]
                if event.phase == .began { numbers[event.id] = numbers.count }
                if !event.phase.isTerminal, event.phase != .began, places[event.id] == event.location { continue }
                // The move of a cancelled touch was never published.
                let place = event.phase == .cancelled ? places[event.id]! : event.location
                places[event.id] = place
                let phase: ReadSlots.Phase = event.phase == .began ? .began : event.phase.isTerminal ? .ended : .moved
                steps.append(
                    ReadSlots.Step(phase: phase, contact: numbers[event.id]!, x: Int32(place.x + origin.x), y: Int32(place.y + origin.y)))
            }
            self.steps += ReadSlots.Step.inOrder(steps)
        }
    }

    /// - Returns: The number of touches, or nil if the recording is not of a panel.
    private func compare(_ path: String, _ rotation: Rotation, _ screen: Size) throws -> Int? {
        let recording = try Recording.load(path)
        let profile = PanelProfile(recording.panel)
        if case .refused = profile.kind { return nil }
        let counts = [profile.kind.xAxis, profile.kind.yAxis].map { profile.description[axis: $0]?.count ?? 1 }
        let plain = Run(profile, rotation: .none, screen: Size(counts[0], counts[1]))
        let turned = Run(profile, rotation: rotation, screen: screen)
        let settings = VirtualPanelSettings()
        let layout = VirtualPanelLayout(of: "main-0", profile, turned.mapping, settings, screen: ("main", screen))
        let device = Device(layout)
        var faults: [String] = []
        let log = ServiceLog { faults.append("\($0.level): \($0.text)") }
        let virtual = VirtualPanel(device, settings, profile, calibration: .identity, turned.mapping, screen: screen, log: log)
        var published = Published(profile)
        func handle(_ event: InputEvent?, at time: Int64) {
            _ = virtual.flush(at: time)
            plain.handle(event, at: time)
            for index in 0..<plain.frames.count { published.add(plain.frames[index]) }
            turned.handle(event, at: time)
            for index in 0..<turned.frames.count {
                virtual.process(turned.frames[index], isAlone: turned.frames.count == 1, isInjected: false, at: time)
            }
            _ = virtual.flush(at: time)
        }
        for event in recording.events { handle(event, at: event.time) }
        var time = max(recording.events.last?.time ?? 0, 0)
        handle(nil, at: time)
        while let due = virtual.flush(at: time) { time = max(due, time + 1) }
        let name = path.split(separator: "/").last ?? ""
        #expect(faults + device.reader.faults == [], "\(name)")
        #expect(device.reader.down == 0, "\(name)")
        let (read, steps) = (device.reader.steps, published.steps)
        if read != steps {
            let first = zip(read, steps).enumerated().first { $0.element.0 != $0.element.1 }
            let what = first.map { "step \($0.offset): \($0.element.0) for \($0.element.1)" } ?? ""
            Issue.record("\(name): \(read.count) steps read of \(steps.count); \(what)")
        }
        return steps.count { $0.phase == .began }
    }

    private func compareAll(_ paths: [String]) throws -> Int {
        var touches = 0
        for path in paths {
            touches += try compare(path, .none, Size(1080, 1920)) ?? 0
            touches += try compare(path, .quarter, Size(1920, 1080)) ?? 0
        }
        return touches
    }

    @Test func `the project's recordings go through the virtual panel`() throws {
        let paths = Self.recordings(in: Self.root + "/Tests/Recordings")
        #expect(paths.count > 20)
        #expect(try compareAll(paths) > 100)
    }

    @Test func `recordings of real panels go through the virtual panel`() throws {
        let paths = Self.recordings(in: Self.root + "/../shared/recordings")
        if paths.isEmpty { return print("skipped: the recordings of real panels are not beside the checkout") }
        #expect(try compareAll(paths) > 300)
    }
}
