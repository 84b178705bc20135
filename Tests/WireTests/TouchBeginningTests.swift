import Testing

@testable import JSON
@testable import TouchCore
@testable import Wire

/// An encoder that has written a touch before writes the same text for it as an encoder that writes its first line.
@Suite struct TouchBeginningTests {
    private static func tree(_ ids: [String]) -> RegionTree {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
        window.children = ids.map { RegionSpec(id: $0, kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9))) }
        return RegionTree([ScreenSpec(id: "s", size: Size(9, 9), windows: [window])])
    }

    private static func touch(_ id: UInt64, _ receiver: RegionID?, _ target: RegionID?, _ x: Double = 1) -> RoutedTouch {
        RoutedTouch(
            id: TouchID(id), phase: .moved, target: target, receiver: receiver, location: Point(x, 2), local: Point(3, 4),
            previousLocal: Point(0, 0), timestamp: 0, isInside: true, tapCount: 1, axes: TouchAxes())
    }

    private static func line(_ touches: [RoutedTouch], _ encoder: FrameEncoder) -> String {
        var writer = JSONWriter()
        encoder.body(RoutedFrame(events: touches), panel: "p", into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `what is kept of a touch is what would be written`() {
        let ids = ["a", "b", String(repeating: "\u{1}", count: 64)]
        let tree = Self.tree(ids)
        let places = ids.map { tree.directory.index(ofID: $0)! }
        let (a, b, long) = (places[0], places[1], places[2])
        var redacted = Self.touch(65536, a, a)
        redacted.isRedacted = true
        var began = Self.touch(65536, a, a)
        began.phase = .began
        var cancelled = Self.touch(65536, a, a)
        (cancelled.phase, cancelled.reason) = (.cancelled, .palm)
        var axes = Self.touch(65536, a, a)
        axes.phase = .stationary
        let lines = [
            [Self.touch(65536, a, a), Self.touch(65537, b, a)],
            [Self.touch(65536, a, a, 5), Self.touch(65537, b, a, 6)],
            // Another receiver, another target, none; a receiver beside the first.
            [Self.touch(65536, b, a), Self.touch(65536, a, b), Self.touch(65536, nil, a), Self.touch(65536, a, nil), Self.touch(65536, nil, nil)],
            [Self.touch(65536, a, a), Self.touch(65536, b, a)],
            // In the cache place of another touch, and that touch again.
            [Self.touch(65536 + 32, b, b)], [Self.touch(65536, a, a)], [Self.touch(1 << 52, a, a)],
            // No moves, and an event that has as many fields as a move.
            [began], [cancelled], [redacted], [axes],
            // Too long to be cached.
            [Self.touch(65540, long, long)], [Self.touch(65540, long, long)],
        ]
        let encoder = FrameEncoder(tree.directory)
        for touches in lines + lines.reversed() {
            #expect(Self.line(touches, encoder) == Self.line(touches, FrameEncoder(tree.directory)), "\(touches)")
        }
    }

    @Test func `a region of another name is called by it in the next frame`() {
        let pipeline = TouchPipeline(tree: Self.tree(["a"]))
        let a = pipeline.tree.directory.index(ofID: "a")!
        let encoder = FrameEncoder(pipeline.tree.directory)
        #expect(Self.line([Self.touch(65536, a, a)], encoder).contains("\"region\":\"a\""))
        let other = Self.tree(["b"]).directory
        var change = TreeChange()
        change.described = [a]
        encoder.update(change, other)
        #expect(Self.line([Self.touch(65536, a, a)], encoder).contains("\"region\":\"b\""))
    }
}
