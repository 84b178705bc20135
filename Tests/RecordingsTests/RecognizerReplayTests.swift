import Glibc
import Recordings
import Support
import Testing
import TouchCore
import Wire

/// Every recording over a tree with every type of recognizer, controls and scroll views: the same bytes each time, with valid streams and without
/// leftovers.
@Suite struct RecognizerReplayTests {
    private static let size = Size(1000, 1000)

    /// A gesture of each type in the table, for properties with a choice one for each value, and gestures that need others to take effect.
    private static func gestures(_ prefix: String) -> [GestureSpec] {
        var all: [GestureSpec] = []
        for type in GestureType.ofGestures {
            var variants = [GestureSpec(id: "\(prefix)-\(type.name)", type: type.name)]
            for property in type.properties {
                switch property.kind {
                case .mask(let words):
                    variants = variants.flatMap { variant in
                        words.map { word in
                            var one = variant
                            one.id += "-\(word)"
                            one.properties[property.name] = .words([word])
                            return one
                        }
                    }
                case .words(let words): for index in variants.indices { variants[index].properties[property.name] = .words(words) }
                default: break
                }
            }
            all += variants
        }
        var double = GestureSpec(id: "\(prefix)-double", type: "tap")
        double.properties["numberOfTapsRequired"] = .number(2)
        for index in all.indices where all[index].type == "tap" { all[index].requireToFail = [double.id] }
        return all + [double]
    }

    /// A window whose recognizers observe simultaneously, over tiles with competing recognizers.
    private static func tree() -> RegionTree {
        var tiles: [RegionSpec] = []
        func tile(_ kind: RegionKind, _ children: (Rect) -> [RegionSpec] = { _ in [] }) -> RegionSpec {
            let place = Rect(Double(tiles.count % 4) * 250, Double(tiles.count / 4) * 250, 250, 250)
            var spec = RegionSpec(id: "tile\(tiles.count)", kind: kind, geometry: RegionGeometry(frame: place))
            spec.isMultipleTouchEnabled = tiles.count % 2 == 0
            spec.children = children(Rect(0, 0, 250, 250))
            if kind == .scrollView { spec.scroll?.contentSize = Size(tiles.count % 2 == 0 ? 1000 : 250, 1000) }
            return spec
        }
        for round in 0..<4 {
            tiles.append(
                tile(.scrollView) { place in
                    var pan = RegionSpec(id: "inner\(round)", geometry: RegionGeometry(frame: place))
                    pan.gestures = gestures("s\(round)")
                    let button = RegionSpec(id: "content\(round)", kind: .button, geometry: RegionGeometry(frame: Rect(0, 300, 250, 250)))
                    return round % 2 == 0 ? [pan, button] : [button]
                })
            var competing = tile(.view)
            competing.gestures = gestures("g\(round)")
            for index in competing.gestures.indices where round > 0 {
                competing.gestures[index].delaysTouchesBegan = (index + round) % 3 == 0
                competing.gestures[index].cancelsTouchesInView = (index + round) % 4 > 0
            }
            tiles.append(competing)
            var slider = tile(.slider)
            slider.knob?.axis = round % 2 == 0 ? .horizontal : .vertical
            slider.knob?.isContinuous = round < 2
            tiles.append(slider)
            tiles.append(tile(round % 2 == 0 ? .button : .switch))
        }
        var window = RegionSpec(id: "window", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, size.width, size.height)))
        window.isMultipleTouchEnabled = true
        window.children = tiles
        window.gestures = gestures("all")
        let others = window.gestures.map(\.id) + tiles.flatMap { ($0.gestures + $0.children.flatMap(\.gestures)).map(\.id) }
        for index in window.gestures.indices {
            window.gestures[index].cancelsTouchesInView = false
            window.gestures[index].simultaneousWith = others.filter { $0 != window.gestures[index].id }
        }
        return RegionTree([ScreenSpec(id: "screen", size: size, windows: [window])])
    }

    /// Returns the lines that an observer of `**` would get for a recording, and the types and controls that produced events.
    ///
    /// - Parameter waking: The times in the gap between two events at which the pipeline runs its deadlines, besides right before the second event:
    ///   like a loop whose timer fires at those times, or not at all.
    /// - Parameter count: The number of next events passed at once, as from one read(2).
    private func replay(
        _ recording: Recording, _ said: inout Set<String>, waking: (Range<Int64>) -> [Int64] = { _ in [] }, count: () -> Int = { 1 }
    ) -> [UInt8]? {
        let kind = PanelKind(recording.panel)
        if case .refused = kind { return nil }
        let pipeline = TouchPipeline(tree: Self.tree())
        let encoder = FrameEncoder(pipeline.tree.directory)
        let mapping = PanelMapping(panel: recording.panel, kind: kind, screen: Self.size)
        let panel = pipeline.addPanel("screen-0", screen: 0, kind: kind, mapping: mapping)
        var verifier = StreamState()
        var line = JSONWriter()
        var bytes: [UInt8] = []
        var seq: UInt64 = 1
        func record(_ frame: RoutedFrame, _ pipeline: TouchPipeline) {
            if frame.isEmpty { return }
            do { try verifier.apply(frame, panel: "screen-0") } catch { Issue.record("\(recording.file): \(error)") }
            for action in frame.actions {
                switch action.content {
                case .gesture(let action): said.insert(pipeline.tree.directory.gestures[action.gesture.slot].type)
                case .control(let action): said.insert(action.event.rawValue)
                case .scroll: said.insert("scroll")
                }
            }
            encoder.body(frame, panel: "screen-0", into: &line)
            FrameEncoder.number(seq, &line)
            seq += 1
            line.withBytes { bytes += $0 }
        }
        var time = recording.events.first?.time ?? 0
        var rest = recording.events[...]
        while let next = rest.first {
            for moment in next.time > time ? waking(time..<next.time) : [] {
                for frame in pipeline.advance(panel, to: moment) { record(frame, pipeline) }
            }
            let read = rest.prefix(count())
            rest = rest.dropFirst(read.count)
            time = read.reduce(time) { max($0, $1.time) }
            read.withUnsafeBufferPointer { read in
                var read = read
                while !read.isEmpty { for frame in pipeline.handle(&read, panel: panel) { record(frame, pipeline) } }
            }
        }
        for frame in pipeline.cancelTouches(ofPanel: panel, reason: .deviceRemoved, time: time) { record(frame, pipeline) }
        #expect(verifier.touchesDown.isEmpty && verifier.actions.inProgress.isEmpty, "\(recording.file): something has no end")
        #expect(pipeline.deadline(ofPanel: panel) == nil, "\(recording.file): something is waited for")
        return bytes
    }

    /// The paths of all recordings below a folder in order, or nil if the folder does not exist.
    private static func files(_ folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(".evemu") || name.hasSuffix(".yml") { names.append(folder + "/" + name) }
        }
        return names.sorted()
    }

    private func check(_ files: [String], _ said: inout Set<String>) throws {
        var random = SeededRandom(seed: 5)
        for file in files {
            guard let recording = try? Recording.load(file), let once = replay(recording, &said) else { continue }
            #expect(replay(recording, &said) == once, "\(file): not the same twice")
            let atRandom = replay(recording, &said) { gap in
                (0..<random(6)).map { _ in gap.lowerBound + Int64(random(gap.count)) }.sorted()
            }
            #expect(atRandom == once, "\(file): not the same when the loop wakes at random")
            #expect(replay(recording, &said, count: { 256 }) == once, "\(file): not the same when whole reports come at once")
            #expect(replay(recording, &said, count: { 1 + random(40) }) == once, "\(file): not the same when reports come in pieces")
        }
    }

    @Test func `this project's recordings`() throws {
        var said: Set<String> = []
        let files = try #require(Self.files(Fixtures.recordings))
        #expect(files.count > 30)
        try check(files, &said)
        print("said in this project's recordings: \(said.sorted().joined(separator: " "))")
        for type in ["tap", "longPress", "pan", "pinch", "rotation", "swipe", "transform", "hover", "scroll", "touchUpInside", "valueChanged"] {
            #expect(said.contains(type), "no recording has made a \(type)")
        }
    }

    @Test func `recordings of real panels`() throws {
        var said: Set<String> = []
        let folders = ["evemu", "evemu-old"].compactMap { Self.files("\(Fixtures.realRecordings)/\($0)") }
        if folders.isEmpty {
            print("skipped: the recordings of real panels are not beside the checkout (\(Fixtures.realRecordings))")
            return
        }
        // A third of them, or with more rounds all.
        let files = folders.flatMap { $0 }.sorted()
        try check(stride(from: rounds(1) > 2 ? 0 : 1, to: files.count, by: max(1, 3 / rounds(1))).map { files[$0] }, &said)
        print("said in recordings of real panels: \(said.sorted().joined(separator: " "))")
        // None of these panels reports hovering.
        for type in GestureType.ofGestures.map(\.name).filter({ $0 != "hover" }) + ["scroll", "touchDown", "touchUpInside", "valueChanged"] {
            #expect(said.contains(type), "no recording has made a \(type)")
        }
    }
}
