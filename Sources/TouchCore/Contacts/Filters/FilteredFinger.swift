/// The filters' state of the contact in a touch slot. Fingers share no state.
struct FilteredFinger: Sendable {
    enum Stage {
        /// A slot without a contact, or with one whose begin the filters never saw.
        case none
        /// A touch whose begin was passed on and whose end was not.
        case touching
        /// A contact whose begin is delayed; `hold` has the reasons.
        case waiting
        /// A lifted contact whose end is delayed, because it may come back.
        case lost
        /// A contact that began at (0, 0) with others in the same report. It begins where it is first seen elsewhere.
        case nowhere
        /// A contact that began in the mask, ignored until it lifts.
        case masked
        /// A contact whose begin was still delayed when all touches of the panel were cancelled. Ignored until it lifts.
        case dead
    }

    /// The time without a report after which a smoothed finger is moved to its unsmoothed position: the time of five reports at the usual 100 a
    /// second. A panel sends no reports while a finger rests, so without this the smoothed position would stop short of the finger.
    static let settlingTime: Int64 = 50_000

    private(set) var stage = Stage.none
    private(set) var hold = Hold()
    /// The event time at which the filter has to act on the finger even without a report; `.max` for never.
    var deadline: Int64 = .max
    private(set) var beganAt: Int64 = 0
    /// The position where the contact began: in points, and in the panel's values.
    private(set) var start = Point(0, 0)
    private(set) var first = ContactValues()
    /// The event time of the last report; for a lost finger, the time of its lift.
    private(set) var changedAt: Int64 = 0
    private(set) var values = ContactValues()
    /// The position reported by the panel.
    private(set) var raw = Point(0, 0)
    /// The position after the fuzz filter.
    private var defuzzed = Point(0, 0)
    /// The position that clients see.
    private(set) var location = Point(0, 0)
    /// True if the contact has left the position where it began.
    private(set) var hasMoved = false
    /// True if the contact began in a sensitive region. Fingers inside and outside sensitive regions do not influence each other.
    private(set) var isSensitive = false
    /// True if the finger has come back in the frame being filtered.
    var hasComeBack = false
    private var smoother = OneEuroFilter()

    /// Enters a stage. `deadline` is the time at which the stage ends without a report.
    mutating func enter(_ stage: Stage, until deadline: Int64 = .max) {
        self.stage = stage
        self.deadline = deadline
    }

    /// Starts with a contact that begins in the slot.
    mutating func begin(_ values: ContactValues, at location: Point, isSensitive: Bool, _ time: Int64) {
        self = FilteredFinger()
        self.isSensitive = isSensitive
        beganAt = time
        first = values
        start = location
        changedAt = time
        self.values = values
        raw = location
        defuzzed = location
        self.location = location
        smoother.start(at: location, time)
    }

    /// Records the values of a report, without changing the position that clients see.
    mutating func record(_ values: ContactValues, at point: Point, _ time: Int64) {
        self.values = values
        raw = point
        changedAt = time
        if !values.hasSamePosition(as: first) { hasMoved = true }
    }

    /// Follows a report of a touching finger. Returns true if the position that clients see has changed.
    mutating func follow(_ values: ContactValues, at point: Point, _ time: Int64, _ rules: FilterRules) -> Bool {
        record(values, at: point, time)
        let before = location
        if let fuzz = rules.fuzz {
            if defuzzed.squaredDistance(to: point) > fuzz * fuzz { defuzzed = point }
        } else {
            defuzzed = point
        }
        if let smoothing = rules.smoothing {
            location = smoother.smooth(defuzzed, time, smoothing)
            deadline = location == defuzzed ? .max : time &+ Self.settlingTime
        } else {
            location = defuzzed
        }
        return location != before
    }

    /// Delays the begin.
    mutating func delayBegin(_ hold: Hold) {
        self.hold = hold
        enter(.waiting, until: hold.until ?? .max)
    }

    /// Updates the reasons for the delay after a report.
    mutating func updateHold(_ rules: FilterRules, _ area: Rect) {
        hold.update(rules, area, from: start, to: raw, hasMoved: hasMoved)
        deadline = hold.until ?? .max
    }

    /// Continues a lost finger's touch.
    mutating func comeBack() {
        enter(.touching)
        hasComeBack = true
    }

    /// Moves a smoothed finger that rests to its unsmoothed position.
    mutating func snapToRaw(_ time: Int64) {
        location = defuzzed
        smoother.start(at: defuzzed, time)
    }

    /// A description of the first violated invariant or rule between two reports; nil if all hold.
    func fault(_ rules: FilterRules) -> String? {
        if hasComeBack { return "it has come back, but this was not processed" }
        let isDue: Bool? =
            switch stage {
            case .none, .dead, .nowhere, .masked: false
            case .lost: true
            case .waiting: hold.until != nil
            case .touching: rules.smoothing == nil ? false : nil
            }
        if let isDue, isDue != (deadline < .max) { return "it is \(stage), with the wrong deadline \(deadline)" }
        if stage == .waiting, let until = hold.until, until != deadline { return "its begin is delayed until \(deadline) instead of \(until)" }
        let isAsked =
            switch stage {
            case .lost: rules.bridge != nil
            case .nowhere: rules.origin
            case .masked: !rules.mask.isEmpty
            default: true
            }
        if !isAsked { return "it is \(stage), but the filter for this is off" }
        guard stage == .touching else { return nil }
        if rules.smoothing == nil && location != defuzzed { return "it is at \(location) instead of \(defuzzed), without smoothing" }
        return rules.fuzz == nil && defuzzed != raw ? "it is at \(defuzzed) instead of \(raw), without fuzz" : nil
    }
}
