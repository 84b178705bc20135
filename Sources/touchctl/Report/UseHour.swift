import Wire

/// An hour in the answer to `stats`.
struct UseHour: Equatable {
    struct Panel: Equatable {
        var touches = 0
        var reports = 0
        var ghosts = 0
        var drops = 0

        static func += (a: inout Self, b: Self) {
            a.touches += b.touches
            a.reports += b.reports
            a.ghosts += b.ghosts
            a.drops += b.drops
        }
    }

    /// The start of the hour, in seconds since 1970.
    var time: Int64
    var touches = 0
    var taps = 0
    var missed = 0
    /// The cancels by reason.
    var cancels: [String: Int] = [:]
    /// The panels by ID.
    var panels: [String: Panel] = [:]

    init(time: Int64) { self.time = time }

    /// Reads an hour. Returns nil if the node is not one.
    init?(_ node: JSONValue) {
        guard let time = node["time"]?.number, abs(time) < 0x1p52 else { return nil }
        self.time = Int64(time)
        touches = Int(node.whole("touches"))
        taps = Int(node.whole("taps"))
        missed = Int(node.whole("missed"))
        if case .object(let counts)? = node["cancels"] { cancels = counts.mapValues { Int($0.wholeNumber) } }
        for panel in node["panels"]?.array ?? [] {
            panels[panel.text("panel")] = Panel(
                touches: Int(panel.whole("touches")), reports: Int(panel.whole("reports")), ghosts: Int(panel.whole("ghosts")),
                drops: Int(panel.whole("drops")))
        }
    }

    static func += (a: inout Self, b: Self) {
        a.touches += b.touches
        a.taps += b.taps
        a.missed += b.missed
        a.cancels.merge(b.cancels, uniquingKeysWith: +)
        for (id, panel) in b.panels { a.panels[id, default: Panel()] += panel }
    }

    var cancelled: Int { cancels.values.reduce(0, +) }
    var ghosts: Int { panels.values.reduce(0) { $0 + $1.ghosts } }
    var drops: Int { panels.values.reduce(0) { $0 + $1.drops } }
}
