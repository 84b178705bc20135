import StrictYAML
import TouchCore
import Vocabulary
import Text

/// Turns a checked tree into settings, and finds errors between its parts.
struct SettingsDecoder {
    private let log: DiagnosticLog
    private var regions: RegionDecoder
    private var screens = References(noun: "screen")
    private var matches: [PanelMatch: Mark] = [:]

    init(log: DiagnosticLog) {
        self.log = log
        regions = RegionDecoder(log: log)
    }

    /// Decodes the settings. They are valid only if the log has no errors afterwards.
    mutating func settings(_ root: YAMLNode) -> Settings {
        regions.gestureDefaults = GestureDefaults(root["gestureDefaults"], log)
        let nodes = root.items("screens")
        let screens = nodes.enumerated().map { screen($0.element, index: $0.offset) }
        regions.checkReferences()
        warnOfUngrabbedPanels(screens)
        warnOfTrustedUsers(root["server"])
        let rules = root["access"].map { _ in root.items("access").map { access($0, screens: screens.map(\.spec.id)) } }
        SharedSensitiveRegions.find(rules ?? [], root.items("access"), screens.map(\.spec), regions.sensitive, log)
        return Settings(screens: screens, server: server(root["server"]), gestureDefaults: regions.gestureDefaults, access: rules)
    }

    /// Warns of sensitive regions on panels that are not grabbed, because other programs can read such panels.
    private func warnOfUngrabbedPanels(_ screens: [ScreenSettings]) {
        for region in regions.sensitive {
            // Only touchd reads a recording.
            guard let panel = screens[region.screen].panels.first(where: { !$0.grab && $0.match.recording == nil }) else { continue }
            log.warning(
                region.mark, .sensitiveNotGrabbed,
                "region \(quoted(region.name)) is sensitive, but panel \(quoted(panel.id)) (line \(panel.mark.line)) is not grabbed, "
                    + "so the compositor and every browser see the fingers in the region; set \"grab: exclusive\" for the panel")
        }
    }

    /// Warns of trusted users if there are sensitive regions, because no rule keeps trusted users out of these.
    private func warnOfTrustedUsers(_ server: YAMLNode?) {
        guard let region = regions.sensitive.first else { return }
        let others = regions.sensitive.count - 1
        for user in server?.items("trusted") ?? [] {
            guard let name = user.string else { continue }
            log.warning(
                user.mark, .sensitiveTrustedUser,
                "user \(quoted(name)) is trusted, and so may claim, edit and cover the sensitive region \(quoted(region.name)) "
                    + "(line \(region.mark.line))\(others > 0 ? " and \(others) more" : ""), and get the touches there; "
                    + "to prevent this, remove the user from \"trusted\", and allow only what is needed in access rules")
        }
    }

    private func server(_ node: YAMLNode?) -> ServerSettings {
        guard let node else { return ServerSettings() }
        var server = ServerSettings(socket: node.string("socket"), trusted: node.items("trusted").compactMap(\.string))
        server.bridges = node["bridges"].map { _ in node.items("bridges").compactMap(\.string) }
        server.admin = node.string("admin")
        if let path = node["admin"], server.admin != nil, server.admin == server.socket {
            log.error(path.mark, "\"admin\" in the server section is the same path as \"socket\"")
        }
        func permissions(_ mode: String, _ group: String) -> SocketSettings {
            SocketSettings(mode: node.string(mode).flatMap { UInt32($0, radix: 8) }, group: account(node[group]))
        }
        server.permissions = permissions("socketMode", "socketGroup")
        server.keepsState = node.string("state") == "keep"
        server.keepsStatistics = node.string("statistics") == "keep"
        server.adminPermissions = permissions("adminMode", "adminGroup")
        return server
    }

    private func account(_ node: YAMLNode?) -> Account? { node.flatMap { node in node.string.map { Account($0, mark: node.mark) } } }

    private func access(_ node: YAMLNode, screens: [String]) -> AccessSettings {
        for pattern in node.items("regions") {
            guard let text = pattern.string, RegionGlob(text).depth > RegionGlob.maximumDepth else { continue }
            log.error(pattern.mark, "\"regions\" of an access rule: a pattern has at most \(RegionGlob.maximumDepth) levels")
        }
        let allow = node.items("allow").compactMap(\.string)
        checkScreens(of: node, allow, screens)
        return AccessSettings(
            user: account(node["user"]), group: account(node["group"]), token: node.string("token"),
            regions: node["regions"].map { _ in node.items("regions").compactMap(\.string) } ?? ["**"],
            screens: node["screens"].map { _ in node.items("screens").compactMap(\.string) }, allow: allow, mark: node.mark)
    }

    /// Logs the screens of an access rule that do not exist, and `screens` in a rule without a right that holds by screen.
    private func checkScreens(of rule: YAMLNode, _ allow: [String], _ screens: [String]) {
        guard let entry = rule.entry("screens") else { return }
        if Set(allow).isDisjoint(with: AccessSettings.byScreen) {
            log.error(entry.mark, "\"screens\" in an access rule is for the rights inject and type; remove it, or allow one of them")
        }
        for item in rule.items("screens") {
            guard let id = item.string, !screens.contains(id) else { continue }
            log.error(
                item.mark,
                "\"screens\" in an access rule: there is no screen \(quoted(id))\(suggestionSuffix(for: id, among: screens))")
        }
    }

    private mutating func screen(_ node: YAMLNode, index: Int) -> ScreenSettings {
        let id = node.string("id") ?? ""
        if let entry = node["id"], !id.isEmpty { screens.define(id, entry.mark, screen: index, log: log) }
        let size = node.numbers("size", count: 2) ?? [0, 0]
        let panels = node.items("panels").enumerated().map { panel($0.element, id: "\(id)-\($0.offset)", Size(size[0], size[1])) }
        let keyboard = KeyboardRules(node["keyboard"], log)
        regions.keyboard = (keyboard, id)
        let windows = regions.windows(node.items("windows"), screen: index)
        if windows.isEmpty, case .mapping = node.content, node["windows"]?.items != nil || node["windows"] == nil {
            let name = id.isEmpty ? "a screen" : "screen \(quoted(id))"
            log.warning(node.mark, .noWindows, "\(name) has no windows, so no touch on it will reach a region")
        }
        let controllers = regions.controllers([node] + node.items("windows"), screen: index)
        let spec = ScreenSpec(
            id: id, size: Size(size[0], size[1]), windows: windows, controllers: controllers,
            kiosk: KioskRules(node["kiosk"], keyboard: (keyboard, id), log),
            keyboard: keyboard, accessibility: regions.accessibilityRules(node["accessibility"]))
        var settings = ScreenSettings(spec: spec, panels: panels)
        settings.keypads = keypads(node["accessibility"], spec.accessibility)
        return settings
    }

    private mutating func keypads(_ section: YAMLNode?, _ rules: AccessibilityRules?) -> [KeypadSettings] {
        var known: Set<String> = []
        let keypads = (section?.items("keypads") ?? []).compactMap { node -> KeypadSettings? in
            guard let id = node.string("id") else { return nil }
            if !known.insert(id).inserted { log.error(node["id"]!.mark, "this screen already has a keypad \(quoted(id))") }
            var keypad = KeypadSettings(id: id, match: match(node["match"]), mark: node.mark)
            if let entry = node["match"]?.entry("recording") {
                log.error(entry.mark, "\"recording\" in the match of keypad \(quoted(id)): a keypad is a device; use its name or idPath")
            }
            checkMatch(keypad.match, node, "keypad \(quoted(id))")
            for (name, action) in node["keys"]?.entries ?? [] {
                keypad.keys[name] = action.string.flatMap(KeypadAction.init)
                if let entry = node["keys"]?.entry(name) { KeyDecoding.check(name, entry.mark, "\"keys\" of keypad \(quoted(id))", log) }
            }
            for (name, jack) in node["switches"]?.entries ?? [] {
                keypad.switches[name] = jack.string
                if let entry = node["switches"]?.entry(name) { KeyDecoding.checkSwitch(name, entry.mark, "keypad \(quoted(id))", log) }
            }
            if let delay = node["repeat"]?.microseconds("delay"), let every = node["repeat"]?.microseconds("every") {
                keypad.timing.repetition = KeyTiming.Repetition(delay: delay, every: every)
            }
            keypad.timing.bounce = node.microseconds("bounce") ?? 0
            return keypad
        }
        checkJacks(section, Set(keypads.flatMap(\.switches.values)))
        return keypads
    }

    /// Logs triggers of profiles that name a jack that no keypad has.
    private func checkJacks(_ section: YAMLNode?, _ jacks: Set<String>) {
        for profile in section?.items("profiles") ?? [] {
            for key in ["start", "stop"] {
                for trigger in profile.items(key) {
                    guard let jack = trigger["jack"], let name = jack.string, !jacks.contains(name) else { continue }
                    log.error(
                        jack.mark,
                        "\(quoted(key)) of profile \(quoted(profile.string("id") ?? "")): no keypad of this screen has a jack \(quoted(name)) in its "
                            + "\"switches\"\(suggestionSuffix(for: name, among: jacks.sorted()))")
                }
            }
        }
    }

    /// Logs a match that another panel or keypad has too.
    private mutating func checkMatch(_ match: PanelMatch, _ node: YAMLNode, _ name: String) {
        let mark = node["match"]?.mark ?? node.mark
        if match == PanelMatch() { return }
        if let first = matches[match] {
            log.error(mark, "\(name) has the same match as the device on line \(first.line); a device can be one panel or keypad only")
        } else {
            matches[match] = mark
        }
    }

    private mutating func panel(_ node: YAMLNode, id: String, _ screen: Size) -> PanelSettings {
        let match = match(node["match"])
        if let first = matches[match], match != PanelMatch() {
            log.error(
                node["match"]?.mark ?? node.mark,
                "panel \(quoted(id)) has the same match as the panel on line \(first.line); "
                    + "a device can be one panel only")
        } else {
            matches[match] = node["match"]?.mark ?? node.mark
        }
        let degrees = node.number("rotation").flatMap { Int(exactly: $0) }
        var settings = PanelSettings(
            id: id, match: match, calibration: calibration(node, id),
            rotation: degrees.flatMap(Rotation.init) ?? .none, area: area(node, id, screen), rules: rules(node, id),
            grab: node["grab"]?.toggle(false: "none", true: "exclusive") ?? false, mark: node.mark)
        settings.output = node.string("output")
        settings.siblings = node.string("siblings").map { $0 == "take" }
        settings.quirks = node.boolean("quirks") ?? true
        if node["grabEscape"] != nil { settings.grabEscape = node.microseconds("grabEscape").map { .after($0) } ?? .never }
        if let virtual = node["virtual"] {
            settings.virtual.space = virtual.string("space").flatMap(VirtualPanelSettings.Space.init) ?? settings.virtual.space
            settings.virtual.life = virtual.string("life").flatMap(VirtualPanelSettings.Life.init)
            settings.virtual.cancel = virtual.string("cancel").flatMap(VirtualPanelSettings.Cancel.init) ?? settings.virtual.cancel
        }
        if let recovery = node["recovery"] { settings.recovery = self.recovery(recovery, id) }
        return settings
    }

    private func recovery(_ node: YAMLNode, _ id: String) -> RecoverySettings {
        var recovery = RecoverySettings()
        recovery.silentAfter = node.microseconds("silentAfter")
        recovery.ghosts = node["ghosts"].map { node in
            var ghosts = RecoverySettings.Ghosts()
            ghosts.count = node.number("count").flatMap { Int(exactly: $0) } ?? ghosts.count
            ghosts.within = node.microseconds("within") ?? ghosts.within
            return ghosts
        }
        recovery.command = node.items("command").compactMap(\.string)
        if let command = node["command"], let program = recovery.command.first, !program.begins(with: "/") {
            log.error(command.mark, "\"command\" in panel \(quoted(id)): \(quoted(program)) must be an absolute path")
        }
        return recovery
    }

    private func area(_ node: YAMLNode, _ id: String, _ screen: Size) -> Rect? {
        guard let area = node.rect("area") else { return nil }
        if area.minX < 0 || area.minY < 0 || area.maxX > screen.width || area.maxY > screen.height {
            log.error(
                node["area"]!.mark,
                "\"area\" in panel \(quoted(id)) reaches beyond the screen, which is \(screen.width) by \(screen.height) points")
        }
        return area
    }

    private func rules(_ node: YAMLNode, _ id: String) -> PanelRules {
        func word<Word: RawRepresentable<String>>(_ key: String) -> Word? { node.string(key).flatMap(Word.init) }
        var rules = PanelRules()
        rules.outside = word("outside") ?? rules.outside
        rules.opening = word("contactsAtOpen") ?? rules.opening
        rules.palm = word("palm") ?? rules.palm
        rules.stylus = word("stylus") ?? rules.stylus
        rules.maximumContacts = node.number("maximumContacts").map { Int(clamping: min(max($0, 1), 1e6)) }
        rules.excess = word("excessContacts") ?? rules.excess
        rules.stuckAfter = node.microseconds("stuckAfter")
        rules.filters = node["filters"].flatMap { FilterRules($0, ofPanel: id, log) }
        if let excess = node["excessContacts"], node["maximumContacts"] == nil {
            log.error(excess.mark, "\"excessContacts\" in panel \(quoted(id)) has no effect without \"maximumContacts\"")
        }
        return rules
    }

    private func match(_ node: YAMLNode?) -> PanelMatch {
        guard let node else { return PanelMatch() }
        return PanelMatch(
            idPath: node.string("idPath"), name: node.string("name"), serial: node.string("serial"),
            phys: node.string("phys"), recording: node.string("recording"),
            vendor: node.string("vendor").flatMap(StringForm.usbID),
            product: node.string("product").flatMap(StringForm.usbID), node: node.string("node"))
    }

    private func calibration(_ node: YAMLNode, _ id: String) -> AffineTransform {
        guard let m = node.numbers("calibration", count: 6) else { return .identity }
        let calibration = AffineTransform(a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5])
        if !calibration.isUsable {
            log.error(
                node["calibration"]!.mark,
                "\"calibration\" in panel \(quoted(id)) cannot be inverted: a·e − b·d is \(calibration.determinant)")
        }
        return calibration
    }
}
