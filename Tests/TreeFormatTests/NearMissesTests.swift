import Testing
import TouchCore

@testable import TreeFormat

@Suite struct `Suggestions for patterns that match nothing` {
    private static func region(_ id: String, _ children: [RegionSpec] = [], _ kind: RegionKind = .view) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: children)
    }

    /// Returns the suggestion in a tree with `kiosk/menu/okay` and `kiosk/pad/pin`.
    private func near(_ glob: String, unknown: Set<String> = []) -> String? {
        let window = Self.region("kiosk", [Self.region("menu", [Self.region("okay")]), Self.region("pad", [Self.region("pin")])], .window)
        let directory = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])]).directory
        var misses = NearMisses(directory, comparing: 1_000) { !unknown.contains(directory[$0].id) }
        return misses.near(glob)
    }

    private static let cases: [(String, String?)] = [
        ("okay", "kiosk/menu/okay"), ("/kiosk/menu/okay/", "kiosk/menu/okay"), ("pad/okay", "kiosk/menu/okay"), ("kiosk/menuokay", "kiosk/menu/okay"),
        ("kiosk/mneu/okay", "kiosk/menu/okay"), ("pad/okya", "kiosk/menu/okay"), ("mneu/*", "kiosk/menu/*"), ("**/okya", "**/okay"),
        ("kiosk/*/ab", nil), ("nonsense", nil), ("", nil), ("*", nil),
    ]

    @Test(arguments: cases) func `a region with this id, a similar path or a similar id is meant`(glob: String, expected: String?) {
        #expect(near(glob) == expected)
    }

    @Test(arguments: ["okay", "kiosk/menuokay", "pad/okya", "**/okya"])
    func `a region that the client may not know is not named`(glob: String) { #expect(near(glob, unknown: ["okay"]) == nil) }
}
