import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Touches of a surface belong to its application: only observers see them (contract 2.9 and 8).
@Suite struct SurfaceTests {
    /// A surface `app` on the left and `b` on the right.
    private static func tree() -> RegionTree {
        let app = RegionSpec(id: "app", kind: .surface, geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)))
        var b = RegionSpec(id: "b", geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        b.isMultipleTouchEnabled = true
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [app, b]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func words(_ lines: [JSONValue]) -> [String] {
        lines.filter { $0.type == "frame" }.flatMap(\.events).map { event in
            ["phase", "region", "target"].map { event[$0]?.string ?? "-" }.joined(separator: " ")
        }
    }

    @Test func `only observers are shown a surface's touches`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/app"]}"#)
        let other = stage.connect(#"{"type":"subscribe","id":1}"#)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#)
        stage.frame([0: (10, 10), 1: (700, 10), 2: (20, 20)])
        stage.frame([0: (30, 30)])
        stage.frame([0: nil, 1: nil, 2: nil])
        #expect(words(stage.receive(client)) == [])
        #expect(words(stage.receive(other)) == ["began b b", "ended b b"])
        let observed = words(stage.receive(observer))
        #expect(observed.filter { $0.hasSuffix("app app") } == ["began app app", "began app app", "moved app app", "ended app app", "ended app app"])
        #expect(observed.count == 7)
    }

    @Test func `a surface's touches that are down are in observers' snapshots alone`() throws {
        let stage = try Stage(Self.tree())
        stage.frame([0: (10, 10)])
        func touches(_ request: String) -> Int? {
            stage.receive(stage.connect(request)).first { $0.type == "snapshot" }?["touches"]?.array?.count
        }
        #expect(touches(#"{"type":"subscribe","id":1}"#) == 0)
        #expect(touches(#"{"type":"subscribe","id":1,"observe":true}"#) == 1)
        stage.frame([0: nil])
    }

    @Test func `nobody claims a surface`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["app"]}"#)
        #expect(stage.receive(client).last?["error"]?["code"]?.string == "notAllowed")
    }
}
