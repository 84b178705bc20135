import Configuration
import Testing
import TouchCore
import Wire

/// The section "The longest line" of docs/protocol.md.
@Suite struct LongestLineTests {
    private static let limit = 64 << 20
    /// The maximum bytes of a region's keys and numbers.
    private static let regionMax = 600

    /// The size of the line that lists all regions of a configuration, and the bytes of its names.
    private func line(_ regions: String, screen: String) throws -> (bytes: Int, names: Int, regions: Int) {
        let number = "1234567.8901234567"
        let windows = "[{ id: w, frame: [\(number), -\(number), \(number), \(number)], children: [\(regions)] }]"
        let text = "version: 1\nscreens: [{ id: \(screen), size: [100, 100], windows: \(windows) }]\n"
        let result = readConfiguration(Array(text.utf8), file: "f")
        let tree = try #require(result.settings?.tree, "\(result.diagnostics)")
        let all = Array(tree.directory.receivers)
        let bytes = ServerMessages.reloaded(generation: 1, panels: [], tree: tree, texts: RegionTexts(), regions: all, gaveWay: []).count
        let screenBytes = tree.screens[0].id.utf8.count
        return (bytes, all.reduce(0) { $0 + tree[$1].id.utf8.count + tree[$1].path.utf8.count + screenBytes }, all.count)
    }

    @Test func `a region has at most 600 bytes beside its names, and each byte of a name becomes at most two`() throws {
        let number = "1234567.8901234567"
        let turned = "transform: [0.70710678118654757, 0.70710678118654757, -0.70710678118654757, 0.70710678118654757, -\(number), \(number)]"
        let id = String(repeating: "\\\"", count: 254)
        for properties in [
            "kind: scrollView, contentSize: [\(number), \(number)], minimumZoomScale: 0.12345678901234567, maximumZoomScale: 9", "kind: slider",
            "kind: switch",
        ] {
            let regions = "{ id: \"\(id)\", center: [-\(number), \(number)], bounds: [0, 0, \(number), \(number)], \(turned), \(properties) }"
            let (bytes, names, count) = try line(regions, screen: "\"\(id)\"")
            #expect(count == 2 && bytes <= 200 + count * Self.regionMax + 2 * names, "\(properties): \(bytes), \(names)")
        }
    }

    @Test func `the largest tree that a file may have fits into the longest line`() {
        let regions = ConfigurationLimit.regions * (Self.regionMax + 2 * 255)
        // A path ends with the region's id.
        let names = 2 * 2 * ConfigurationLimit.pathBytes
        let part = 2048 * (Self.regionMax + 2 * 255) + 2 * 2 * (256 << 10)
        #expect(regions + names + 6 * part + (1 << 20) <= Self.limit)
    }
}
