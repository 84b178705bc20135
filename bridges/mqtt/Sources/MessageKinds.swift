import Logging

// The messages of touchd-mqtt. docs/messages.md has their causes and remedies.
extension MessageKind {
    static let kioskStarts = MessageKind("9a8fb59c2e22487ba1c1de70020473ba", .info, "kiosk …, broker …", .peer)
    static let commandsWithoutTLS = MessageKind(
        "1a4c79a1c2434019981d79f2914a2ff1", .warning,
        "commands come from … without TLS: anybody on the path can send them and read the password; set \"tls\" or remove \"commands\"", .peer)
    static let brokerConnected = MessageKind("64628fb914354784909ecddcbd64cbea", .info, "connected to the broker …", .peer)
    static let brokerLost = MessageKind("2d03dac3fbda461eb1153fdc852dcd4f", .warning, "no connection to the broker …: …", .peer, .reason)
    static let subscriptionRefused = MessageKind(
        "1b98ce6110594986b1c19bd521f76c4c", .warning, "the broker … refuses the subscription to …: …", .peer, .reason)
    static let rightsMissing = MessageKind(
        "e49e39909d0c4bb48ad1c513e2822997", .warning,
        "no access rule grants this bridge …, so touchd will refuse …; add … to \"access\" in touchd.yaml")
    static let commandTaken = MessageKind("1973da7db544475b80fee8368d8a4a9f", .info, "command … from …", .command, .peer)
    static let commandDone = MessageKind("a79a40e4389044059b2da6bf35a14cc0", .info, "command … from …: done", .command, .peer)
    static let commandFailed = MessageKind("b9f8307e08ba4f2bab9928360774054b", .warning, "command … from … failed: …", .command, .peer, .reason)
    static let commandRefused = MessageKind("406d5f81230540a89acf6cc4c23e1e58", .warning, "refused command … from …: …", .command, .peer, .reason)
    static let mqttWrongArguments = MessageKind("f8a8cb2e921441acafda9f835baab3f6", .error, "wrong arguments (see touchd-mqtt --help): …")
}
