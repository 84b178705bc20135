import JSON

/// The message that announces a kiosk to Home Assistant (2024.11 and later): one device with all its entities.
struct HomeAssistant {
    let prefix: String
    let kiosk: String
    let topics: Topics
    let commands: Set<Command.Kind>

    /// The topic on which Home Assistant publishes `online` after its start.
    var birthTopic: String { prefix + "/status" }

    /// The ID of the device, unique among kiosks: two sites may use the same name under different prefixes.
    private var objectID: String { "touchd-" + Self.identifier(topics.base == Topics(prefix: "touchd", kiosk: kiosk).base ? kiosk : topics.base) }
    var topic: String { "\(prefix)/device/\(objectID)/config" }

    func payload(version: String, screens: [String]) -> JSONValue {
        var components: [String: JSONValue] = [
            "running": component(
                "binary_sensor", "running", "touchd",
                [
                    "device_class": "running", "state_topic": .string(topics.status),
                    "value_template": "{{ 'ON' if value_json.touchd == 'up' else 'OFF' }}",
                ]),
            "problem": component(
                "binary_sensor", "problem", "Alarms",
                [
                    "device_class": "problem", "state_topic": .string(topics.alarm),
                    "value_template": "{{ 'ON' if value_json.alarms else 'OFF' }}", "json_attributes_topic": .string(topics.alarm),
                ]),
        ]
        for screen in screens {
            let topic = JSONValue.string(topics.screen(screen))
            let name = screens.count == 1 ? "" : " \(screen)"
            let key = Self.identifier(screen)
            components["touched_\(key)"] = component(
                "binary_sensor", "touched_\(key)", "Touched\(name)",
                ["device_class": "occupancy", "state_topic": topic, "value_template": "{{ 'ON' if value_json.activity == 'active' else 'OFF' }}"])
            components["last_touch_\(key)"] = component(
                "sensor", "last_touch_\(key)", "Last touch\(name)",
                ["device_class": "timestamp", "state_topic": topic, "value_template": "{{ value_json.lastTouch }}"])
            if commands.contains(.display) {
                components["display_\(key)"] = component(
                    "switch", "display_\(key)", "Display\(name)",
                    [
                        "state_topic": topic, "value_template": "{{ value_json.display }}", "state_on": "on", "state_off": "off",
                        "command_topic": .string(topics.command("display")), "payload_on": Self.text(["display": "on", "screen": .string(screen)]),
                        "payload_off": Self.text(["display": "off", "screen": .string(screen)]),
                    ])
            }
            if commands.contains(.clean) {
                components["clean_\(key)"] = component(
                    "button", "clean_\(key)", "Clean for a minute\(name)",
                    ["command_topic": .string(topics.command("clean")), "payload_press": Self.text(["seconds": 60, "screen": .string(screen)])])
            }
        }
        if commands.contains(.reload) {
            components["reload"] = component(
                "button", "reload", "Reload the configuration",
                ["command_topic": .string(topics.command("reload")), "payload_press": "{}", "entity_category": "config"])
        }
        return [
            "device": [
                "identifiers": [.string(objectID)], "name": .string(kiosk), "manufacturer": "touchd", "model": "Touch kiosk",
                "sw_version": .string(version),
            ],
            "origin": ["name": "touchd-mqtt", "sw_version": .string(Options.version)],
            "availability_topic": .string(topics.availability), "qos": 1, "components": .object(components),
        ]
    }

    private func component(_ platform: JSONValue, _ id: String, _ name: String, _ members: [String: JSONValue]) -> JSONValue {
        .object(members.merging(["platform": platform, "unique_id": .string("\(objectID)_\(id)"), "name": .string(name)]) { _, new in new })
    }

    private static func text(_ value: JSONValue) -> JSONValue {
        var bytes: [UInt8] = []
        value.write(into: &bytes)
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    /// The text as an identifier. Home Assistant accepts letters, digits, `_` and `-`. Any other character, and `_` itself, becomes its hexadecimal
    /// number between two `_`, so that different texts have different identifiers.
    static func identifier(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-": String(scalar)
            default: "_\(String(scalar.value, radix: 16))_"
            }
        }.joined()
    }
}
