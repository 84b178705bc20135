import JSON
import Text

/// The contents of touchd's answer to `status`, in the form of the topics. This program reads no lines about touches.
struct KioskReport {
    /// The payload of the topic `status`.
    var status: [String: JSONValue]
    var screens: [Screen]
    var panels: [Panel]
    /// The IDs of the configured panels, whether present or not.
    var configuredPanels: [String]
    var unusedDevices: Int
    /// The epoch of touchd.
    var epoch: String
    /// The rights that touchd's access rules grant the bridge.
    var rights: [String]
    /// The place of a mistake in the configuration, without its text; nil if the configuration is valid.
    var refusal: Refusal?

    struct Screen: Equatable {
        var id: String
        /// The state except the last touch.
        var state: [String: JSONValue]
        /// The last touch outside sensitive regions.
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

        /// The values that are left out, because they would differ in each message.
        private static let momentary: Set = ["lastReport", "reportRate"]
    }

    struct Refusal: Equatable {
        var place: String?
        var at: String?
    }

    /// Reads a reply. Returns nil if it is not an answer to `status`.
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

    /// The `FILE:LINE:COLUMN: error` of a diagnostic. Its text may quote the configuration, so it stays on the kiosk.
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
    /// The value as a whole number, for times and counts.
    var microseconds: Int64? { numberText.flatMap { Int64($0) } }
}
