import Wire

/// Locks touchd's screens while crosses are shown, so that applications do not get the touches. If this program dies, the lock ends by itself.
final class ClosedGlass {
    /// How much longer than the wait for a touch a lock lasts, in seconds.
    private static let margin = 30.0

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
        set("locked", from: "normal", seconds: CalibrationSession.patience + Self.margin)
    }

    deinit { open() }

    /// Locks the screens for the time that the next touch may take, in seconds.
    func renew(for seconds: Double) { set("locked", from: "locked", seconds: seconds + Self.margin) }

    func open() {
        set("normal", from: "locked", seconds: nil)
        screens = []
    }

    /// Changes the mode of the screens. A screen that somebody has given another mode meanwhile, for instance to clean it, is left alone from then on.
    private func set(_ mode: String, from: String, seconds: Double?) {
        screens.removeAll { screen in
            var request: [String: JSONValue] = [
                "type": "screen", "id": 1, "screen": .string(screen), "mode": .string(mode), "from": .string(from),
            ]
            request["seconds"] = seconds.map { .number($0) }
            return (try? connection.ask(.object(request), capability: "screen")) == nil
        }
    }
}
