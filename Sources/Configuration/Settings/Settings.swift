import TouchCore

/// A whole configuration that was checked and can be used without further checks.
public struct Settings: Equatable, Sendable {
    /// The screens. There is at least one, and their IDs are unique.
    public var screens: [ScreenSettings]
    public var server: ServerSettings
    /// The defaults for the gestures of all screens.
    public var gestureDefaults: GestureDefaults
    /// The access rules; nil: every client that may connect may receive and observe everything.
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

    /// The region tree of the configuration.
    public var tree: RegionTree { RegionTree(screens.map(\.spec), gestureDefaults: gestureDefaults) }
}

/// A screen and its panels.
public struct ScreenSettings: Equatable, Sendable {
    public var spec: ScreenSpec
    public var panels: [PanelSettings]
    public var keypads: [KeypadSettings] = []

    public init(spec: ScreenSpec, panels: [PanelSettings] = []) {
        self.spec = spec
        self.panels = panels
    }
}

/// The sockets of the daemon, the users with special rights, and the data that it keeps.
public struct ServerSettings: Equatable, Sendable {
    /// The socket's absolute path, which fits a `sockaddr_un`; nil for the daemon's default.
    public var socket: String?
    /// Names or numbers of users whose clients may claim, steal, edit and trace, besides root and the daemon's user.
    public var trusted: [String]
    /// Names or numbers of users whose clients may name a token; nil for the default user, who need not exist.
    public var bridges: [String]?
    public static let defaultBridge = "touchd-web"
    /// The mode and the group of the socket.
    public var permissions = SocketSettings()
    /// The path of the admin socket, like `socket`.
    public var admin: String?
    public var adminPermissions = SocketSettings()
    /// True if values that fingers and clients have set outlive the daemon.
    public var keepsState = false
    /// True if counts of touches outlive the daemon.
    public var keepsStatistics = false

    public init(socket: String? = nil, trusted: [String] = []) {
        self.socket = socket
        self.trusted = trusted
    }
}

/// The mode and the group of a socket, which decide who may open it.
public struct SocketSettings: Equatable, Sendable {
    /// The file mode bits; nil for the daemon's default.
    public var mode: UInt32?
    public var group: Account?

    public init(mode: UInt32? = nil, group: Account? = nil) {
        self.mode = mode
        self.group = group
    }
}

/// An access rule: rights for some users in some regions. The `mark` does not count in comparisons.
public struct AccessSettings: Equatable, Sendable {
    /// The user and the group that the rule applies to; nil for everybody. If both are given, a client must match both.
    public var user: Account?
    public var group: Account?
    /// The token that a connection must have named; nil for connections without a token.
    public var token: String?
    /// Globs that match the paths of regions.
    public var regions: [String]
    /// The ids of the screens for the rights `inject` and `type`; nil for all screens.
    public var screens: [String]?
    /// The words of `allow`.
    public var allow: [String]
    /// The rule's place in the file.
    @Uncompared public var mark: Mark

    /// The rights that a rule may grant.
    public static let words = [
        "receive", "observe", "claim", "edit", "sensitive", "screen", "staff", "status", "reload", "accessibility", "inject", "type",
    ]

    /// The users of touchd's own units, and the right that each has without a rule. The users need not exist.
    public static let builtIn = [(user: "touchd-metrics", right: "status"), (user: "touchd-unlock", right: "screen")]

    /// The rights that hold by screen.
    static let byScreen = ["inject", "type"]

    public init(
        user: Account? = nil, group: Account? = nil, token: String? = nil, regions: [String] = ["**"], screens: [String]? = nil, allow: [String],
        mark: Mark
    ) {
        self.user = user
        self.group = group
        self.token = token
        self.regions = regions
        self.screens = screens
        self.allow = allow
        self.mark = mark
    }
}
