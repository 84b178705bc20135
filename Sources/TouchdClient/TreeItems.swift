import JSON

/// The state at one moment. This client does not get the listed touches, only those that begin later.
public struct Snapshot: Sendable {
    public var seq: UInt64
    public var generation: Int
    public var panels: [JSONValue]
    public var regions: [Region]
    public var touches: [JSONValue]
    public var screens: [Screen]

    init(_ seq: UInt64, _ line: JSONValue) throws(Alive.Malformed) {
        self.seq = seq
        generation = try line.generation()
        panels = try line.list("panels")
        regions = try line.regions()
        touches = try line.list("touches")
        screens = []
        for screen in line["screens"]?.array ?? [] { screens.append(try Screen(screen)) }
    }
}

/// A property that was set at run time and that a reload of the configuration file has changed.
public struct GaveWay: Hashable, Sendable {
    public var region: String
    /// The property, as in `set` of an edit; nil: the region as a whole.
    public var key: String?
    /// The number of the client that made the edit; nil if no client did.
    public var client: UInt64?
}

/// The result of a reload. If the configuration was refused, the old one stays in force, and there are no panels, regions and `gaveWay`.
public struct Config: Sendable {
    public var isOK: Bool
    public var generation: Int
    /// The error, if the configuration was refused.
    public var message: String?
    public var panels: [JSONValue]
    public var regions: [Region]
    /// The properties set at run time that the file has changed.
    public var gaveWay: [GaveWay]

    init(_ line: JSONValue) throws(Alive.Malformed) {
        guard let isOK = line["ok"]?.bool else { throw Alive.Malformed() }
        self.isOK = isOK
        generation = try line.generation()
        message = line["message"]?.string
        panels = line["panels"]?.array ?? []
        regions = line["regions"] == nil ? [] : try line.regions()
        gaveWay = []
        for one in line["gaveWay"]?.array ?? [] {
            gaveWay.append(GaveWay(region: try one.text("region"), key: one["key"]?.string, client: one["client"]?.whole))
        }
    }
}

/// A warning for the program's author or the machine's owner.
public struct Warning: Sendable {
    /// The code. `lastGoodConfiguration`: touchd's configuration file is invalid. `unmatchedPattern`: a subscription's pattern matches no region now.
    public var code: String
    public var message: String
    /// All keys of the line; for `unmatchedPattern` also `id` (of the request), `glob` and `near`.
    public var fields: JSONValue

    /// Returns a warning for each pattern of a subscription that matches no region.
    static func unmatched(_ reply: JSONValue) throws(Alive.Malformed) -> [Item] {
        var warnings: [Item] = []
        for pattern in reply["unmatched"]?.array ?? [] {
            let glob = try pattern.text("glob")
            let near = pattern["near"]?.string
            var fields: [String: JSONValue] = ["glob": .string(glob)]
            fields["id"] = reply["id"]
            fields["near"] = near.map(JSONValue.string)
            let message = "the pattern \"\(glob)\" matches no region now" + (near.map { "; did you mean \"\($0)\"?" } ?? "")
            warnings.append(.warning(Warning(code: "unmatchedPattern", message: message, fields: .object(fields))))
        }
        return warnings
    }
}
