import Configuration
import Server
import TouchCore

extension Kiosk {
    /// The features of a world's configurations. Each is on in some worlds, in any combination.
    struct Features {
        /// Whether the second screen is for the trusted user only.
        var hidesFar: Bool
        /// Whether the first screen has rules, which may delay touches for a long time.
        let hasRules: Bool
        let hasKeyboard: Bool
        let isAccessible: Bool
        let keepsState: Bool
        /// Whether configurations are tried. All of them have the access rules of the text on trial.
        let hasTrials: Bool
        /// Whether the token may claim and edit. In other worlds it may only receive and observe.
        let tokenMayClaim: Bool

        init(_ random: Chance) {
            hasTrials = random.oneIn(4)
            hidesFar = random.oneIn(2) && !hasTrials
            hasRules = random.oneIn(3)
            hasKeyboard = random.oneIn(2)
            isAccessible = random.oneIn(2)
            keepsState = random.oneIn(2)
            tokenMayClaim = random.oneIn(2)
        }

        /// Whether something may delay touches for seconds.
        var delaysTouches: Bool { hasRules || isAccessible }
    }

    /// The keys that may be typed. Most configurations have all of them.
    private static let keys = ["A", "B", "ENTER", "LEFTALT", "F1", "DELETE", "BACKSPACE", "SYSRQ"].map { KeyName.code("KEY_" + $0)! }

    static func add(_ features: Features, to settings: inout Settings, _ random: Chance) {
        settings.server = server(features)
        if features.hasKeyboard {
            for index in settings.screens.indices where !random.oneIn(4) {
                settings.screens[index].spec.keyboard = KeyboardRules(allow: Set(random.oneIn(4) ? Array(keys.dropFirst(2)) : keys))
            }
            change(&settings.screens[0].spec.windows) { region in
                let all = ["key": 0, "light": 1, "pin": 2, "a": 3, "hole": 4]
                if let index = all[region.id], !random.oneIn(3) { region.keyCode = keys[index] }
            }
            for index in settings.screens[0].spec.kiosk.staff.indices where random.oneIn(2) {
                settings.screens[0].spec.kiosk.staff[index].action.keys = [keys[0], keys[2]]
            }
        }
        if features.isAccessible { addAccessibility(to: &settings.screens[0], random) }
        for screen in settings.screens.indices {
            for panel in settings.screens[screen].panels.indices {
                settings.screens[screen].panels[panel].grab = random.oneIn(2)
                settings.screens[screen].panels[panel].virtual.space = random.oneIn(2) ? .panel : .screen
                settings.screens[screen].panels[panel].virtual.cancel = random.pick([.lift, .lift, .palm, .away])!
                settings.screens[screen].panels[panel].virtual.life = random.pick([nil, .always, .panel])!
            }
        }
    }

    private static func addAccessibility(to screen: inout ScreenSettings, _ random: Chance) {
        var ears = ProfileRule(id: "ears")
        ears.start = [.jack("ear", after: 0), .key("KEY_F15"), .fingers(3, hold: 300_000)]
        ears.stop = [.jack("ear", after: 500_000), .key("KEY_F15"), .idle(4_000_000)]
        var explore = ExploreRule()
        if random.oneIn(2) { explore.activate = [random.oneIn(2) ? .splitTap : .doubleTap] }
        explore.keys = random.oneIn(2) ? .lift : .doubleTap
        explore.wait = 100_000
        ears.explore = explore
        ears.idleFactor = 2
        var scanning = ProfileRule(id: "switch")
        scanning.start = [.corner(.topRight, hold: 400_000)]
        scanning.stop = [.idle(3_000_000)]
        scanning.scan = ScanRule(step: 200_000, loops: 2)
        var hands = ProfileRule(id: "hands")
        hands.touches = TouchRules()
        hands.touches!.ignoreRepeat = 200_000
        hands.touches!.steady = 20
        if random.oneIn(2) { hands.touches!.snap = 60 }
        hands.hide = ["side"]
        hands.stop = [.idle(5_000_000)]
        screen.spec.accessibility = AccessibilityRules(profiles: random.shuffled([ears, scanning, hands].filter { _ in !random.oneIn(5) }))
        change(&screen.spec.windows) { region in
            guard regions.contains(region.id), !random.oneIn(4) else { return }
            var spec = AccessibilitySpec(label: region.id)
            if region.id == "key" { spec.role = .key }
            spec.isDirect = region.id == "volume" && random.oneIn(2)
            spec.isPrivate = random.oneIn(5)
            spec.isModal = region.id == "pad" && random.oneIn(6)
            region.accessibility = spec
        }
        var pad = KeypadSettings(id: "pad", match: PanelMatch(name: "keypad"))
        pad.keys = ["KEY_UP": .previous, "KEY_DOWN": .next, "KEY_ENTER": .activate, "KEY_HELP": random.oneIn(2) ? .help : .extend]
        pad.switches = ["SW_HEADPHONE_INSERT": "ear"]
        screen.keypads = [pad]
    }

    /// Changes regions and everything in them.
    private static func change(_ regions: inout [RegionSpec], _ body: (inout RegionSpec) -> Void) {
        for index in regions.indices {
            body(&regions[index])
            change(&regions[index].children, body)
        }
    }

    // MARK: Texts

    private static func server(_ features: Features) -> ServerSettings {
        var server = ServerSettings(trusted: ["\(trusted)"])
        (server.keepsState, server.keepsStatistics) = (features.keepsState, features.keepsState)
        return server
    }

    /// Returns the text of a configuration: number 0 is the file's, which configurations on trial are compared with; the last one is wrong.
    static func text(keepsState: Bool, _ number: Int) -> [UInt8] {
        let keep = keepsState ? #", "state": "keep", "statistics": "keep""# : ""
        let width = [400, 400, 300, 500, 0][number]
        let extra = number == 2 ? #", {"id": "tried", "frame": [800, 500, 200, 200], "kind": "button"}"# : ""
        let text = """
            {"version": 1, "server": {"trusted": ["\(trusted)"]\(keep)}, "screens": [
            {"id": "s", "size": [1000, 1000], "panels": [{"match": {"name": "panel s0"}}, {"match": {"name": "panel s1"}}],
            "windows": [{"id": "w", "frame": [0, 0, 1000, 1000], "children": [
            {"id": "a", "frame": [0, 0, \(width), 500]}, {"id": "b", "frame": [400, 0, 400, 500], "multipleTouchEnabled": true}\(extra)]}]},
            {"id": "t", "size": [800, 600], "panels": [{"match": {"name": "panel t0"}}],
            "windows": [{"id": "v", "frame": [0, 0, 800, 600], "children": [{"id": "far", "frame": [0, 0, 800, 600]}]}]}
            \(number == 4 ? "" : "]}")
            """
        return Array(text.utf8)
    }
}
