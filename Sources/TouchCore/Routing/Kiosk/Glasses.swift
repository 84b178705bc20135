/// Something that fingers do for the accessible glass, without a touch.
enum FingerSignal: Hashable, Sendable {
    /// A rest that is long enough to start or stop a profile.
    case hold(ProfileRule.Trigger)
    /// A finger that is a switch, while the focus scans: it comes down, lifts, or is cancelled.
    case switchDown, switchUp, switchCancelled
    /// A finger that explores has changed.
    case explore(ExploringChange)
    /// A finger that may explore has come down in an outermost sensitive region.
    case enter(RegionID)

    /// Whether the signal must take effect in the same report, because a finger may explore with each one.
    var isExploring: Bool {
        switch self {
        case .explore, .enter: true
        default: false
        }
    }
}

/// The glass of every screen, in the order of the tree's screens, and the notices about these screens.
struct Glasses: Sendable {
    private var all: [Glass]
    /// The notices in the order in which they must be sent.
    private(set) var notices: [KioskNotice] = []
    /// The earliest deadline of all screens and of their accessible glass, on the loop's clock.
    private(set) var deadline = Int64.max
    private var glassDeadline = Int64.max
    /// The signals of fingers that the accessible glass has not processed yet.
    private(set) var signals: [(signal: FingerSignal, screen: Int, time: Int64)] = []
    /// Whether one of these signals is of a finger that explores.
    private(set) var hasExplored = false
    /// The time at which something next happens by itself on an accessible glass (`AccessibleGlass.setDeadline`).
    var accessibilityDeadline = Int64.max { didSet { deadline = min(glassDeadline, accessibilityDeadline) } }

    init(_ screens: [RegionDirectory.Screen]) { all = screens.map(Glass.init) }

    var states: [ScreenState] { all.map(\.state) }
    @inline(__always)
    func isGuarding(_ screen: Int) -> Bool { all[screen].isGuarding }
    func fault(_ screen: Int) -> String? { all[screen].fault }
    func rules(_ screen: Int) -> KioskRules { all[screen].rules }
    func size(_ screen: Int) -> Size { all[screen].size }
    /// Whether no contact is down on any panel of the screen.
    func isUntouched(_ screen: Int) -> Bool { all[screen].isUntouched }
    /// Whether no contact is down outside sensitive regions. Contacts in sensitive regions have no part in staff gestures.
    func isUntouchedOutside(_ screen: Int) -> Bool { all[screen].isUntouchedOutside }
    func mode(_ screen: Int) -> ScreenMode { all[screen].mode }

    mutating func removeNotices() -> [KioskNotice] {
        defer { notices.removeAll() }
        return notices
    }

    /// Adopts changed screens. A screen with the same id keeps its state.
    mutating func updateScreens(_ screens: [RegionDirectory.Screen]) {
        let old = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        all = screens.map { spec in
            guard var glass = old[spec.id] else { return Glass(spec) }
            let before = glass.state
            glass.updateScreen(spec)
            if glass.state != before { notices.append(.screen(glass.state)) }
            return glass
        }
        setDeadline()
    }

    private mutating func setDeadline() {
        glassDeadline = all.map(\.deadline).min() ?? .max
        deadline = min(glassDeadline, accessibilityDeadline)
    }

    /// Changes the glass of a screen, and adds a notice if clients can see the change.
    private mutating func change(_ screen: Int, _ body: (inout Glass) -> Void) {
        let before = all[screen].state
        body(&all[screen])
        if all[screen].state != before { notices.append(.screen(all[screen].state)) }
        setDeadline()
    }

    // MARK: Time

    /// Starts the measurement of the screens' idle times.
    mutating func start(at time: Int64) {
        for screen in all.indices { all[screen].start(at: time) }
        setDeadline()
    }

    /// - Parameter end: The time until which no event comes, at `time` or after it.
    mutating func advance(to time: Int64, before end: Int64, isTouched: (_ screen: Int) -> Bool) {
        while glassDeadline <= time {
            let due = glassDeadline
            for screen in all.indices where all[screen].deadline <= due {
                change(screen) { $0.advance(to: due, before: end, isTouched: isTouched(screen)) }
            }
        }
    }

    // MARK: Accessibility

    mutating func append(_ notice: KioskNotice) { notices.append(notice) }

    @inline(__always)
    func touchRules(_ screen: Int) -> TouchRules? { all[screen].touchRules }

    mutating func setTouchRules(_ rules: TouchRules?, _ screen: Int) { all[screen].touchRules = rules }

    func holds(_ screen: Int) -> [KioskGestureRule] { all[screen].holds }

    /// Sets the fingers that rest to start or stop a profile of a screen.
    mutating func setHolds(_ holds: [KioskGestureRule], _ screen: Int) { all[screen].setHolds(holds) }

    func isScanning(_ screen: Int) -> Bool { all[screen].isScanning }

    /// Sets whether a finger anywhere is a switch, and touches nothing.
    mutating func setScanning(_ isOn: Bool, _ screen: Int) { all[screen].setScanning(isOn) }

    @inline(__always)
    func isExploring(_ screen: Int) -> Bool { all[screen].isExploring }

    /// Sets whether fingers explore instead of touching.
    mutating func setExploring(_ isOn: Bool, _ screen: Int) { all[screen].isExploring = isOn }

    /// Whether fingers that explore are down, outside sensitive regions.
    func isExplored(_ screen: Int) -> Bool { all[screen].exploringDown > 0 }

    /// Whether the next finger is the first one, so that a `direct` region may have it.
    func isUnexplored(_ screen: Int) -> Bool { all[screen].exploringDown == 0 && !all[screen].isTapPending }

    mutating func countExploring(_ change: Int, _ screen: Int) { all[screen].exploringDown += change }

    /// Sets whether a tap waits for a second one.
    mutating func setTapPending(_ isPending: Bool, _ screen: Int) { all[screen].isTapPending = isPending }

    /// Sets whether a profile is on, so that each contact that comes down is a cue.
    mutating func setHasProfile(_ hasProfile: Bool, _ screen: Int) { all[screen].setHasProfile(hasProfile) }

    /// Reports a contact that comes down, if a profile is on. It interrupts speech, so it does not wait for what the contact does.
    ///
    /// - Parameter time: On the loop's clock.
    mutating func recordDown(_ screen: Int, at time: Int64) {
        if all[screen].hasProfile, all[screen].mode == .normal { append(.down, screen, at: time) }
    }

    /// Reports that fingers rest to start or stop a profile.
    ///
    /// - Parameter time: On the loop's clock.
    mutating func recordHold(_ screen: Int, at time: Int64) { append(.hold, screen, at: time) }

    private mutating func append(_ cue: AccessibilityNotice.Cue, _ screen: Int, at time: Int64) {
        notices.append(.accessibility(AccessibilityNotice(screen: all[screen].id, time: time, audience: .accessible, content: .cue(cue))))
    }

    /// Records a signal of fingers that touch nothing, for the accessible glass.
    ///
    /// - Parameter time: On the loop's clock.
    mutating func record(_ signal: FingerSignal, _ screen: Int, at time: Int64) {
        signals.append((signal, screen, time))
        if signal.isExploring { hasExplored = true }
        accessibilityDeadline = min(accessibilityDeadline, time)
    }

    mutating func removeSignals() -> [(signal: FingerSignal, screen: Int, time: Int64)] {
        defer { (signals, hasExplored) = ([], false) }
        return signals
    }

    func quietSince(_ screen: Int) -> Int64 { all[screen].quietSince }

    mutating func setIdleFactor(_ factor: Double, _ screen: Int) {
        all[screen].setIdleFactor(factor)
        setDeadline()
    }

    /// Records a press of a key. Returns true if it only wakes the display.
    mutating func pressKey(_ screen: Int, at time: Int64) -> Bool {
        guard all[screen].pressKey(at: time) else { return false }
        notices.append(.wake(screen: all[screen].id))
        notices.append(.screen(all[screen].state))
        setDeadline()
        return true
    }

    // MARK: Screens

    /// - Parameters:
    ///   - time: The loop's time.
    ///   - told: Event time, as reported to clients.
    ///   - isOpen: Whether a touch outside sensitive regions has changed.
    @inline(__always)
    mutating func recordTouch(_ screen: Int, at time: Int64, told: Int64, isOpen: Bool) {
        if all[screen].recordTouch(at: time, told: told, isOpen: isOpen) { reportActive(screen) }
    }

    /// Records a use of the screen without changing `lastTouch`. Clients learn only that the screen is not idle.
    mutating func recordHiddenUse(_ screen: Int, at time: Int64) { if all[screen].recordActivity(at: time) { reportActive(screen) } }

    private mutating func reportActive(_ screen: Int) {
        notices.append(.screen(all[screen].state))
        setDeadline()
    }

    mutating func forgetHold(_ screen: Int) {
        all[screen].forgetHold()
        setDeadline()
    }

    mutating func setMode(_ mode: ScreenMode, until end: Int64 = .max, _ screen: Int) { change(screen) { $0.setMode(mode, until: end) } }

    mutating func setDisplay(_ display: DisplayState, isTold: Bool, _ screen: Int) {
        change(screen) { $0.setDisplay(display, isTold: isTold) }
    }

    /// Counts a contact that begins. Returns true if no receiver may get it.
    mutating func swallowsBegin(_ screen: Int, at time: Int64, _ spared: SparedRules, isSensitive: Bool = false) -> Bool {
        switch all[screen].began(at: time, isSensitive: isSensitive) {
        case .passes: return !spared.permit(all[screen].mode)
        case .swallowed: return true
        case .wakes:
            notices.append(.wake(screen: all[screen].id))
            notices.append(.screen(all[screen].state))
            setDeadline()
            return true
        }
    }

    mutating func lifted(_ count: Int, sensitive: Int = 0, _ screen: Int, at time: Int64) {
        all[screen].lifted(count, sensitive: sensitive, at: time)
    }

    mutating func recordStaffGesture(_ id: String, _ screen: Int, at time: Int64) {
        notices.append(.staff(screen: all[screen].id, id: id, time: time))
    }

    mutating func recordKioskGesture(_ id: String, _ screen: Int, at time: Int64) {
        notices.append(.gesture(screen: all[screen].id, id: id, time: time))
    }
}
