import Configuration
import Glibc
import Server
import Service
import TouchCore
import Wire

/// Configurations of a kiosk with two screens, similar but never equal.
enum Kiosk {
    static let regions = ["a", "b", "list", "row", "pad", "key", "pin", "volume", "light", "side", "spare", "far"]
    /// The user who may do everything.
    static let trusted: UInt32 = 1000
    /// The token of connections of a bridge.
    static let token = "guest"
    /// The display that can be turned off, and its panel.
    static let output = "HDMI-A-1"
    static let panelOfOutput = "s-1"
    /// The longest time in µs for which filters delay events.
    static let longestHold: Int64 = 30_000
    /// The time in µs for which an interceptor may delay a begin.
    static let longestDecision: Int64 = 40_000
    /// The longest time in µs for which screen rules delay events: three taps in a corner, each as long and as late as allowed.
    static let longestRule: Int64 = 5_000_000
    static let interceptors = ["ic", "ic2"]
    static let gestures = ["slide", "turn", "tapped", "held", "throw"]

    /// Returns random settings of a kiosk with these features.
    static func settings(_ random: Chance, _ features: Features) -> Settings {
        let rules = features.hasRules ? rules(random) : KioskRules()
        let screens = [
            ScreenSettings(
                spec: ScreenSpec(id: "s", size: Size(1000, 1000), windows: windows(random, hasRules: features.hasRules), kiosk: rules),
                panels: panels("s", 2, random)),
            ScreenSettings(spec: ScreenSpec(id: "t", size: Size(800, 600), windows: [other(random)]), panels: panels("t", 1, random)),
        ]
        var settings = Settings(screens: random.oneIn(8) ? [screens[0]] : screens)
        add(features, to: &settings, random)
        return settings
    }

    /// Returns the configuration of a file. Only in worlds with trials the file has a text that a trial can be compared with; in others, all trials
    /// are refused.
    static func configuration(
        _ settings: Settings, _ access: AccessRules, _ features: Features, replacing tree: TreeInForce? = nil
    ) -> LoadedConfiguration {
        let text = features.hasTrials ? text(keepsState: settings.server.keepsState, 0) : []
        return LoadedConfiguration(settings, text: text, replacing: tree, access: access)
    }

    private static func rules(_ random: Chance) -> KioskRules {
        var rules = KioskRules()
        if random.oneIn(2) { rules.wake = WakeRule() }
        if random.oneIn(2) { rules.idle = [200_000, 2_000_000] }
        if random.oneIn(2) { rules.edges = EdgeRules(distance: 200, maximumTouches: random.oneIn(2) ? 2 : nil) }
        if random.oneIn(2) { rules.staff = [StaffRule(id: "staff", corner: .topLeft, size: 500, taps: 1 + random(3), hold: 300_000)] }
        if random.oneIn(2) {
            let swipe = KioskGestureRule.Swipe(.up, from: .bottom, distance: 300, travel: 50)
            rules.gestures = [
                KioskGestureRule(id: "swipe", .swipe(swipe)),
                KioskGestureRule(id: "rest", .rest(hold: 200_000), fingers: 2, action: KioskAction(startsUnit: true)),
            ]
        }
        if random.oneIn(2) { rules.cleaning = CleaningRule(holdToLeave: 500_000) }
        return rules
    }

    /// Access rules: user 1 observes, as does a connection that names the token, which in some worlds may also claim and edit; random rules decide
    /// for user 2.
    static func access(_ random: Chance, _ features: Features) -> AccessRules {
        let hidesFar = features.hidesFar
        // The configurations that are tried have the same rules.
        if features.hasTrials || !hidesFar && random.oneIn(3) { return AccessRules(trusted: [0, geteuid(), trusted]) }
        let rights = Set(Right.allCases.filter { _ in !random.oneIn(3) })
        let rightsOfToken: Set<Right> = features.tokenMayClaim ? [.receive, .observe, .claim, .edit] : [.receive, .observe]
        let globs = ["w/**", "w/*", "w/pad/**", "w/list/**"]
        return AccessRules(
            trusted: [trusted],
            rules: [
                AccessRules.Rule(token: token, regions: hidesFar ? ["w", "w/**"] : ["**"], rights: rightsOfToken),
                AccessRules.Rule(user: 2, regions: [random.pick(globs)!], rights: rights.isEmpty ? [.receive] : rights),
                AccessRules.Rule(regions: hidesFar ? ["w", "w/**"] : ["**"], rights: [.receive, .observe]),
            ])
    }

    private static func region(_ id: String, _ frame: Rect, kind: RegionKind = .view, _ children: [RegionSpec] = []) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
    }

    private static func touchRules(_ random: Chance) -> TouchRules {
        var rules = TouchRules()
        if random.oneIn(3) { rules.maximum = 1 + random(2) }
        if random.oneIn(2) { rules.longPress = LongPressRule(after: 200_000, action: random.oneIn(2) ? .tap : .nothing) }
        if random.oneIn(3) { rules.ignoreRepeat = 300_000 }
        rules.isDoubleTapOne = random.oneIn(3)
        if random.oneIn(3) { rules.steady = 20 }
        return rules
    }

    private static func windows(_ random: Chance, hasRules: Bool) -> [RegionSpec] {
        // For the applications below, behind everything and in a gap.
        var app = region("app", Rect(0, 0, 1000, 1000), kind: .surface)
        var hole = region("hole", Rect(400, 200, 200, 200), kind: .surface)
        if hasRules, random.oneIn(2) { (app.touches, hole.touches) = (touchRules(random), touchRules(random)) }
        let hasApplications = random.oneIn(2)
        var a = region("a", Rect(0, 0, 400, 500))
        a.isMultipleTouchEnabled = true
        a.fallback = random.oneIn(3) ? nil : hasApplications && random.oneIn(2) ? "app" : "spare"
        a.undecidedFor = random.oneIn(2) ? nil : longestDecision
        var b = region("b", Rect(400, 0, 400, 500))
        b.isMultipleTouchEnabled = !random.oneIn(4)
        var slide = GestureSpec(id: "slide", type: "pan")
        slide.cancelsTouchesInView = random.oneIn(2)
        slide.delaysTouchesBegan = random.oneIn(4)
        var turn = GestureSpec(id: "turn", type: random.pick(["rotation", "pinch", "transform"])!)
        if random.oneIn(2) { turn.asks = [.shouldReceive, .shouldBegin] }
        b.gestures = [slide, turn, GestureSpec(id: "tapped", type: random.oneIn(2) ? "tap" : "swipe"), GestureSpec(id: "held", type: "longPress")]
        if random.oneIn(3) { b.gestures[3].requireToFail = ["slide"] }
        var row = region("row", Rect(0, 0, 400, 1500))
        row.gestures = [GestureSpec(id: "throw", type: "pan")]
        if random.oneIn(2) { row.gestures = [] }
        var list = region("list", Rect(0, 500, 400, 500), kind: .scrollView, [row])
        list.scroll!.contentSize = Size(400, 1500)
        var key = region("key", Rect(0, 0, 150, 250), kind: .button)
        key.isEnabled = !random.oneIn(5)
        var pad = region("pad", Rect(400, 500, 300, 500), [key, region("pin", Rect(150, 0, 150, 250))])
        pad.isSensitive = !random.oneIn(3)
        pad.isMultipleTouchEnabled = true
        // So many that hit tests use the grid.
        let tiles = (0..<(random.oneIn(3) ? 40 : 0)).map { number in
            region("tile \(number)", Rect(Double(number % 5) * 40, Double(number / 5) * 60, 40, 60), kind: .button)
        }
        var side = region("side", Rect(800, 0, 200, 500), tiles)
        side.watchesOutside = random.oneIn(2)
        let volume = region("volume", Rect(700, 500, 300, 250), kind: .slider)
        let light = region("light", Rect(700, 750, 300, 250), kind: random.oneIn(2) ? .switch : .button)
        var children = [region("spare", Rect(5000, 0, 100, 100)), a, b, list, pad, volume, light, side]
        // Some are missing, and the order is random.
        if hasApplications { children.append(hole) }
        children = random.shuffled(children.filter { _ in !random.oneIn(12) })
        var window = region("w", Rect(0, 0, 1000, 1000), kind: .window, children)
        if children.contains(where: { $0.id == "a" }) {
            window.interceptors = [InterceptorSpec(id: "ic", insideOf: "a", verdict: .observe, maySteal: true)]
        }
        return hasApplications ? [app, window] : [window]
    }

    private static func other(_ random: Chance) -> RegionSpec {
        var far = region("far", Rect(0, 0, 800, 600))
        far.isMultipleTouchEnabled = random.oneIn(2)
        if random.oneIn(3) { far.responds = .forward }
        return region("v", Rect(0, 0, 800, 600), kind: .window, [far])
    }

    private static func panels(_ screen: String, _ count: Int, _ random: Chance) -> [PanelSettings] {
        (0..<count).map { index in
            var rules = PanelRules()
            rules.opening = random.oneIn(2) ? .resume : .wait
            if random.oneIn(4) { rules.maximumContacts = 3 }
            if random.oneIn(4) { rules.stuckAfter = 3_000_000 }
            if random.oneIn(3) {
                var filters = FilterRules()
                filters.bridge = FilterRules.Nearness(time: longestHold, distance: 40)
                if random.oneIn(2) { filters.minimumTap = 20_000 }
                rules.filters = filters
            }
            var settings = PanelSettings(
                id: "\(screen)-\(index)", match: PanelMatch(name: "panel \(screen)\(index)"), rules: rules, grab: random.oneIn(4))
            if settings.id == panelOfOutput { settings.output = output }
            if random.oneIn(3) { settings.recovery.silentAfter = 4_000_000 }
            if random.oneIn(2) { settings.recovery.command = ["reset"] }
            return settings
        }
    }
}
