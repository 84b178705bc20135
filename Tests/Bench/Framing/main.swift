// Compiled together with TouchCore's and Wire's sources, as one module: the same frames as JSON lines, by the daemon's own encoder, and as fixed
// layouts. Prints bytes and ns; fails if a C client does not read the same from both.
import Glibc

/// 100 regions, ten rows of ten, as in the other benchmarks.
func tree() -> RegionTree {
    var window = RegionSpec(id: "wall", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
    for row in 0..<10 {
        for column in 0..<10 {
            var spec = RegionSpec(
                id: "r\(row)\(column)", kind: .view,
                geometry: RegionGeometry(frame: Rect(Double(column) * 100, Double(row) * 100, 100, 100)))
            spec.isMultipleTouchEnabled = true
            window.children.append(spec)
        }
    }
    return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
}

/// A panel with ten slots.
func panel() -> PanelDescription {
    var description = PanelDescription(name: "bench")
    for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { description[axis: code] = AxisInfo(minimum: 0, maximum: 4095) }
    description[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
    description[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
    return description
}

/// Makes `count` frames in which all fingers move, without the frame in which they come down.
func frames(fingers: Int, _ count: Int) -> ([RoutedFrame], RegionDirectory) {
    let pipeline = TouchPipeline(tree: tree())
    let kind = PanelKind(panel())
    let mapping = PanelMapping(panel: panel(), kind: kind, screen: Size(1000, 1000))
    let panel = pipeline.addPanel("main-0", screen: 0, kind: kind, mapping: mapping)
    var frames: [RoutedFrame] = []
    var output = FrameBuffer()
    for number in 0...count {
        let time = Int64(number) * 8333
        func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            _ = pipeline.handle(InputEvent(time: time, type: type, code: code, value: value), panel: panel, into: &output)
        }
        for slot in 0..<fingers {
            send(EventType.abs, AbsCode.mtSlot, Int32(slot))
            if number == 0 { send(EventType.abs, AbsCode.mtTrackingID, Int32(slot)) }
            send(EventType.abs, AbsCode.mtPositionX, Int32((number * 7 + slot * 400) % 4096))
            send(EventType.abs, AbsCode.mtPositionY, Int32((number * 5 + slot * 300) % 4096))
        }
        send(EventType.syn, SynCode.report, 0)
        if number > 0 { frames += output }
        output.removeAll()
    }
    return (frames, pipeline.tree.directory)
}

/// Encodes a frame as fixed layouts in reused memory.
struct BinaryEncoder {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 8)

    func encode(_ frame: RoutedFrame, seq: UInt64) -> Int {
        var at = MemoryLayout<framing_header>.size
        for event in frame.events {
            memory.storeBytes(
                of: framing_touch(
                    id: event.id.rawValue, x: event.location.x, y: event.location.y, local_x: event.local.x, local_y: event.local.y,
                    region: event.receiver.map { Int32($0) } ?? -1, target: event.target.map { Int32($0) } ?? -1,
                    phase: event.phase == .began ? 0 : event.phase == .moved ? 1 : event.phase == .ended ? 2 : 3, reason: 0,
                    tap_count: UInt8(truncatingIfNeeded: event.tapCount), inside: event.isInside ? 1 : 0, unused: 0),
                toByteOffset: at, as: framing_touch.self)
            at += MemoryLayout<framing_touch>.size
        }
        memory.storeBytes(
            of: framing_header(length: UInt32(at), type: 1, count: UInt16(frame.events.count), seq: seq, time: frame.time, panel: 0, flags: 0),
            as: framing_header.self)
        return at
    }
}

func median(_ figures: [Double]) -> Double { figures.sorted()[figures.count / 2] }

/// Returns ns per call, the median of nine rounds.
func time(_ calls: Int, _ body: (Int) -> Void) -> Double {
    median(
        (0..<9).map { _ in
            let began = framing_now()
            for index in 0..<calls { body(index) }
            return Double(framing_now() - began) / Double(calls)
        })
}

func pad(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
func row(_ name: String, _ cells: [Double]) {
    print(name + String(repeating: " ", count: max(0, 34 - name.count)) + cells.map { pad(String(Int($0.rounded())), 12) }.joined())
}

struct Table {
    var rows: [(name: String, figures: [Double])] = []

    mutating func append(_ name: String, _ figure: Double) {
        if let index = rows.firstIndex(where: { $0.name == name }) { rows[index].figures.append(figure) } else { rows.append((name, [figure])) }
    }

    /// Returns the total ns of all steps, by number of fingers.
    func sum(_ kind: String) -> [Double] {
        let steps = rows.filter { !$0.name.hasPrefix("bytes") && $0.name.hasSuffix(kind) }
        return (0..<3).map { column in steps.reduce(0) { $0 + $1.figures[column] } }
    }
}

var table = Table()
for fingers in [1, 5, 10] {
    let (frames, directory) = frames(fingers: fingers, 400)
    let encoder = FrameEncoder(directory)
    let binary = BinaryEncoder()
    var line = JSONWriter()
    var lines: [[UInt8]] = []
    var binaries: [[UInt8]] = []
    for (seq, frame) in frames.enumerated() {
        encoder.body(frame, panel: "main-0", into: &line)
        FrameEncoder.number(UInt64(seq), &line)
        lines.append(line.bytes)
        let count = binary.encode(frame, seq: UInt64(seq))
        binaries.append(Array(UnsafeRawBufferPointer(start: binary.memory, count: count)))
    }
    var events = [framing_event](repeating: framing_event(), count: 16)
    var others = events
    for (line, binary) in zip(lines, binaries) {
        let count = line.withUnsafeBytes { framing_json($0.baseAddress, $0.count - 1, &events, 16) }
        let same = binary.withUnsafeBytes { framing_binary($0.baseAddress, $0.count, &others, 16) }
        func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }
        let agree =
            count == Int32(fingers) && same == count
            && zip(events, others).prefix(fingers).allSatisfy {
                $0.id == $1.id && $0.phase == $1.phase && near($0.x, $1.x) && near($0.y, $1.y) && near($0.local.0, $1.local.0)
                    && $0.tap_count == $1.tap_count && $0.inside == $1.inside
                    && String(decoding: UnsafeRawBufferPointer(start: $0.region, count: Int($0.region_length)), as: UTF8.self)
                        == directory[RegionID($1.region_number)].id
            }
        guard agree else {
            print("framing: a client does not read the same from \(String(decoding: line, as: UTF8.self))")
            exit(1)
        }
    }
    let mean = { (all: [[UInt8]]) in Double(all.reduce(0) { $0 + $1.count }) / Double(all.count) }
    table.append("bytes, JSON", mean(lines))
    table.append("bytes, fixed", mean(binaries))
    table.note(
        "encode, JSON",
        time(20_000) { index in
            encoder.body(frames[index % frames.count], panel: "main-0", into: &line)
            FrameEncoder.number(UInt64(index), &line)
        })
    table.note("encode, fixed", time(20_000) { _ = binary.encode(frames[$0 % frames.count], seq: UInt64($0)) })
    table.note("send and read, JSON", median((0..<9).map { _ in framing_socket(Int(mean(lines)), 20_000) }))
    table.note("send and read, fixed", median((0..<9).map { _ in framing_socket(Int(mean(binaries)), 20_000) }))
    table.note(
        "decode in C, JSON",
        time(20_000) { index in
            lines[index % lines.count].withUnsafeBytes { _ = framing_json($0.baseAddress, $0.count - 1, &events, 16) }
        })
    table.note(
        "decode in C, fixed",
        time(20_000) { index in
            binaries[index % binaries.count].withUnsafeBytes { _ = framing_binary($0.baseAddress, $0.count, &others, 16) }
        })
}
print("ns of the thread's own time, medians of nine rounds; 100 regions")
print(String(repeating: " ", count: 34) + ["1 finger", "5 fingers", "10 fingers"].map { pad($0, 12) }.joined())
for (name, cells) in table.rows { row(name, cells) }
let gain = zip(table.sum("JSON"), table.sum("fixed")).map { $0 - $1 }
row("gain of a frame to one client", gain)
