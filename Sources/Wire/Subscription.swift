import TouchCore

/// What a client wants to see, as its `subscribe` says it.
public struct Subscription: Hashable, Sendable {
    public var regions: [String]
    public var wantsTouches: Bool
    public var wantsGestures: Bool
    public var wantsControls: Bool
    public var wantsScrolling: Bool
    /// Also events that no region received.
    public var observe: Bool
    /// Also touches of which only pressure, size, orientation or distance changed.
    public var axes: Bool
    /// Frames of moves a second at the most; nil: as they come.
    public var maxRate: Double?
    /// Touches carry what was merged into them.
    public var coalesced: Bool

    public init(
        regions: [String] = ["**"], wantsTouches: Bool = true, wantsGestures: Bool = true, wantsControls: Bool = true,
        wantsScrolling: Bool = true, observe: Bool = false, axes: Bool = false, maxRate: Double? = nil,
        coalesced: Bool = false
    ) {
        self.regions = regions
        self.wantsTouches = wantsTouches
        self.wantsGestures = wantsGestures
        self.wantsControls = wantsControls
        self.wantsScrolling = wantsScrolling
        self.observe = observe
        self.axes = axes
        self.maxRate = maxRate
        self.coalesced = coalesced
    }

    static let knownEvents: Set<String> = ["touch", "gesture", "control", "scroll"]
    static let maximumGlobs = 32
    static let maximumGlobLength = 256

    /// From the members of a `subscribe` line; unknown members are ignored.
    init(_ line: JSONValue) throws(RequestError) {
        func list(_ key: String) throws(RequestError) -> [String]? {
            guard let value = line[key] else { return nil }
            let strings = value.array?.map(\.string) ?? [nil]
            let texts = strings.compactMap { $0 }
            guard texts.count == strings.count else { throw RequestError("\"\(key)\" is to be a list of strings") }
            return texts
        }
        func flag(_ key: String) throws(RequestError) -> Bool {
            guard let value = line[key] else { return false }
            guard let flag = value.bool else { throw RequestError("\"\(key)\" is to be true or false") }
            return flag
        }
        regions = try list("regions") ?? ["**"]
        if regions.count > Self.maximumGlobs {
            throw RequestError("\"regions\" has \(regions.count) patterns; \(Self.maximumGlobs) is the most")
        }
        if regions.contains(where: { $0.utf8.count > Self.maximumGlobLength }) {
            throw RequestError("a pattern in \"regions\" is longer than \(Self.maximumGlobLength) bytes, the most")
        }
        if let deep = regions.first(where: { RegionGlob($0).depth > RegionGlob.maximumDepth }) {
            throw RequestError("\"\(deep)\" in \"regions\" has more than \(RegionGlob.maximumDepth) levels, the most")
        }
        let events = try list("events")
        if let unknown = events?.first(where: { !Self.knownEvents.contains($0) }) {
            throw RequestError("there are no events \"\(unknown)\"; there are touch, gesture, control and scroll")
        }
        wantsTouches = events?.contains("touch") ?? true
        wantsGestures = events?.contains("gesture") ?? true
        wantsControls = events?.contains("control") ?? true
        wantsScrolling = events?.contains("scroll") ?? true
        observe = try flag("observe")
        axes = try flag("axes")
        coalesced = try flag("coalesced")
        if let rate = line["maxRate"] {
            guard let number = rate.number, number >= 1, number <= 1000 else {
                throw RequestError("\"maxRate\" is to be a number of frames a second from 1 to 1000")
            }
            maxRate = number
        }
    }
}
