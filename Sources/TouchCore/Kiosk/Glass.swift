/// The state of one screen's glass. Its times are the loop's, µs: a panel's event time and its offset, so that panels of one screen agree.
struct Glass: Sendable {
    let id: String
    private(set) var rules: KioskRules
    private(set) var size: Size
    private var display = DisplayState.unknown
    /// A program has said what the display is, and may not be there to say it again.
    private var isTold = false
    private(set) var mode = ScreenMode.normal { didSet { noteGuard() } }
    /// Whether contacts have to pass the gate. Kept, since each frame asks.
    private(set) var isGuarding: Bool
    private var modeEnds = Int64.max
    /// How many thresholds have passed without a touch.
    private var passed = 0
    /// When somebody was last there; nil before the clock runs.
    private var lastActivity: Int64?
    /// When a finger was last seen to rest on the glass.
    private var heldAt = Int64.min
    private var lastTouch: Int64?
    /// Outside of sensitive regions.
    private var lastOpenTouch: Int64?
    /// Fingers that the gates of all panels know to be down.
    private var contactsDown = 0
    /// Those of them that came down in a sensitive region.
    private var sensitiveDown = 0
    /// A finger has woken the display, and what comes is nothing until all are up for a while.
    private var isWaking = false
    private var allUpAt: Int64?
    /// When something happens without an event, or earlier, or never.
    private(set) var deadline = Int64.max

    init(_ spec: RegionDirectory.Screen) {
        (id, rules, size) = (spec.id, spec.kiosk, spec.size)
        isGuarding = rules.guardsContacts
    }

    var isUntouched: Bool { contactsDown == 0 }
    /// Whether no contact is down but in sensitive regions.
    var isUntouchedOutside: Bool { contactsDown == sensitiveDown }

    var state: ScreenState {
        ScreenState(
            screen: id, display: display, idle: passed > 0 ? rules.idle[passed - 1] : nil, mode: mode, lastTouch: lastTouch,
            lastOpenTouch: lastOpenTouch)
    }

    private mutating func noteGuard() { isGuarding = guards }

    private var guards: Bool { mode != .normal || rules.guardsContacts }

    /// What contradicts itself; nil if nothing does.
    var fault: String? { isGuarding == guards ? nil : "contacts have to pass the gate of screen \(id): \(guards), and that is not known" }

    mutating func takeOver(_ spec: RegionDirectory.Screen) {
        size = spec.size
        if spec.kiosk == rules { return }
        if spec.kiosk.idle != rules.idle { passed = 0 }
        rules = spec.kiosk
        noteGuard()
        if rules.wake == nil { isWaking = false }
        setDeadline()
    }

    // MARK: Time

    /// Its clock runs from now on.
    mutating func start(at time: Int64) {
        if lastActivity == nil { lastActivity = time }
        setDeadline()
    }

    /// When the next threshold passes; nil: it has, or there is none.
    private var idleDue: Int64? {
        guard passed < rules.idle.count, let lastActivity else { return nil }
        return max(lastActivity, heldAt) &+ rules.idle[passed]
    }

    private mutating func setDeadline() { deadline = min(modeEnds, idleDue ?? .max) }

    /// Does what is due up to a time.
    ///
    /// - Parameter isTouched: whether a touch is down on the screen.
    mutating func advance(to time: Int64, isTouched: Bool) {
        while deadline <= time {
            let due = deadline
            if modeEnds <= due { (mode, modeEnds) = (.normal, .max) }
            if let idleDue, idleDue <= due { if isTouched { heldAt = time } else { passed += 1 } }
            setDeadline()
        }
    }

    // MARK: Activity

    /// A touch has changed.
    ///
    /// - Parameters:
    ///   - told: event time, as clients are told.
    ///   - isOpen: whether a touch outside of sensitive regions has.
    /// - Returns: whether the screen was idle.
    mutating func noteTouch(at time: Int64, told: Int64, isOpen: Bool) -> Bool {
        lastTouch = told
        if isOpen { lastOpenTouch = told }
        return noteActivity(at: time)
    }

    private mutating func noteActivity(at time: Int64) -> Bool {
        lastActivity = max(time, lastActivity ?? .min)
        if passed == 0 { return false }
        passed = 0
        setDeadline()
        return true
    }

    /// A finger that rested on the glass was none.
    mutating func forgetHold() {
        heldAt = .min
        setDeadline()
    }

    // MARK: Mode and display

    /// - Parameter end: when it is over by itself.
    mutating func setMode(_ mode: ScreenMode, until end: Int64 = .max) {
        self.mode = mode
        modeEnds = mode == .normal ? .max : end
        setDeadline()
    }

    mutating func setDisplay(_ display: DisplayState, isTold: Bool) {
        self.display = display
        self.isTold = isTold
    }

    // MARK: Wake

    enum Begin { case passes, swallowed, wakes }

    /// A contact begins.
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
        isWaking = true
        allUpAt = nil
        _ = noteActivity(at: time)
        // Who says "off" and is gone before it says "on" must not close the glass for ever.
        if isTold { display = .on }
        return .wakes
    }

    /// Contacts that have begun are up, or are not heard of any more.
    ///
    /// - Parameter sensitive: how many of them came down in a sensitive region.
    mutating func lifted(_ count: Int, sensitive: Int, at time: Int64) {
        contactsDown -= count
        sensitiveDown -= sensitive
        if contactsDown == 0 { allUpAt = time }
    }
}
