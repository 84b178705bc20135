import TouchCore

/// A client's subscription, with the keys of its `subscribe`.
public struct Subscription: Hashable, Sendable {
    public var regions: [String]
    public var wantsTouches: Bool
    public var wantsGestures: Bool
    public var wantsControls: Bool
    public var wantsScrolling: Bool
    /// True if the client also gets events that no region received.
    public var observe: Bool
    /// True if the client also gets touches of which only the pressure, size, orientation or distance changed.
    public var axes: Bool
    /// The maximum number of frames with only moves per second; nil: no maximum.
    public var maxRate: Double?
    /// True if touches have the samples that were merged into them.
    public var coalesced: Bool
    /// True if touches have the place that the panel reported, before its filters.
    public var raw: Bool

    public init(
        regions: [String] = ["**"], wantsTouches: Bool = true, wantsGestures: Bool = true, wantsControls: Bool = true,
        wantsScrolling: Bool = true, observe: Bool = false, axes: Bool = false, maxRate: Double? = nil,
        coalesced: Bool = false, raw: Bool = false
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
        self.raw = raw
    }

    /// True if the subscription asks for events. Otherwise the client only gets the list of regions.
    public var wantsAny: Bool { wantsTouches || wantsGestures || wantsControls || wantsScrolling }

    static let kinds = ["touch", "gesture", "control", "scroll"]
    static let maximumGlobs = 32
    static let maximumGlobLength = 256

    /// Reads the members of a `subscribe` line.
    init(_ line: Members) throws(RequestError) {
        regions = line.strings("regions") ?? ["**"]
        if regions.count > Self.maximumGlobs {
            throw RequestError(
                "\"regions\" has \(regions.count) patterns; the limit is \(Self.maximumGlobs)",
                hint: "subscribe several times, or use * and ** in fewer patterns")
        }
        if regions.contains(where: { $0.utf8.count > Self.maximumGlobLength }) {
            throw RequestError(
                "a pattern in \"regions\" is longer than the limit of \(Self.maximumGlobLength) bytes", hint: "use ** for the levels in between")
        }
        if let deep = regions.first(where: { RegionGlob($0).depth > RegionGlob.maximumDepth }) {
            throw RequestError(
                "\"\(deep)\" in \"regions\" has more than the limit of \(RegionGlob.maximumDepth) levels", hint: "use ** for the levels in between")
        }
        let events = line.strings("events")
        wantsTouches = events?.contains("touch") ?? true
        wantsGestures = events?.contains("gesture") ?? true
        wantsControls = events?.contains("control") ?? true
        wantsScrolling = events?.contains("scroll") ?? true
        observe = line["observe"]?.bool ?? false
        axes = line["axes"]?.bool ?? false
        maxRate = line["maxRate"]?.number
        coalesced = line["coalesced"]?.bool ?? false
        raw = line["raw"]?.bool ?? false
    }
}
