/// The state of the accessible glass of one screen: its profiles, jacks and focus (contract 10). Times are on the loop's clock, in µs.
struct AccessibleScreen: Sendable {
    /// The number of turns that a stay of the focus in a sensitive region takes for other clients, whatever happens in it.
    static let turnsOfStay: UInt64 = 1 << 20
    /// The time after which a profile ends on a screen without idle thresholds.
    static let usualIdle: Int64 = 120_000_000
    /// The time for which a program that reads an application may move the focus in it; then the focus goes on.
    static let answerWithin: Int64 = 250_000
    /// The longest time in which a step passes over elements of an application that regions cover.
    static let passesWithin: Int64 = 1_000_000
    /// The time for which an activation is down.
    static let press: Int64 = 100_000

    struct ActiveProfile: Sendable {
        let rule: ProfileRule
        let since: Int64
        /// The regions whose `hidden` the profile has changed, with its value before.
        var hidden: [(region: RegionID, before: Bool)] = []
    }

    struct Focus: Sendable {
        var region: RegionID
        /// The order at the last change of the tree, to find the next element if this one goes.
        var ring: [RegionID]
        /// The activation point of an application's element, as the program that reads the application states it.
        var activationPoint: Point?
    }

    /// A question to a program that reads an application.
    struct Navigation: Sendable {
        let move: FocusMove
        let due: Int64
        let cause: AccessibilityNotice.Cause
        /// The surfaces that have not answered, so that the focus does not go round for ever.
        var asked: Set<RegionID>
        /// The time until which the step may pass over elements that regions cover.
        var passesUntil: Int64
    }

    struct Order: Sendable {
        let ring: [RegionID]
        var places: ExploredPlaces?
    }

    struct Press: Sendable {
        let slot: Int
        let location: Point
        let due: Int64
    }

    /// A plug that has gone in or out, and the profile that it starts or stops.
    struct PendingJack: Sendable {
        let jack: String
        let profile: String
        let isStart: Bool
        let due: Int64
    }

    /// The state of scanning.
    struct Scan: Sendable {
        let rule: ScanRule
        /// The time of the next step; `Int64.max` while scanning rests.
        var due: Int64
        /// The number of rounds since the last press.
        var rounds = 0
        /// The time of the begin of the finger that is the switch; nil while none is down.
        var heldSince: Int64?

        var isResting: Bool { due == .max }
    }

    /// The state of exploring by touch.
    struct Exploring: Sendable {
        /// A finger that is passed through to an element: a touch that touchd makes.
        struct Passing: Sendable {
            let slot: Int
            /// The way from the finger to the touch.
            let offset: Point
            var location: Point
        }

        /// The fingers that explore together: those outside sensitive regions, or those in one of them.
        struct Group: Sendable {
            /// The outermost sensitive region; nil for fingers outside.
            let root: RegionID?
            var machine: Exploration
            var passing: Passing?
            /// The element that the finger is on; nil while it is on none.
            var element: RegionID?
            /// The last place that was said, over a surface.
            var place: Point?
        }

        let rule: ExploreRule
        var groups: [Group] = []
        /// The surface that a finger has come to, until a program that reads the application answers, and the time until which it may.
        var question: (surface: RegionID, due: Int64)?

        var deadline: Int64 { groups.reduce(question?.due ?? .max) { min($0, $1.machine.deadline) } }
    }

    let id: String
    private(set) var rules: AccessibilityRules
    /// The profiles that are on, in the order of the file.
    private(set) var profiles: [ActiveProfile] = []
    /// The jacks with a plug in.
    var pluggedIn: Set<String> = []
    var pendingJacks: [PendingJack] = []
    var keys = KeypadKeys()
    /// The focus that goes from element to element by itself; nil while no profile scans.
    var scan: Scan?
    /// Exploring by touch; nil while no profile explores.
    var exploring: Exploring?
    var focus: Focus?
    var navigation: Navigation?
    /// The orders of the focus that are known, by who asks; none after a change of the tree or of claims.
    var orders: [AccessibleGlass.Asker: Order] = [:]
    /// The panel of the touches that activations make; nil until it is made.
    var panel: PanelID?
    var presses: [Press] = []
    /// The last turn that everybody knows, and the number of turns since then that only the owner of a sensitive region knows.
    private var turn: UInt64 = 0
    private var innerTurns: UInt64 = 0
    /// The last time at which a finger was seen to rest.
    var heldAt = Int64.min

    /// - Parameter turn: The last turn of the screen, from before it had no section for a while; turns never go back.
    init(id: String, _ rules: AccessibilityRules, turn: UInt64 = 0) { (self.id, self.rules, self.turn) = (id, rules, turn) }

    /// The turn with which the screen goes on after it had no section for a while.
    var lastTurn: UInt64 { turn &+ Self.turnsOfStay }

    /// Adopts the rules of a new configuration.
    mutating func update(_ rules: AccessibilityRules) { self.rules = rules }

    /// The ids of regions in which the lift of a finger starts or stops a profile.
    var watchedForLifts: [String] {
        rules.profiles.flatMap { $0.start + $0.stop }.compactMap { if case .region(let id) = $0 { id } else { nil } }
    }

    func profile(_ id: String) -> ProfileRule? { rules.profiles.first { $0.id == id } }
    func isOn(_ id: String) -> Bool { profiles.contains { $0.rule.id == id } }

    mutating func insert(_ profile: ActiveProfile) {
        profiles.append(profile)
        let order = rules.profiles.map(\.id)
        profiles.sort { order.firstIndex(of: $0.rule.id) ?? .max < order.firstIndex(of: $1.rule.id) ?? .max }
    }

    /// Has an active profile restore a region at its end, in place of a profile that ends now.
    mutating func inherit(_ region: RegionID, _ before: Bool, _ index: Int) {
        profiles[index].hidden.removeAll { $0.region == region }
        profiles[index].hidden.append((region, before))
    }

    mutating func remove(_ id: String) -> ActiveProfile? {
        profiles.firstIndex { $0.rule.id == id }.map { profiles.remove(at: $0) }
    }

    /// The factor by which the screen waits longer until it is idle.
    var idleFactor: Double { profiles.map(\.rule.idleFactor).max() ?? 1 }

    /// The rules for all fingers on the screen; nil if no active profile has any. Of two profiles the later one in the file counts.
    var touchRules: TouchRules? {
        let rules = profiles.reduce(TouchRules()) { rules, profile in profile.rule.touches.map(rules.replaced) ?? rules }
        return rules.isEmpty ? nil : rules
    }

    /// The rule by which the focus scans; nil if no active profile has one. Of two profiles the later one in the file counts.
    var scanRule: ScanRule? { profiles.last { $0.rule.scan != nil }?.rule.scan }

    /// The rule by which fingers explore; nil if no active profile has one. Of two profiles the later one in the file counts.
    var exploreRule: ExploreRule? { profiles.last { $0.rule.explore != nil }?.rule.explore }

    // MARK: Turns

    /// Returns the next turn for everybody.
    ///
    /// - Parameter wasInside: Whether the focus was in a sensitive region, so that its owner may know of further turns.
    mutating func nextTurn(wasInside: Bool) -> UInt64 {
        turn &+= wasInside ? Self.turnsOfStay : 1
        innerTurns = 0
        return turn
    }

    /// Returns the next turn for the owner of the sensitive region that has the focus.
    mutating func nextInnerTurn() -> UInt64 {
        innerTurns = min(innerTurns + 1, Self.turnsOfStay - 1)
        return turn + innerTurns
    }

    func lastTurn(isOwner: Bool) -> UInt64 { isOwner ? turn + innerTurns : turn }

    // MARK: Time

    /// Returns the time after which the profile ends without a touch.
    ///
    /// - Parameter idle: The screen's idle thresholds.
    func idleLimit(of profile: ProfileRule, _ idle: [Int64]) -> Int64 {
        let own = profile.stop.compactMap { if case .idle(let limit) = $0 { limit } else { nil } }.min()
        return own ?? Int64(Double(idle.first ?? Self.usualIdle) * idleFactor)
    }

    /// The earliest time at which something happens without an event, except for idleness.
    var deadline: Int64 {
        var due = min(presses.lazy.map(\.due).min() ?? .max, pendingJacks.lazy.map(\.due).min() ?? .max)
        if let navigation { due = min(due, navigation.due) }
        return min(due, keys.deadline, scan?.due ?? .max, exploring?.deadline ?? .max)
    }
}
