/// The colours of regions in the figures of a recording: the eight regions with the most touches have their own.
struct RegionColours {
    static let own = 8

    /// The IDs of the regions with their own colour, and the number of touches of each.
    let named: [(region: String, touches: Int)]
    let others: Int
    let nowhere: Int
    private let places: [String: Int]

    init(_ touches: [ReportTouch]) {
        var counts: [String: Int] = [:]
        var nowhere = 0
        for touch in touches {
            if let region = touch.region { counts[region, default: 0] += 1 } else { nowhere += 1 }
        }
        let sorted = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        named = sorted.prefix(Self.own).map { ($0.key, $0.value) }
        others = sorted.dropFirst(Self.own).reduce(0) { $0 + $1.value }
        self.nowhere = nowhere
        places = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1.region, $0) })
    }

    /// The region's class in the style sheet.
    func name(_ region: String?) -> String { region.map { "k\(places[$0] ?? Self.own)" } ?? "kn" }

    var legend: HTML {
        var items: [HTML] = named.enumerated().map { place, one in
            "<li><i class=\"k\(place)\"></i>\(one.region) <b>\(one.touches)</b></li>"
        }
        if others > 0 { items.append("<li><i class=\"k8\"></i>other regions <b>\(others)</b></li>") }
        if nowhere > 0 { items.append("<li><i class=\"kn\"></i>no region <b>\(nowhere)</b></li>") }
        return "<ul class=\"legend\">\(HTML(items))</ul>"
    }
}
