/// What the filters know of the contact that a touch slot stands for. Nothing of it is shared between fingers.
struct FilteredFinger: Sendable {
    enum Stage {
        /// Nothing is on the glass, or a contact that the filters never saw begin.
        case none
        /// Its begin was passed on, and its end was not.
        case touching
        /// Its begin is withheld: `hold` says why.
        case waiting
        /// It has lifted, and its end is withheld: it may come back.
        case lost
        /// It began at (0, 0) like others in that report: it begins where it is first seen elsewhere.
        case nowhere
        /// It began in the mask: nothing until it lifts.
        case masked
        /// Withheld when all touches of the panel were cancelled: nothing until it lifts.
        case dead
    }

    /// How long after a smoothed finger's last report it counts as resting where the panel has it: five reports of the usual
    /// hundred a second. A panel reports no finger that does not move, and the smoother would stop short of it.
    static let settlingTime: Int64 = 50_000

    private(set) var stage = Stage.none
    private(set) var hold = Hold()
    /// When something happens to it without an event, or never.
    var deadline: Int64 = .max
    private(set) var beganAt: Int64 = 0
    /// Where it began: in points, and as the panel said it.
    private(set) var start = Point(0, 0)
    private(set) var first = ContactValues()
    /// Event time of its last report; of a lost one, of its lift.
    private(set) var changedAt: Int64 = 0
    private(set) var values = ContactValues()
    /// Where the panel has it.
    private(set) var raw = Point(0, 0)
    /// Where the fuzz has it.
    private var calm = Point(0, 0)
    /// Where clients have it.
    private(set) var location = Point(0, 0)
    /// It has been elsewhere than where it began.
    private(set) var hasMoved = false
    /// True if it began in a sensitive region; such fingers and others do not influence each other.
    private(set) var isSensitive = false
    /// It has come back in the frame being filtered.
    var isBack = false
    private var smoother = OneEuroFilter()

    /// Goes over to another stage, where something happens at a time without an event, or not.
    mutating func enter(_ stage: Stage, until deadline: Int64 = .max) {
        self.stage = stage
        self.deadline = deadline
    }

    /// A contact begins in the slot.
    mutating func begin(_ values: ContactValues, at location: Point, isSensitive: Bool, _ time: Int64) {
        self = FilteredFinger()
        self.isSensitive = isSensitive
        beganAt = time
        first = values
        start = location
        changedAt = time
        self.values = values
        raw = location
        calm = location
        self.location = location
        smoother.start(at: location, time)
    }

    /// Records a report while nothing was passed on.
    mutating func record(_ values: ContactValues, at point: Point, _ time: Int64) {
        self.values = values
        raw = point
        changedAt = time
        if !values.hasSamePosition(as: first) { hasMoved = true }
    }

    /// Follows a report of a touching finger. Returns whether clients have it somewhere else now.
    mutating func follow(_ values: ContactValues, at point: Point, _ time: Int64, _ rules: FilterRules) -> Bool {
        record(values, at: point, time)
        let before = location
        if let fuzz = rules.fuzz {
            if calm.squaredDistance(to: point) > fuzz * fuzz { calm = point }
        } else {
            calm = point
        }
        if let smoothing = rules.smoothing {
            location = smoother.smooth(calm, time, smoothing)
            deadline = location == calm ? .max : time &+ Self.settlingTime
        } else {
            location = calm
        }
        return location != before
    }

    /// Its begin is withheld.
    mutating func withhold(_ hold: Hold) {
        self.hold = hold
        enter(.waiting, until: hold.until ?? .max)
    }

    /// It has moved while its begin is withheld.
    mutating func loosen(_ rules: FilterRules, _ area: Rect) {
        hold.loosen(rules, area, from: start, to: raw, hasMoved: hasMoved)
        deadline = hold.until ?? .max
    }

    /// It was lost, and is there again.
    mutating func comeBack() {
        enter(.touching)
        isBack = true
    }

    /// A smoothed finger rests.
    mutating func snapToRaw(_ time: Int64) {
        location = calm
        smoother.start(at: calm, time)
    }

    /// What contradicts itself, or the rules, between two reports; nil if nothing does.
    func fault(_ rules: FilterRules) -> String? {
        if isBack { return "it has come back, and nobody has seen it" }
        let isDue: Bool? =
            switch stage {
            case .none, .dead, .nowhere, .masked: false
            case .lost: true
            case .waiting: hold.until != nil
            case .touching: rules.smoothing == nil ? false : nil
            }
        if let isDue, isDue != (deadline < .max) { return "it is \(stage), and due at \(deadline)" }
        if stage == .waiting, let until = hold.until, until != deadline { return "its begin is withheld until \(deadline) rather than \(until)" }
        let isAsked =
            switch stage {
            case .lost: rules.bridge != nil
            case .nowhere: rules.origin
            case .masked: !rules.mask.isEmpty
            default: true
            }
        if !isAsked { return "it is \(stage), and no filter is for that" }
        guard stage == .touching else { return nil }
        if rules.smoothing == nil && location != calm { return "it is at \(location) rather than \(calm), and nothing smooths it" }
        return rules.fuzz == nil && calm != raw ? "it is at \(calm) rather than \(raw), without a fuzz" : nil
    }
}
