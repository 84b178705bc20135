/// The state of one screen's glass: its display, mode, idle time and contacts. Times are in µs on the loop's clock, which is event time plus the
/// panel's offset, so that all panels of a screen agree. Only `lastTouch` and `lastOpenTouch` are event times.
struct Glass: Sendable {
    let id: String
    private(set) var rules: KioskRules
    private(set) var size: Size
    private var display = DisplayState.unknown
    /// Whether a program has set the display state. Such a program may exit before it sets the state again.
    private var isSetByProgram = false
    private(set) var mode = ScreenMode.normal { didSet { updateGuarding() } }
    /// Whether contacts must pass the gate. Stored, because each frame needs it.
    private(set) var isGuarding: Bool
    private var modeEnds = Int64.max
    /// The fingers that rest to start or stop a profile, as gestures whose ids do not matter.
    private(set) var holds: [KioskGestureRule] = []
    /// Whether the focus scans, so that a finger anywhere is a switch.
    private(set) var isScanning = false
    /// Whether fingers explore instead of touching. This is so only while a profile is on.
    var isExploring = false
    /// The number of fingers that explore and came down outside sensitive regions.
    var exploringDown = 0
    /// Whether a tap of a finger that explores waits for a second one.
    var isTapPending = false
    /// Whether a profile is on, so that each contact that comes down is a cue.
    private(set) var hasProfile = false
    /// The rules of the screen's active profiles for all fingers; nil if there are none.
    var touchRules: TouchRules?
    /// The factor by which the screen waits longer until it is idle.
    private var idleFactor = 1.0
    /// The number of idle thresholds that have passed without a touch.
    private var passed = 0
    /// The time of the last activity or of `start`; nil before either.
    private var lastActivity: Int64?
    /// The last time at which a finger was seen to rest on the glass.
    private var heldAt = Int64.min
    private var lastTouch: Int64?
    /// The time of the last touch outside sensitive regions.
    private var lastOpenTouch: Int64?
    /// The number of contacts that are down, according to the gates of all panels.
    private var contactsDown = 0
    /// The number of these contacts that came down in a sensitive region.
    private var sensitiveDown = 0
    /// True after a finger has woken the display, until all fingers have been up for the grace time. New contacts reach nobody meanwhile.
    private var isWaking = false
    private var allUpAt: Int64?
    /// True from a wake until the display's next report. Meanwhile keys act.
    private var hasWoken = false
    /// A time at or before the next change that happens without an event; `Int64.max` if there is none.
    private(set) var deadline = Int64.max

    init(_ spec: RegionDirectory.Screen) {
        (id, rules, size) = (spec.id, spec.kiosk, spec.size)
        isGuarding = rules.guardsContacts
    }

    var isUntouched: Bool { contactsDown == 0 }
    /// Whether no contact is down outside sensitive regions.
    var isUntouchedOutside: Bool { contactsDown == sensitiveDown }

    var state: ScreenState {
        ScreenState(
            screen: id, display: display, idle: passed > 0 ? rules.idle[passed - 1] : nil, mode: mode, lastTouch: lastTouch,
            lastOpenTouch: lastOpenTouch)
    }

    private mutating func updateGuarding() { isGuarding = guards }

    private var guards: Bool { mode != .normal || rules.guardsContacts || !holds.isEmpty || isScanning || hasProfile }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? { isGuarding == guards ? nil : "the gate of screen \(id) must guard contacts: \(guards), but isGuarding differs" }

    mutating func updateScreen(_ spec: RegionDirectory.Screen) {
        size = spec.size
        if spec.kiosk == rules { return }
        if spec.kiosk.idle != rules.idle { passed = 0 }
        rules = spec.kiosk
        updateGuarding()
        if rules.wake == nil { isWaking = false }
        setDeadline()
    }

    mutating func setHolds(_ holds: [KioskGestureRule]) {
        self.holds = holds
        updateGuarding()
    }

    mutating func setHasProfile(_ hasProfile: Bool) {
        self.hasProfile = hasProfile
        updateGuarding()
    }

    mutating func setScanning(_ isOn: Bool) {
        isScanning = isOn
        updateGuarding()
    }

    // MARK: Time

    /// Starts the measurement of the idle time.
    mutating func start(at time: Int64) {
        if lastActivity == nil { lastActivity = time }
        setDeadline()
    }

    /// The time that may pass until the next idle threshold; nil if all have passed or there is none.
    private var idleLimit: Int64? {
        guard passed < rules.idle.count else { return nil }
        let idle = rules.idle[passed]
        return idleFactor == 1 ? idle : Int64(Double(idle) * idleFactor)
    }

    /// The time at which the next idle threshold passes; nil if all have passed or there is none.
    private var idleDue: Int64? {
        guard let idleLimit, let lastActivity else { return nil }
        return max(lastActivity, heldAt) &+ idleLimit
    }

    /// Returns the time of the last check for a resting finger until `end`. The first is when the screen would become idle, and then one after each
    /// further limit. It is one step, because a clock may jump by years.
    static func lastLook(from due: Int64, every limit: Int64, before end: Int64) -> Int64 {
        limit > 0 && end > due ? due + (end - due) / limit * limit : due
    }

    /// The last time at which somebody used the screen, or a finger was seen to rest.
    var quietSince: Int64 { max(lastActivity ?? .min, heldAt) }

    mutating func setIdleFactor(_ factor: Double) {
        if factor == idleFactor { return }
        idleFactor = factor
        setDeadline()
    }

    private mutating func setDeadline() { deadline = min(modeEnds, idleDue ?? .max) }

    /// Does everything that is due up to `time`.
    ///
    /// - Parameters:
    ///   - end: The time until which no event comes, at `time` or after it.
    ///   - isTouched: Whether a touch is down on the screen.
    mutating func advance(to time: Int64, before end: Int64, isTouched: Bool) {
        while deadline <= time {
            let due = deadline
            if modeEnds <= due { (mode, modeEnds) = (.normal, .max) }
            if let idleDue, let idleLimit, idleDue <= due {
                if isTouched { heldAt = Self.lastLook(from: due, every: idleLimit, before: end) } else { pass() }
            }
            setDeadline()
        }
    }

    /// Passes an idle threshold. A display that is still dark after this time has to be woken again.
    private mutating func pass() {
        passed += 1
        hasWoken = false
    }

    // MARK: Activity

    /// Records a change of a touch.
    ///
    /// - Parameters:
    ///   - told: Event time, as reported to clients.
    ///   - isOpen: Whether a touch outside sensitive regions has changed.
    /// - Returns: True if the screen was idle.
    mutating func recordTouch(at time: Int64, told: Int64, isOpen: Bool) -> Bool {
        lastTouch = told
        if isOpen { lastOpenTouch = told }
        return recordActivity(at: time)
    }

    /// Restarts the idle time. Returns true if the screen was idle.
    mutating func recordActivity(at time: Int64) -> Bool {
        lastActivity = max(time, lastActivity ?? .min)
        if passed == 0 { return false }
        passed = 0
        setDeadline()
        return true
    }

    /// Discards the time at which a finger was seen to rest, because that finger was not real.
    mutating func forgetHold() {
        heldAt = .min
        setDeadline()
    }

    // MARK: Mode and display

    /// - Parameter end: The time at which the mode ends by itself.
    mutating func setMode(_ mode: ScreenMode, until end: Int64 = .max) {
        self.mode = mode
        modeEnds = mode == .normal ? .max : end
        setDeadline()
    }

    mutating func setDisplay(_ display: DisplayState, isTold: Bool) {
        if display != self.display { hasWoken = false }
        self.display = display
        self.isSetByProgram = isTold
    }

    // MARK: Wake

    enum Begin { case passes, swallowed, wakes }

    /// Counts a contact that begins and decides whether it reaches anybody.
    mutating func began(at time: Int64, isSensitive: Bool) -> Begin {
        defer {
            contactsDown += 1
            if isSensitive { sensitiveDown += 1 }
        }
        guard let wake = rules.wake else { return .passes }
        if isWaking, contactsDown == 0, let allUpAt, time &- allUpAt >= wake.grace { isWaking = false }
        if isWaking {
            allUpAt = nil
            return .swallowed
        }
        guard display == .off else { return .passes }
        (isWaking, hasWoken) = (true, true)
        allUpAt = nil
        _ = recordActivity(at: time)
        // A program that reports "off" and exits before it reports "on" must not block the glass for ever.
        if isSetByProgram { display = .on }
        return .wakes
    }

    /// Records a press of a key. Returns true if it only wakes the display.
    mutating func pressKey(at time: Int64) -> Bool {
        guard display == .off, !hasWoken else { return false }
        hasWoken = true
        _ = recordActivity(at: time)
        if isSetByProgram { display = .on }
        return true
    }

    /// Stops counting contacts that have lifted or are no longer tracked.
    ///
    /// - Parameter sensitive: The number of them that came down in a sensitive region.
    mutating func lifted(_ count: Int, sensitive: Int, at time: Int64) {
        contactsDown -= count
        sensitiveDown -= sensitive
        if contactsDown == 0 { allUpAt = time }
    }
}
