import Glibc
import SettingsFile
import Text

/// Reads mqtt.yaml. It reports all mistakes, not only the first.
enum SettingsReader {
    private enum Key: String, CaseIterable {
        case broker, kiosk, prefix, tls, user, passwordFile, keepalive, commands, homeAssistant, socket, countsEvery, alarms
    }
    private enum TLSKey: String, CaseIterable { case ca, certificate, key }
    private enum HomeAssistantKey: String, CaseIterable { case prefix }
    private enum AlarmKey: String, CaseIterable { case ghosts, drops, stuck }

    static func read(_ root: YAMLValue, _ reader: inout ValueReader) -> BridgeSettings {
        var settings = BridgeSettings()
        var port: Int?
        for (known, value) in reader.entries(root, "the file", Key.self) {
            let key = known.rawValue
            switch known {
            case .broker: (settings.host, port) = broker(value, &reader)
            case .kiosk: settings.kiosk = name(value, key, &reader) ?? ""
            case .prefix: settings.prefix = topic(value, key, &reader) ?? settings.prefix
            case .tls: settings.tls = tls(value, &reader)
            case .user: settings.user = reader.text(value, key)
            case .passwordFile: settings.passwordFile = reader.path(value, key)
            case .keepalive: settings.keepalive = reader.whole(value, key, in: 5...3600) ?? settings.keepalive
            case .commands: settings.commands = Set(reader.items(value, key).compactMap { reader.word($0, key) })
            case .homeAssistant: settings.homeAssistant = homeAssistant(value, &reader)
            case .socket: settings.socket = reader.path(value, key) ?? settings.socket
            case .countsEvery: settings.countsEvery = reader.whole(value, key, in: 1...3600) ?? settings.countsEvery
            case .alarms: settings.thresholds = thresholds(value, &reader)
            }
        }
        settings.port = port ?? (settings.tls == nil ? 1883 : 8883)
        if settings.host.isEmpty, reader.mistakes.isEmpty { reader.addMistake(root.mark, "\"broker\" is missing") }
        if settings.passwordFile != nil, settings.user == nil { reader.addMistake(root.mark, "\"passwordFile\" also needs \"user\"") }
        if settings.kiosk.isEmpty, reader.mistakes.isEmpty {
            settings.kiosk = hostName
            if !isName(settings.kiosk) { reader.addMistake(root.mark, "the machine's name cannot be the kiosk's name; set \"kiosk\"") }
        }
        return settings
    }

    /// Whether the text can be used without escapes, both as a level of a topic and in Home Assistant.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0)
            }
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        gethostname(&bytes, bytes.count - 1)
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func name(_ value: YAMLValue, _ key: String, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(value, key) else { return nil }
        if isName(text) { return text }
        reader.addMistake(value.mark, "\"\(key)\": expected at most 64 letters, digits, \".\", \"_\" and \"-\", found \(value.found)")
        return nil
    }

    private static func topic(_ value: YAMLValue, _ key: String, _ reader: inout ValueReader) -> String? {
        guard let text = reader.text(value, key) else { return nil }
        let levels = text.split(at: "/", omittingEmptySubsequences: false)
        if text.utf8.count <= 128, levels.allSatisfy({ !$0.isEmpty && !$0.has("+") && !$0.has("#") }), !text.begins(with: "$") { return text }
        reader.addMistake(value.mark, "\"\(key)\": expected topic levels without \"+\" and \"#\", such as \"site/touchd\", found \(value.found)")
        return nil
    }

    private static func broker(_ value: YAMLValue, _ reader: inout ValueReader) -> (host: String, port: Int?) {
        guard let text = reader.text(value, "broker") else { return ("", nil) }
        var (host, port) = (text, nil as Int?)
        if text.begins(with: "["), let (address, rest) = text.cut(at: "]") {
            host = String(Substring(address.utf8.dropFirst()))
            port = rest.isEmpty ? nil : rest.begins(with: ":") ? UInt16(Substring(rest.utf8.dropFirst())).map(Int.init) ?? 0 : 0
        } else if let (name, rest) = text.cut(at: ":") {
            host = String(name)
            port = UInt16(rest).map(Int.init) ?? 0
        }
        if port != 0, !host.isEmpty, host.utf8.count <= 253, !["/", "@", " "].contains(where: host.has) { return (host, port) }
        reader.addMistake(
            value.mark, "\"broker\": expected HOST or HOST:PORT, such as \"broker.example:8883\" or \"[fd00::1]:1883\", found \(value.found)")
        return ("", nil)
    }

    private static func tls(_ value: YAMLValue, _ reader: inout ValueReader) -> BridgeSettings.TLS {
        var tls = BridgeSettings.TLS()
        for (key, value) in reader.entries(value, "\"tls\"", TLSKey.self) {
            let path = reader.path(value, key.rawValue)
            switch key {
            case .ca: tls.ca = path
            case .certificate: tls.certificate = path
            case .key: tls.key = path
            }
        }
        if (tls.certificate == nil) != (tls.key == nil) { reader.addMistake(value.mark, "\"tls\": \"certificate\" and \"key\" need each other") }
        return tls
    }

    private static func homeAssistant(_ value: YAMLValue, _ reader: inout ValueReader) -> String {
        for (key, value) in reader.entries(value, "\"homeAssistant\"", HomeAssistantKey.self) {
            if let prefix = topic(value, key.rawValue, &reader) { return prefix }
        }
        return "homeassistant"
    }

    private static func thresholds(_ value: YAMLValue, _ reader: inout ValueReader) -> BridgeSettings.Thresholds {
        var thresholds = BridgeSettings.Thresholds()
        for (key, value) in reader.entries(value, "\"alarms\"", AlarmKey.self) {
            guard let number = reader.whole(value, key.rawValue, in: 1...1_000_000) else { continue }
            switch key {
            case .ghosts: thresholds.ghosts = number
            case .drops: thresholds.drops = number
            case .stuck: thresholds.stuck = number
            }
        }
        return thresholds
    }
}
