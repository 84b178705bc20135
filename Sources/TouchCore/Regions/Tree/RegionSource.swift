/// The regions from which a tree is built.
protocol RegionSource {
    associatedtype Entry

    /// The screens. Their windows are ignored.
    var screens: [ScreenSpec] { get }
    var regionCount: Int { get }
    /// Returns the windows in the order given, back to front inside a level.
    func windows(ofScreen screen: Int) -> [Entry]
    /// Returns the children, back to front.
    func children(of entry: Entry) -> [Entry]
    /// Returns the properties of an entry, whose children are ignored.
    func spec(of entry: Entry) -> RegionSpec
}

/// The nested regions of a configuration.
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
