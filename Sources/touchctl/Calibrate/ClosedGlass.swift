import Wire

/// Locks touchd's screens while crosses are shown, so that applications do not get the touches. If this program dies, the lock ends by itself.
final class ClosedGlass {
    /// The duration of a lock, in seconds: longer than the time limit for a cross.
    private static let length = CalibrationSession.patience + 30

    private let connection: Connection
    private var screens: [String] = []

    /// Locks the panels' screens. Returns nil if touchd has none of the panels, or may not be asked. A screen that is already being cleaned or is
    /// locked is left alone.
    init?(_ panels: [FoundPanel], _ sockets: DaemonSockets) {
        let taken = panels.filter(\.isTaken).map(\.facts.id)
        guard !taken.isEmpty, let connection = try? Connection.admin(sockets, isQuiet: true), let view = try? ScreenView(connection, sees: .screens)
        else { return nil }
        self.connection = connection
        let wanted = Set(taken.compactMap { view.panels[$0] })
        screens = view.screens.filter { $0.text("mode") == "normal" }.map { $0.text("screen") }.filter(wanted.contains).sorted()
        renew()
    }

    deinit { open() }

    func renew() { for screen in screens { set(screen, "locked", seconds: Self.length) } }

    func open() {
        for screen in screens { set(screen, "normal", seconds: nil) }
        screens = []
    }

    private func set(_ screen: String, _ mode: String, seconds: Double?) {
        var request: [String: JSONValue] = ["type": "screen", "id": 1, "screen": .string(screen), "mode": .string(mode)]
        request["seconds"] = seconds.map { .number($0) }
        _ = try? connection.ask(.object(request), capability: "screen")
    }
}
