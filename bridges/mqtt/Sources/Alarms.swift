import JSON

/// The current alarms of the kiosk. They are published as one message, so that a new subscriber gets all of them.
struct Alarms {
    enum Kind: String, CaseIterable {
        case touchdDown, notAllowed, panelGone, noPanel, configurationRefused, ghosts, drops, stuck, commandsRefused
    }

    struct Key: Hashable {
        var kind: Kind
        var panel: String?
    }

    struct Alarm: Equatable {
        var since: String
        var text: String
        /// The place of a mistake in the configuration.
        var place: String?
    }

    /// The µs for which a fault must last before it is an alarm, so that a restart of touchd or a moved cable raises none.
    static let grace: Int64 = 5_000_000
    /// The length of the intervals in which counts are compared, in µs.
    static let window: Int64 = 60_000_000

    private(set) var inForce: [Key: Alarm] = [:]
    /// The time at which each present fault began. A fault becomes an alarm when its grace is over.
    private var begun: [Key: Int64] = [:]
    private var panels: [String: String] = [:]
    private var loadedAt: JSONValue?
    private var counters = PanelCounters()
    private let thresholds: BridgeSettings.Thresholds

    init(_ thresholds: BridgeSettings.Thresholds) { self.thresholds = thresholds }

    var payload: JSONValue {
        let sorted = inForce.sorted { ($0.key.kind.rawValue, $0.key.panel ?? "") < ($1.key.kind.rawValue, $1.key.panel ?? "") }
        return [
            "alarms": .array(
                sorted.map { key, alarm in
                    var members: [String: JSONValue] = [
                        "alarm": .string(key.kind.rawValue), "since": .string(alarm.since), "text": .string(alarm.text),
                    ]
                    if let panel = key.panel { members["panel"] = .string(panel) }
                    if let place = alarm.place { members["place"] = .string(place) }
                    return .object(members)
                })
        ]
    }

    /// Whether the last known state of touchd is out of date.
    var isStateOutdated: Bool { inForce[Key(kind: .touchdDown)] != nil || inForce[Key(kind: .notAllowed)] != nil }

    // MARK: Updates

    /// Updates the alarms if touchd does not answer or refuses to.
    ///
    /// - Parameter isRefused: whether touchd answers, but no access rule allows `status`.
    mutating func updateUnreachable(isRefused: Bool, at now: Int64, _ clock: WallClock) {
        set(Key(kind: .notAllowed), isRefused, grace: 0, at: now, clock) {
            Alarm(since: $0, text: "touchd refuses to report its status: add an access rule that grants this bridge \"status\"")
        }
        set(Key(kind: .touchdDown), !isRefused, grace: Self.grace, at: now, clock) { Alarm(since: $0, text: "touchd does not answer") }
    }

    /// Updates the alarms after the broker has answered the bridge's subscription to commands.
    mutating func updateSubscription(isRefused: Bool, at now: Int64, _ clock: WallClock) {
        set(Key(kind: .commandsRefused), isRefused, grace: 0, at: now, clock) {
            Alarm(since: $0, text: "the broker does not let this kiosk subscribe to its commands")
        }
    }

    mutating func update(_ report: KioskReport, at now: Int64, _ clock: WallClock) {
        for kind in [Kind.touchdDown, .notAllowed] { clear(Key(kind: kind)) }
        // Another configuration may have other panels.
        let loadedAt = report.status["configuration"]?["loadedAt"]
        if loadedAt != self.loadedAt { panels = [:] }
        self.loadedAt = loadedAt
        let present = Set(report.panels.map(\.id))
        for id in report.configuredPanels where panels[id] == nil { panels[id] = "" }
        for panel in report.panels { panels[panel.id] = panel.name }
        for key in Set(inForce.keys).union(begun.keys) where key.kind == .panelGone && panels[key.panel ?? ""] == nil { clear(key) }
        for (id, name) in panels {
            set(Key(kind: .panelGone, panel: id), !present.contains(id), grace: Self.grace, at: now, clock) {
                Alarm(since: $0, text: name.isEmpty ? "panel \(id) is missing" : "panel \(id) (\(name)) is gone")
            }
        }
        set(Key(kind: .noPanel), present.isEmpty, grace: Self.grace, at: now, clock) {
            Alarm(since: $0, text: report.unusedDevices == 0 ? "no touchscreen is connected" : "the configuration uses none of the touchscreens")
        }
        if let refusal = report.refusal {
            let alarm = Alarm(
                since: refusal.at ?? clock.text(now), text: "the configuration is wrong; the last valid one is in force", place: refusal.place)
            inForce[Key(kind: .configurationRefused)] = alarm
        } else {
            clear(Key(kind: .configurationRefused))
        }
        count(report.panels, at: now, clock)
    }

    private mutating func count(_ panels: [KioskReport.Panel], at now: Int64, _ clock: WallClock) {
        for (key, count, limit) in counters.update(panels, thresholds, at: now) {
            // An alarm lasts until a whole window has had fewer.
            set(key, count >= limit, grace: 0, at: now, clock) { since in
                let what =
                    switch key.kind {
                    case .ghosts: "ghost touches"
                    case .drops: "losses of events in the kernel"
                    default: "fingers that stayed down too long"
                    }
                return Alarm(since: since, text: "panel \(key.panel ?? ""): \(limit) or more \(what) in a minute")
            }
        }
    }

    private mutating func set(
        _ key: Key, _ isSo: Bool, grace: Int64, at now: Int64, _ clock: WallClock, _ alarm: (_ since: String) -> Alarm
    ) {
        if !isSo { return clear(key) }
        if inForce[key] != nil { return }
        let since = begun[key] ?? now
        begun[key] = since
        if now - since >= grace { inForce[key] = alarm(clock.text(since)) }
    }

    private mutating func clear(_ key: Key) {
        inForce[key] = nil
        begun[key] = nil
    }
}

/// The increases of the panels' counters in the current window, and whether the previous window reached the limit.
struct PanelCounters {
    private struct Window {
        var start: Int64
        var base: Int64
        /// Whether the previous window reached the limit, so that the alarm lasts until the end of this one.
        var wasTooMuch = false
    }

    private var windows: [Alarms.Key: Window] = [:]

    /// Returns the counts that decide about alarms: the increases in the current window. If the previous window reached the limit, the count is at
    /// least the limit, so that the alarm lasts.
    mutating func update(_ panels: [KioskReport.Panel], _ limits: BridgeSettings.Thresholds, at now: Int64) -> [(
        key: Alarms.Key, count: Int, limit: Int
    )] {
        var found: [(key: Alarms.Key, count: Int, limit: Int)] = []
        var seen: Set<Alarms.Key> = []
        for panel in panels {
            for (kind, name, limit) in [
                (Alarms.Kind.ghosts, "ghosts", limits.ghosts), (.drops, "drops", limits.drops), (.stuck, "stuck", limits.stuck),
            ] {
                // touchd counts from 0 up.
                guard let value = panel.health[name], value >= 0 else { continue }
                let key = Alarms.Key(kind: kind, panel: panel.id)
                seen.insert(key)
                var window = windows[key] ?? Window(start: now, base: value)
                // The panel was reopened, or touchd was restarted.
                if value < window.base { window.base = 0 }
                var count = Int(clamping: value - window.base)
                if now - window.start >= Alarms.window {
                    window = Window(start: now, base: value, wasTooMuch: count >= limit)
                    count = 0
                }
                windows[key] = window
                found.append((key, window.wasTooMuch ? max(count, limit) : count, limit))
            }
        }
        // A panel that was removed has no counts.
        for key in windows.keys where !seen.contains(key) {
            windows[key] = nil
            found.append((key, 0, 1))
        }
        return found
    }
}
