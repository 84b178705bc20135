import TouchCore

/// Has the units of screens follow what happens there.
final class ScreenFollower {
    private let units: any ScreenUnits
    /// By screen with thresholds, these, and what its units were last told.
    private var followed: [String: (thresholds: [Int64], told: ScreenEvent?)] = [:]

    init(_ units: any ScreenUnits) { self.units = units }

    /// The screens of the configuration, and how they are. A screen without thresholds has no units that follow it.
    func use(_ screens: [ScreenSpec], _ states: [ScreenState]) {
        let before = followed
        followed = [:]
        for screen in screens where !screen.kiosk.idle.isEmpty {
            followed[screen.id] = (screen.kiosk.idle, before[screen.id]?.told)
        }
        for state in states { follow(state) }
    }

    /// A screen is idle, or active again.
    func follow(_ state: ScreenState) {
        guard let screen = followed[state.screen] else { return }
        let event = state.idle.map { ScreenEvent.idle(seconds($0)) } ?? .active(screen.thresholds.map(seconds))
        if screen.told == event { return }
        followed[state.screen]!.told = event
        units.start(for: event, of: state.screen)
    }

    func wake(_ screen: String) { units.start(for: .wake, of: screen) }
}

/// A number of µs: 600, or 0.5.
private func seconds(_ time: Int64) -> String { time % 1_000_000 == 0 ? String(time / 1_000_000) : "\(Double(time) / 1_000_000)" }
