import Configuration
import StrictYAML
import Text

/// Whether the bridges for pages have their configuration and their tokens, and whether Chromium lets pages of other hosts connect.
struct BridgeCheck: DoctorCheck {
    static let name = "bridge"
    private static let bridges = [("touchd-web", "/etc/touchd/web.yaml"), ("touchd-web-admin", "/etc/touchd/web-admin.yaml")]

    func findings(_ kiosk: Kiosk) -> [Finding] {
        Self.bridges.flatMap { unit, file in
            guard let state = kiosk.system.unit("\(unit).service", "ActiveState", "UnitFileState", "ExecMainStatus") else { return [Finding]() }
            let bridge = Bridge(system: kiosk.system, unit: unit, file: file)
            // A bridge counts as unused if it is neither running nor enabled, or if it has no token: any connection to its socket starts it.
            let isUsed = state["UnitFileState"] == "enabled" || (state["ActiveState"] != "inactive" && bridge.hasToken)
            guard isUsed else { return bridge.ports(isUsed: false) }
            let found = bridge.findings(hasRefused: state["ExecMainStatus"] == "78") + bridge.ports(isUsed: true)
            return found.isEmpty ? [.ok("\(unit) has everything that \(file) names")] : found
        }
    }
}

private struct Bridge {
    let system: any SystemView
    let unit: String
    let file: String

    func findings(hasRefused: Bool) -> [Finding] {
        guard case .here(let text) = system.text(file) else {
            return system.text(file).isDenied
                ? [.unknown("this user may not read \(file)", remedy: "sudo touchctl doctor")]
                : [.problem("there is no \(file), so \(unit) does not start", remedy: "docs/web.md has an example")]
        }
        let log = DiagnosticLog(file: file)
        let root = DocumentReader.read(Array(text.utf8), log: log)
        var findings = mistakes()
        if findings.isEmpty { findings = log.inSourceOrder.map { problem($0.description) } }
        if findings.isEmpty, hasRefused { findings = [problem("\(unit) has refused \(file)")] }
        findings += access(to: file, isSecret: false)
        for token in root?["tokens"]?.items ?? [] {
            if let path = token["file"]?.string { findings += access(to: path, isSecret: true) }
        }
        for origin in root?["origins"]?.items ?? [] {
            if let origin = origin.string { findings += policy(origin) }
        }
        return findings
    }

    /// True if a token's file exists, or may exist.
    var hasToken: Bool {
        guard let text = system.text(file).value else { return false }
        let root = DocumentReader.read(Array(text.utf8), log: DiagnosticLog(file: file))
        return (root?["tokens"]?.items ?? []).contains { token in
            guard let path = token["file"]?.string else { return false }
            if case .absent = system.attributes(of: path) { return false }
            return true
        }
    }

    /// The findings about the ports of `listen`. The ports of an installed bridge are checked even if it is not used.
    func ports(isUsed: Bool) -> [Finding] {
        guard let text = system.text(file).value else { return [] }
        let given = DocumentReader.read(Array(text.utf8), log: DiagnosticLog(file: file))?["listen"]
        let endpoints = given?.string.map { [$0] } ?? given?.items?.compactMap(\.string) ?? ["127.0.0.1:8137"]
        return endpoints.flatMap { BridgePort(system: system, unit: unit, endpoint: $0, account: account?.user).findings(isUsed: isUsed) }
    }

    private func problem(_ message: String) -> Finding { .problem(message, remedy: "touchd-web --config \(file) --check") }

    /// The errors that the bridge itself finds in its configuration. It also reads the tokens, which requires root.
    private func mistakes() -> [Finding] {
        guard system.user == 0, let output = system.run(["sh", "-c", "touchd-web --config \(file) --check 2>&1"]) else { return [] }
        // `access` says more about tokens whose mode is too open.
        return output.text.split(at: "\n").filter { $0.has(": error: ") && !$0.has("open to every user") }.map {
            problem(String($0))
        }
    }

    // MARK: Permissions

    private func access(to path: String, isSecret: Bool) -> [Finding] {
        guard case .here(let attributes) = system.attributes(of: path) else {
            return system.attributes(of: path).isDenied
                ? [.unknown("this user may not look at \(path)", remedy: "sudo touchctl doctor")]
                : [
                    .problem(
                        "there is no \(path), which \(file) names", remedy: "openssl rand -hex 16 | sudo install -m 640 -g \(unit) /dev/stdin \(path)"
                    )
                ]
        }
        if isSecret, attributes.mode & 0o007 != 0 {
            return [.problem("every user of this machine may open the token \(path), so \(unit) refuses it", remedy: "sudo chmod o= \(path)")]
        }
        if attributes.mode & 0o002 != 0 { return [.problem("every user of this machine may write \(path)", remedy: "sudo chmod o-w \(path)")] }
        guard let account, !mayRead(attributes, account) else { return [] }
        return [.problem("\(unit) may not read \(path)", remedy: "sudo chgrp \(unit) \(path) && sudo chmod g+r \(path)")]
    }

    /// The user that the unit runs as; nil if there is none, or if it cannot be found out.
    private var account: (user: UInt32, group: UInt32)? {
        guard let output = system.run(["getent", "passwd", unit]), output.status == 0 else { return nil }
        let fields = output.text.split(at: ":", omittingEmptySubsequences: false)
        guard fields.count == 7, let user = UInt32(fields[2]), let group = UInt32(fields[3]) else { return nil }
        return (user, group)
    }

    private func mayRead(_ attributes: FileAttributes, _ account: (user: UInt32, group: UInt32)) -> Bool {
        if attributes.user == account.user { return attributes.mode & 0o400 != 0 }
        let isInGroup = attributes.group == account.group || system.group(String(attributes.group))?.members.contains(unit) == true
        return attributes.mode & (isInGroup ? 0o040 : 0o004) != 0
    }

    // MARK: Chromium's policy

    private static let browsers = ["/usr/bin/chromium": "/etc/chromium", "/usr/bin/google-chrome": "/etc/opt/chrome"]
    private static let policies = ["LoopbackNetworkAllowedForUrls", "LocalNetworkAccessAllowedForUrls"]

    /// The findings about a page's origin: Chromium lets a page of a public address connect to this machine only by a policy.
    private func policy(_ origin: String) -> [Finding] {
        guard let (scheme, host) = Self.parts(origin), !Self.isOfThisMachine(host) else { return [] }
        let folders = Self.browsers.filter { system.attributes(of: $0.key).value != nil }.values.map { $0 + "/policies/managed" }.sorted()
        if folders.isEmpty { return [] }
        if scheme == "http" {
            return [
                .warning(
                    "pages of \(origin) are served without encryption: unless its address is private, Chromium does not let them connect",
                    remedy: "serve them with https, or from touchd-web itself; see docs/web.md, \"Public pages\"")
            ]
        }
        return folders.filter { !allows($0, host) }.map { folder in
            .warning(
                "no policy in \(folder) lets pages of \(origin) connect to this machine: unless its address is private, Chromium refuses",
                remedy: "{ \"\(Self.policies[0])\": [\"\(origin)\"] } in \(folder)/touchd.json; see docs/web.md, \"Public pages\"")
        }
    }

    private func allows(_ folder: String, _ host: String) -> Bool {
        let files = (system.names(in: folder).value ?? []).filter { $0.ends(with: ".json") }
        return files.contains { name in
            guard let text = system.text("\(folder)/\(name)").value, let root = DocumentReader.read(Array(text.utf8), log: DiagnosticLog(file: name))
            else { return false }
            return Self.policies.contains { root[$0]?.items?.contains { Self.pattern($0.string ?? "", fits: host) } == true }
        }
    }

    /// Whether a pattern of Chromium's policies matches: `*`, `https://kiosk.example`, `[*.]kiosk.example`, each with or without a port.
    private static func pattern(_ pattern: String, fits host: String) -> Bool {
        if pattern == "*" { return true }
        var rest = pattern[...]
        if let (_, after) = rest.cut(at: "://") { rest = after }
        let isOpen = rest.begins(with: "[*.]")
        if isOpen { rest = rest.dropFirst(4) }
        let name = String(rest.unicodeScalars.prefix { $0 != ":" && $0 != "/" })
        return host == name || (isOpen && host.ends(with: "." + name))
    }

    private static func parts(_ origin: String) -> (scheme: Substring, host: String)? {
        guard let (scheme, rest) = origin.cut(at: "://") else { return nil }  // "null": the origin of files
        let isBracketed = rest.begins(with: "[")
        let host = String(rest.unicodeScalars.prefix { $0 != (isBracketed ? "]" : ":") })
        return (scheme, isBracketed ? host + "]" : host)
    }

    /// Whether the host is this machine, or has an address of a private network.
    private static func isOfThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host.ends(with: ".localhost") || host == "[::1]" { return true }
        let numbers = host.split(at: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard numbers.count == 4, let first = numbers[0], let second = numbers[1] else { return false }
        return first == 127 || first == 10 || (first == 192 && second == 168) || (first == 172 && (16...31).contains(second))
    }
}
