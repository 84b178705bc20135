import TouchCore

/// Starts units when a screen becomes idle, becomes active or is woken, and for gestures.
final class ScreenFollower {
    private let units: any ScreenUnits
    /// The idle thresholds and the last reported event of each screen that has thresholds.
    private var followed: [String: (thresholds: [Int64], told: ScreenEvent?)] = [:]

    init(_ units: any ScreenUnits) { self.units = units }

    /// Applies the screens of a configuration and their current states. A screen without thresholds starts no units when it becomes idle or active.
    func use(_ screens: [ScreenSpec], _ states: [ScreenState]) {
        let before = followed
        followed = [:]
        for screen in screens where !screen.kiosk.idle.isEmpty {
            followed[screen.id] = (screen.kiosk.idle, before[screen.id]?.told)
        }
        for state in states { follow(state) }
    }

    /// Starts units if a screen has become idle, or active again.
    func follow(_ state: ScreenState) {
        guard let screen = followed[state.screen] else { return }
        let event = state.idle.map { ScreenEvent.idle(seconds($0)) } ?? .active(screen.thresholds.map(seconds))
        if screen.told == event { return }
        followed[state.screen]!.told = event
        units.start(for: event, of: state.screen)
    }

    /// Starts the unit of a gesture.
    func gesture(_ id: String, of screen: String) { units.start(for: .gesture(id), of: screen) }

    func wake(_ screen: String) { units.start(for: .wake, of: screen) }
}

/// Returns a number of µs as seconds: `600` or `0.5`.
private func seconds(_ time: Int64) -> String { time % 1_000_000 == 0 ? String(time / 1_000_000) : "\(Double(time) / 1_000_000)" }
