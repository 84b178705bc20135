import TouchCore

/// A whole configuration, checked: everything in it can be used as it is.
public struct Settings: Equatable, Sendable {
    /// At least one. Ids are unique.
    public var screens: [ScreenSettings]
    public var server: ServerSettings
    /// Of all screens' gestures.
    public var gestureDefaults: GestureDefaults
    /// Nil: everybody who may connect may receive and observe everything.
    public var access: [AccessSettings]?

    public init(
        screens: [ScreenSettings], server: ServerSettings = ServerSettings(), gestureDefaults: GestureDefaults = GestureDefaults(),
        access: [AccessSettings]? = nil
    ) {
        self.screens = screens
        self.server = server
        self.gestureDefaults = gestureDefaults
        self.access = access
    }

    /// What is touched.
    public var tree: RegionTree { RegionTree(screens.map(\.spec), gestureDefaults: gestureDefaults) }
}

/// A screen, and the panels that lie on it.
public struct ScreenSettings: Equatable, Sendable {
    public var spec: ScreenSpec
    public var panels: [PanelSettings]

    public init(spec: ScreenSpec, panels: [PanelSettings] = []) {
        self.spec = spec
        self.panels = panels
    }
}

/// How clients reach the daemon.
public struct ServerSettings: Equatable, Sendable {
    /// An absolute path that fits a `sockaddr_un`; nil leaves it to the daemon's default.
    public var socket: String?
    /// Names or numbers of users whose clients may claim, steal, edit and trace, besides root and the daemon's own.
    public var trusted: [String]
    /// Names or numbers of users whose clients may name a token; nil: the default, which need not be there.
    public var bridges: [String]?
    public static let defaultBridge = "touchd-web"
    /// The mode and the group of the socket.
    public var permissions = SocketSettings()
    /// As `socket`.
    public var admin: String?
    public var adminPermissions = SocketSettings()
    /// Whether what fingers and clients make of values outlives the daemon.
    public var keepsState = false
    /// Whether counts of touches do.
    public var keepsStatistics = false

    public init(socket: String? = nil, trusted: [String] = []) {
        self.socket = socket
        self.trusted = trusted
    }
}

/// The users who may open a socket.
public struct SocketSettings: Equatable, Sendable {
    /// File mode bits; nil leaves them to the daemon's default.
    public var mode: UInt32?
    public var group: Account?

    public init(mode: UInt32? = nil, group: Account? = nil) {
        self.mode = mode
        self.group = group
    }
}

/// One rule: rights for some users in some regions. Equal whatever the `mark`.
public struct AccessSettings: Equatable, Sendable {
    /// The user and the group that the rule is about; nil: everybody. If both are given both must hold.
    public var user: Account?
    public var group: Account?
    /// The token whose connections it is about; nil: those without.
    public var token: String?
    /// Globs over region paths.
    public var regions: [String]
    /// Words of `allow`.
    public var allow: [String]
    /// Where it stands in the file.
    @Uncompared public var mark: Mark

    /// The rights that a rule may give.
    public static let words = ["receive", "observe", "claim", "edit", "sensitive", "screen", "staff", "status", "reload"]

    /// The users of touchd's own units, and the right that each has without a rule. A user need not be there.
    public static let builtIn = [(user: "touchd-metrics", right: "status"), (user: "touchd-unlock", right: "screen")]

    public init(user: Account? = nil, group: Account? = nil, token: String? = nil, regions: [String] = ["**"], allow: [String], mark: Mark) {
        self.user = user
        self.group = group
        self.token = token
        self.regions = regions
        self.allow = allow
        self.mark = mark
    }
}
