import Glibc
import SettingsFile
import StrictYAML
import Text
import Vocabulary

/// Reads mqtt.yaml, and finds the mistakes that its table cannot express. It reports all mistakes, not only the first.
enum SettingsReader {
    static func read(_ root: YAMLNode, _ log: DiagnosticLog) -> BridgeSettings {
        var settings = BridgeSettings()
        let broker = log.read(
            root["broker"], "broker", expected: "HOST or HOST:PORT, such as \"broker.example:8883\" or \"[fd00::1]:1883\"", broker)
        settings.host = broker?.host ?? ""
        settings.prefix = topic(root, "prefix", log) ?? settings.prefix
        settings.tls = root["tls"].map { tls($0, log) }
        settings.port = broker?.port ?? (settings.tls == nil ? 1883 : 8883)
        settings.user = root.text("user")
        settings.passwordFile = root.path("passwordFile")
        settings.keepalive = root.whole("keepalive") ?? settings.keepalive
        settings.commands = Set(root.items("commands").compactMap { $0.text.flatMap(Command.Kind.init) })
        settings.homeAssistant = root["homeAssistant"].map { topic($0, "prefix", log) ?? "homeassistant" }
        settings.socket = root.text("socket") ?? settings.socket
        settings.countsEvery = root.whole("countsEvery") ?? settings.countsEvery
        if let alarms = root["alarms"] { settings.thresholds = thresholds(alarms) }
        if settings.passwordFile != nil, root["user"] == nil { log.error(root.mark, "\"passwordFile\" also needs \"user\"") }
        settings.kiosk = root.name("kiosk") ?? hostName
        if root["kiosk"] == nil, !StringForm.name.accepts(settings.kiosk) {
            log.error(root.mark, "the machine's name cannot be the kiosk's name; set \"kiosk\"")
        }
        return settings
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        gethostname(&bytes, bytes.count - 1)
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func topic(_ object: YAMLNode, _ key: String, _ log: DiagnosticLog) -> String? {
        log.read(object[key], key, expected: "topic levels without \"+\" and \"#\", such as \"site/touchd\"") { text in
            let levels = text.split(at: "/", omittingEmptySubsequences: false)
            let isTopic = text.utf8.count <= 128 && levels.allSatisfy { !$0.isEmpty && !$0.has("+") && !$0.has("#") } && !text.begins(with: "$")
            return isTopic ? text : nil
        }
    }

    /// Returns the broker's host, and its port if the text has one.
    private static func broker(_ text: String) -> (host: String, port: Int?)? {
        var (host, port) = (text, nil as Int?)
        if text.begins(with: "["), let (address, rest) = text.cut(at: "]") {
            host = String(Substring(address.utf8.dropFirst()))
            port = rest.isEmpty ? nil : rest.begins(with: ":") ? UInt16(Substring(rest.utf8.dropFirst())).map(Int.init) ?? 0 : 0
        } else if let (name, rest) = text.cut(at: ":") {
            host = String(name)
            port = UInt16(rest).map(Int.init) ?? 0
        }
        return port != 0 && !host.isEmpty && host.utf8.count <= 253 && !["/", "@", " "].contains(where: host.has) ? (host, port) : nil
    }

    private static func tls(_ node: YAMLNode, _ log: DiagnosticLog) -> BridgeSettings.TLS {
        if (node["certificate"] == nil) != (node["key"] == nil) { log.error(node.mark, "\"tls\": \"certificate\" and \"key\" need each other") }
        return BridgeSettings.TLS(ca: node.path("ca"), certificate: node.path("certificate"), key: node.path("key"))
    }

    private static func thresholds(_ node: YAMLNode) -> BridgeSettings.Thresholds {
        let usual = BridgeSettings.Thresholds()
        return BridgeSettings.Thresholds(
            ghosts: node.whole("ghosts") ?? usual.ghosts, drops: node.whole("drops") ?? usual.drops, stuck: node.whole("stuck") ?? usual.stuck)
    }
}
