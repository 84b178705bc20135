import Vocabulary

extension SettingsTable {
    /// The table of mqtt.yaml.
    public static let mqtt = SettingsTable(name: "mqtt", format: Format([file: mqttFile]))

    private static let mqttFile = Shape(
        "file", unnamed: "the file", "The settings of touchd-mqtt, which publishes the state of a kiosk to an MQTT broker.",
        keys: [
            Key(
                "broker", .string(.text), required: true,
                "The broker: HOST or HOST:PORT, with [ADDRESS]:PORT for IPv6. The port is 1883 by default, and 8883 with tls."),
            Key("kiosk", .string(.name), "The kiosk's level in topics. Default: the machine's name."),
            Key("prefix", .string(.text), "The first levels of topics, without + and #. Default: touchd."),
            Key("tls", .members(tls), "How the connection to the broker is encrypted. Default: no TLS."),
            Key("user", .string(.text), "The user's name for the broker. Default: none."),
            Key(
                "passwordFile", .string(.path),
                "The file whose first line is the password for the broker. It must not be open to every user of the machine. Default: none."),
            Key(
                "keepalive", .number(.whole(from: 5, to: 3600)),
                "Seconds of silence before the bridge asks the broker whether it is there. Default: 30."),
            Key(
                "commands", .list(.word(["reload", "clean", "display"]), isEmptyAllowed: true),
                "The commands that the bridge obeys: read the configuration again (reload), lock the glass for cleaning (clean), report that the "
                    + "display is on or off (display). Default: none."),
            Key("homeAssistant", .members(homeAssistant), "Announces the kiosk to Home Assistant. Default: off."),
            socket,
            Key("countsEvery", .number(.whole(from: 1, to: 3600)), "Seconds that each count of touches covers. Default: 60."),
            Key("alarms", .members(alarms), "How many faults of a kind within a minute raise an alarm."),
        ])

    private static let tls = Shape(
        "tls", unnamed: "\"tls\"", "How the connection to the broker is encrypted.",
        keys: [
            Key("ca", .string(.path), "The authority that signs the broker's certificate (PEM). Default: those that the system trusts."),
            Key("certificate", .string(.path), "The kiosk's own certificate, with key. Default: none."),
            Key("key", .string(.path), "The key of the kiosk's certificate. It must not be open to every user of the machine. Default: none."),
        ])

    private static let homeAssistant = Shape(
        "homeAssistant", unnamed: "\"homeAssistant\"", "Announces the kiosk to Home Assistant.",
        keys: [Key("prefix", .string(.text), "The first levels of Home Assistant's discovery topics. Default: homeassistant.")])

    private static let alarms = Shape(
        "alarms", unnamed: "\"alarms\"", "How many faults of a kind within a minute raise an alarm.",
        keys: [
            Key("ghosts", .number(fault), "Ghost touches of a panel. Default: 20."),
            Key("drops", .number(fault), "Reports that the kernel lost. Default: 1."),
            Key("stuck", .number(fault), "Fingers that stayed down for stuckAfter. Default: 1."),
        ])

    private static let fault = NumberRange.whole(from: 1, to: 1_000_000)
}
