import JSON
import Text

/// What touchd's answer to `status` says, as topics have it. Lines about touches have no reader in this program.
struct KioskReport {
    /// The payload of the topic `status`.
    var status: [String: JSONValue]
    var screens: [Screen]
    var panels: [Panel]
    /// Ids of the panels that the configuration has, there or not.
    var configuredPanels: [String]
    var unusedDevices: Int
    /// Which run of touchd it is.
    var epoch: String
    /// What touchd's access rules allow the bridge.
    var rights: [String]
    /// The place of the mistake, without its text; nil: the configuration is right.
    var refusal: Refusal?

    struct Screen: Equatable {
        var id: String
        /// All but the last touch.
        var state: [String: JSONValue]
        /// Outside of sensitive regions.
        var lastTouch: JSONValue
        var isOn: Bool { state["display"]?.string != "off" }

        var payload: JSONValue { .object(state.merging(["lastTouch": lastTouch]) { _, new in new }) }
    }

    struct Panel: Equatable {
        var id: String
        var name: String
        var health: [String: Int64]

        var payload: JSONValue {
            let counts = health.filter { !Panel.momentary.contains($0.key) }.mapValues { JSONValue.whole($0) }
            return .object(counts.merging(["panel": .string(id), "name": .string(name)]) { _, new in new })
        }

        /// Of the moment, so that they would be another in each message.
        private static let momentary: Set = ["lastReport", "reportRate"]
    }

    struct Refusal: Equatable {
        var place: String?
        var at: String?
    }

    /// Nil: that is no answer to `status`.
    init?(_ reply: JSONValue, _ clock: WallClock) {
        guard let server = reply["server"]?.string, let configuration = reply["configuration"] else { return nil }
        func time(_ value: JSONValue?) -> JSONValue { value?.microseconds.map { .string(clock.text($0)) } ?? .null }
        func count(_ key: String) -> Int { Int(clamping: reply["counts"]?[key]?.microseconds ?? 0) }
        screens = (reply["screens"]?.array ?? []).compactMap { entry in
            guard let id = entry["screen"]?.string else { return nil }
            var state: [String: JSONValue] = [:]
            for key in ["display", "activity", "idle", "mode"] { state[key] = entry[key] ?? .null }
            return Screen(id: id, state: state, lastTouch: time(entry["lastOpenTouch"]))
        }
        panels = (reply["panels"]?.array ?? []).compactMap { entry in
            guard let id = entry["panel"]?.string else { return nil }
            var health: [String: Int64] = [:]
            if case .object(let members)? = entry["health"] { health = members.compactMapValues(\.microseconds) }
            return Panel(id: id, name: entry["name"]?.string ?? "", health: health)
        }
        configuredPanels = (reply["configuredPanels"]?.array ?? []).compactMap { $0["panel"]?.string }
        unusedDevices = count("unusedDevices")
        epoch = reply["epoch"]?.string ?? ""
        rights = (reply["rights"]?.array ?? []).compactMap(\.string)
        let isLastGood = configuration["lastGood"]?.bool == true
        if let refusedAt = configuration["refusedAt"]?.microseconds, isLastGood || refusedAt > configuration["loadedAt"]?.microseconds ?? .min {
            refusal = Refusal(place: configuration["message"]?.string.flatMap(Self.place), at: clock.text(refusedAt))
        }
        var inForce: [String: JSONValue] = ["file": configuration["file"] ?? .null, "loadedAt": time(configuration["loadedAt"])]
        if isLastGood { inForce["lastGood"] = true }
        if let trial = configuration["trial"] { inForce["trialUntil"] = time(trial["until"]) }
        status = [
            "touchd": "up", "version": .string(server), "startedAt": time(reply["startedAt"]), "configuration": .object(inForce),
            "panels": .whole(panels.count), "unusedDevices": .whole(unusedDevices), "clients": .whole(count("clients")),
            "bridge": .string(Options.version),
        ]
    }

    /// `FILE:LINE:COLUMN: error` of a diagnostic: its text may quote the configuration, and that stays on the kiosk.
    static func place(_ diagnostic: String) -> String? {
        let line = diagnostic.split(at: "\n", maxSplits: 1, omittingEmptySubsequences: false)[0]
        for level in ["error", "warning"] {
            guard let parts = line.cut(at: ": \(level): ") else { continue }
            return String(parts.before) + ": \(level)"
        }
        return nil
    }
}

extension JSONValue {
    /// A whole number, as times and counts are.
    var microseconds: Int64? { numberText.flatMap { Int64($0) } }
}
