import Testing

@testable import JSON
@testable import TouchCore
@testable import Wire

/// `FrameEncoder` writes into memory whose size it has computed before. These tests write the longest of everything: the longest ids and words, all
/// keys, and the numbers with the most characters. A key that grows beyond the bound fails here first.
@Suite struct LongestLineTests {
    /// A number of 24 characters, more than any number in fixed point.
    private static let number = -Double.greatestFiniteMagnitude.nextDown
    private static let point = Point(number, number)

    private static let directory = {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
        let longest = GestureType.ofGestures.map(\.name).max { $0.utf8.count < $1.utf8.count }!
        var region = RegionSpec(id: String(repeating: "\u{1}", count: 64), kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
        region.gestures = [GestureSpec(id: String(repeating: "\u{2}", count: 64), type: longest)]
        window.children = [region]
        return RegionTree([ScreenSpec(id: "s", size: Size(9, 9), windows: [window])]).directory
    }()

    private static let encoder = FrameEncoder(directory)
    private static let region = directory.index(ofID: String(repeating: "\u{1}", count: 64))!

    private static func longest<Word: RawRepresentable>(_ words: some Collection<Word>) -> Word where Word.RawValue == String {
        words.max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }!
    }

    private static var touch: RoutedTouch {
        var axes = TouchAxes()
        (axes.pressure, axes.major, axes.minor, axes.orientation, axes.distance) = (number, number, number, number, number)
        axes.tool = .finger
        return RoutedTouch(
            id: TouchID(.max), phase: .cancelled, reason: longest(CancelReason.allCases), target: region, receiver: region, location: point,
            local: point, previousLocal: point, raw: point, timestamp: .min, isInside: false, tapCount: .max, axes: axes)
    }

    /// The number of bytes written.
    private func length(_ write: (inout JSONCursor) -> Void) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { memory in
            var cursor = JSONCursor(at: memory.baseAddress!, DecimalDigits.table)
            write(&cursor)
            return cursor.at - memory.baseAddress!
        }
    }

    private func write(_ touch: RoutedTouch, _ cursor: inout JSONCursor) {
        withUnsafePointer(to: touch) { Self.encoder.touch($0, 0, &cursor) }
    }

    @Test func `the longest touch has room`() {
        #expect("\(Self.number)".utf8.count == JSONCursor.longestNumber)
        let length = length { write(Self.touch, &$0) } + 2  // the comma before it, and its end
        #expect(length <= Self.encoder.maximumTouchLength && length > Self.encoder.maximumTouchLength - 32, "\(length)")
        #expect(self.length { Self.encoder.raw(Self.touch, &$0) } <= FrameEncoder.maximumRawLength)
        var redacted = Self.touch
        redacted.isRedacted = true
        #expect(self.length { write(redacted, &$0) } + 2 <= Self.encoder.maximumTouchLength)
        let notice = OutsideNotice(id: TouchID(.max), region: Self.region, target: Self.region)
        #expect(self.length { Self.encoder.outside(notice, &$0) } + 1 <= Self.encoder.maximumTouchLength)
    }

    @Test func `the longest samples have room`() {
        var frame = RoutedFrame(time: 0, events: [Self.touch])
        for count in [1, 2, 64] {
            frame.samples = Array(repeating: RoutedFrame.Sample(event: 0, touch: Self.touch), count: count)
            let length = length { Self.encoder.coalesced(frame, 0, &$0) }
            #expect(length <= FrameEncoder.maximumSampleLength * count, "\(count): \(length)")
            let withRaw = self.length { Self.encoder.coalesced(frame, 0, raw: true, &$0) }
            #expect(withRaw <= (FrameEncoder.maximumSampleLength + FrameEncoder.maximumRawLength) * count, "\(count): \(withRaw)")
        }
    }

    @Test func `the longest gesture, control and scroll view have room`() {
        var values = GestureValues()
        (values.translation, values.velocity, values.scale, values.rotation) = (Self.point, Self.point, Self.number, Self.number)
        (values.rate, values.scaleRate, values.rotationRate) = (Self.number, Self.number, Self.number)
        (values.direction, values.taps) = (.right, .max)
        let count = 16
        let gesture = GestureAction(
            gesture: GestureID(slot: 0), region: Self.region, state: Self.longest(GestureAction.State.allCases), first: TouchID(.max),
            touches: Array(repeating: TouchID(.max), count: count), local: Self.point, values: values, timestamp: .min)
        let control = ControlAction(
            region: Self.region, event: Self.longest(ControlEvent.allCases), touch: TouchID(.max), value: .number(Self.number))
        let scroll = ScrollAction(region: Self.region, offset: Self.point, zoomScale: Self.number, state: .cancelled, first: TouchID(.max))
        for (action, touches) in [(RoutedAction.gesture(gesture), count), (.control(control), 0), (.scroll(scroll), 0)] {
            let length = length { Self.encoder.action(action, 0, &$0) } + 1
            #expect(length <= Self.encoder.maximumActionLength + FrameEncoder.maximumIDLength * touches, "\(action): \(length)")
        }
    }
}
