/// What a tree is built of.
protocol RegionSource {
    associatedtype Entry

    /// Their windows do not count.
    var screens: [ScreenSpec] { get }
    var regionCount: Int { get }
    /// In the order given, back to front inside a level.
    func windows(ofScreen screen: Int) -> [Entry]
    /// Back to front.
    func children(of entry: Entry) -> [Entry]
    /// Its children do not count.
    func spec(of entry: Entry) -> RegionSpec
}

/// Regions as a configuration nests them.
struct NestedRegions: RegionSource {
    let screens: [ScreenSpec]

    var regionCount: Int { Self.count(screens) }

    func windows(ofScreen screen: Int) -> [RegionSpec] { screens[screen].windows }
    func children(of region: RegionSpec) -> [RegionSpec] { region.children }
    func spec(of region: RegionSpec) -> RegionSpec { region }

    static func count(_ screens: [ScreenSpec]) -> Int {
        var count = 0
        var siblings = screens.map(\.windows)
        while let regions = siblings.popLast() {
            count += regions.count
            for region in regions where !region.children.isEmpty { siblings.append(region.children) }
        }
        return count
    }
}
