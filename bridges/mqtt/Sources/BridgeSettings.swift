import Glibc
import SettingsFile
import Text

/// The settings in mqtt.yaml.
struct BridgeSettings: Equatable {
    struct TLS: Equatable {
        /// The file of the certificate authorities for brokers; nil: those that the system trusts.
        var ca: String?
        /// The kiosk's own certificate.
        var certificate: String?
        var key: String?
    }

    struct Thresholds: Equatable {
        /// The counts that raise an alarm if they are reached within a minute, one for each kind of fault.
        var ghosts = 20
        var drops = 1
        var stuck = 1
    }

    var host = ""
    var port = 1883
    var kiosk = ""
    var prefix = "touchd"
    var tls: TLS?
    var user: String?
    var passwordFile: String?
    var keepalive = 30
    var commands: Set<Command.Kind> = []
    /// The prefix of Home Assistant's discovery; nil if it is not used.
    var homeAssistant: String?
    var socket = "/run/touchd/events.sock"
    /// The interval of the counts of touches, in seconds.
    var countsEvery = 60
    var thresholds = Thresholds()

    /// The broker's address, as in the log and in the results of commands.
    var broker: String { (host.has(":") ? "[\(host)]" : host) + ":\(port)" }

    /// A warning about settings that are valid but not safe; nil if there is none.
    var warning: String? {
        if tls != nil || commands.isEmpty || isLoopback { return nil }
        return
            "commands come from \(broker) without TLS: anybody on the path can send them and read the password; set \"tls\" or remove \"commands\""
    }

    private var isLoopback: Bool {
        let name = host.ends(with: ".") ? String(Substring(host.utf8.dropLast())) : host
        if name == "localhost" || name.ends(with: ".localhost") { return true }
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, name, &v4) == 1 { return UInt32(bigEndian: v4.s_addr) >> 24 == 127 }
        guard inet_pton(AF_INET6, name, &v6) == 1 else { return false }
        return withUnsafeBytes(of: v6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }

    init(file: String) throws(SettingsFile.Refused) {
        let settings = try SettingsFile.load(file, .mqtt, SettingsReader.read)
        // touchd-web treats its tokens the same way. The file's group may read it, because it is the bridge's own.
        let open = settings.openToAll
        if !open.isEmpty { throw SettingsFile.Refused(messages: open.map { "\(file): error: \($0)" }) }
        self = settings
    }

    private static func isOpen(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o007 != 0
    }

    init() {}

    /// A sentence for each secret that every user of the machine may read.
    private var openToAll: [String] {
        [passwordFile, tls?.key].compactMap(\.self).filter(Self.isOpen).map { "\($0) is open to every user of the machine; run \"chmod o= \($0)\"" }
    }

    /// The reason why the certificates and the password must not be used now; nil if they can be.
    var obstacle: String? { unreadable.first ?? openToAll.first }

    /// A sentence for each certificate or password that cannot be read now. A running bridge waits for them, because something may be replacing them.
    var unreadable: [String] {
        [tls?.ca, tls?.certificate, tls?.key, passwordFile].compactMap(\.self).compactMap { file in
            access(file, R_OK) == 0 ? nil : "cannot read \(file): \(String(cString: strerror(errno)))"
        }
    }

    /// The password: the first line of its file. It is read again for each connection, so that a new password needs no restart.
    var password: String? {
        guard let passwordFile, let file = fopen(passwordFile, "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let bytes = line.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
