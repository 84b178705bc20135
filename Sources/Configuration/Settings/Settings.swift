import TouchCore

/// A whole configuration, checked: everything in it can be used as it is.
public struct Settings: Equatable, Sendable {
    /// At least one; ids are unique.
    public var screens: [ScreenSettings]
    public var server: ServerSettings

    public init(screens: [ScreenSettings], server: ServerSettings = ServerSettings()) {
        self.screens = screens
        self.server = server
    }
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
