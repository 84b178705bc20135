import TouchCore

/// A whole configuration, checked: everything in it can be used as it is.
public struct Settings: Equatable, Sendable {
    /// At least one; ids are unique.
    public var screens: [ScreenSettings]
    public var server: ServerSettings
    /// Of all screens' gestures.
    public var gestureDefaults: GestureDefaults

    public init(
        screens: [ScreenSettings], server: ServerSettings = ServerSettings(), gestureDefaults: GestureDefaults = GestureDefaults()
    ) {
        self.screens = screens
        self.server = server
        self.gestureDefaults = gestureDefaults
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

    public init(socket: String? = nil, trusted: [String] = []) {
        self.socket = socket
        self.trusted = trusted
    }
}
