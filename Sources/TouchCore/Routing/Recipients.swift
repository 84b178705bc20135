/// The recipients of one touch: the receivers that get it, the region whose finger it is, the receivers that wait for its begin, and whether an
/// interceptor has stolen it.
///
/// The recipients are decided once, at `began` (contract 2.2). Afterwards a receiver can only be removed, or get its delayed begin. Nearly every touch
/// has a single receiver, which is stored inline; memory for others is allocated only if there are any.
struct Recipients: Sendable {
    /// The first receiver that gets the touch; nil if there is none.
    private(set) var first: RegionID?
    /// The region that counts the touch as its finger: the touch's target, or nil if the target takes no (more) fingers.
    private(set) var tracker: RegionID?
    /// True if recognizers get the touch.
    private(set) var isBound = false
    /// True if no receiver and no observer gets the touch, because all receivers wait for its begin or a gesture has taken it.
    private(set) var isSilent = false
    /// True if the first receiver, an interceptor, has stolen the touch from all others.
    private(set) var isStolen = false
    /// The parts that few touches have. A box is never changed, so that copies of a `Recipients` can share it.
    private var box: Box?

    /// The parts that few touches have.
    private struct Rest {
        /// Receivers after the first, in the order of delivery: interceptors, then the responder chain, then translucent regions.
        var others: [RegionID] = []
        /// Translucent regions among the receivers. They count the touch as their finger, too.
        var translucentHits: [RegionID] = []
        var delayed: DelayedBegin?

        var isEmpty: Bool { others.isEmpty && translucentHits.isEmpty && delayed == nil }
    }

    private final class Box: Sendable {
        let rest: Rest

        init(_ rest: Rest) { self.rest = rest }
    }

    private var rest: Rest {
        get { box?.rest ?? Rest() }
        set { box = newValue.isEmpty ? nil : Box(newValue) }
    }

    /// The recipients of a touch with at most one receiver. Reading it does not copy the rest.
    struct Sole {
        let receiver: RegionID?
        let isSilent: Bool
        let isBound: Bool
    }

    // MARK: Questions

    /// The only recipient; nil if several receivers get the touch or one waits for its begin.
    @inline(__always)
    var sole: Sole? { box == nil ? Sole(receiver: first, isSilent: isSilent, isBound: isBound) : nil }

    @inline(__always)
    var hasOthers: Bool { box != nil && !box!.rest.others.isEmpty }

    /// The receivers after the first that get the touch.
    @inline(__always)
    var others: [RegionID] { box?.rest.others ?? [] }

    /// Whether only a steal, a drop or an edit can change who gets the touch: no recognizer has it, and no receiver waits for its begin.
    @inline(__always)
    var isDecided: Bool { !isBound && (box == nil || box!.rest.delayed == nil) }

    /// Calls `body` with each receiver that gets the touch, or with nil for observers if there is no receiver.
    @inline(__always)
    func forEachAudience(_ body: (RegionID?) -> Void) {
        if first != nil || !isSilent { body(first) }
        guard let box else { return }
        for receiver in box.rest.others { body(receiver) }
    }

    /// All receivers that get the touch.
    var current: [RegionID] { first.map { [$0] + others } ?? [] }

    /// The begin that some receivers wait for.
    var delayed: DelayedBegin? { box?.rest.delayed }

    /// All receivers: those that get the touch, then those that wait for its begin.
    var all: [RegionID] { current + (delayed?.receivers ?? []) }

    /// The translucent regions in front of the target that count the touch as their finger.
    var translucentHits: [RegionID] { box?.rest.translucentHits ?? [] }

    /// Whether any receiver gets the touch, or may still get it.
    var hasAny: Bool { first != nil || delayed != nil }

    /// Returns the first matching region that counts the touch as its finger.
    func firstTracker(where isMeant: (RegionID) -> Bool) -> RegionID? {
        if let tracker, isMeant(tracker) { return tracker }
        return box?.rest.translucentHits.first(where: isMeant)
    }

    /// Whether the touch ends because some receivers are gone. A gone interceptor ends it only if all receivers are interceptors.
    func isOver(without isGone: (RegionID) -> Bool, _ isInterceptor: (RegionID) -> Bool) -> Bool {
        let all = all
        let others = all.filter { !isInterceptor($0) }
        return (others.isEmpty ? all : others).contains(where: isGone)
    }

    // MARK: At the begin

    /// Adds a receiver at the end, unless it is already one.
    mutating func add(_ receiver: RegionID) {
        if first == nil {
            first = receiver
        } else if first != receiver && !others.contains(receiver) {
            rest.others.append(receiver)
        }
    }

    /// Adds a translucent region, which counts the touch as its finger.
    mutating func add(translucent: RegionID) {
        if rest.translucentHits.contains(translucent) { return }
        add(translucent)
        rest.translucentHits.append(translucent)
    }

    /// Makes the touch a finger of the region.
    mutating func track(_ region: RegionID) { tracker = region }

    /// Records that recognizers get the touch.
    mutating func bind() { isBound = true }

    /// Removes all views: only interceptors get the touch, or nobody if there are none.
    mutating func keepFromViews(_ isInterceptor: (RegionID) -> Bool) {
        tracker = nil
        let interceptors = current.filter(isInterceptor)
        rest = Rest()
        setCurrent(interceptors)
        isSilent = interceptors.isEmpty
    }

    /// Delays the begin for all receivers, except those for which `isToldAtOnce` returns true.
    ///
    /// - Parameter pending: The interceptors that may steal the touch until the deadline.
    mutating func delay(_ began: Touch, until deadline: Int64, pending: [RegionID], except isToldAtOnce: (RegionID) -> Bool) {
        let waiting = current.filter { !isToldAtOnce($0) }
        if waiting.isEmpty { return }
        setCurrent(current.filter(isToldAtOnce))
        rest.delayed = DelayedBegin(receivers: waiting, began: began, deadline: deadline, pendingInterceptors: pending)
        isSilent = first == nil
    }

    // MARK: Later

    /// Ends the wait for interceptors whose deadline has passed, as if they had declined the touch.
    mutating func expire(until time: Int64) {
        guard let delayed, delayed.deadline <= time else { return }
        rest.delayed!.pendingInterceptors = []
        rest.delayed!.deadline = .max
    }

    /// Removes interceptors that have declined the touch from those that may decide.
    mutating func decline(where isMeant: (RegionID) -> Bool) {
        guard delayed?.pendingInterceptors.contains(where: isMeant) == true else { return }
        rest.delayed!.pendingInterceptors.removeAll(where: isMeant)
    }

    /// Delivers the delayed begin: the receivers that waited get the touch from now on.
    mutating func release() {
        guard let delayed else { return }
        rest.delayed = nil
        setCurrent(current + delayed.receivers)
        isSilent = false
    }

    /// Takes the touch from its views for a gesture. Interceptors come before recognizers and keep it; views that waited never get it.
    ///
    /// - Returns: The receivers that lose the touch.
    mutating func takeFromViews(_ isInterceptor: (RegionID) -> Bool) -> [RegionID] {
        tracker = nil
        if first == nil && delayed == nil { return [] }  // the touch has no receiver, so observers keep seeing it
        var rest = Rest()
        rest.delayed = delayed
        rest.delayed?.receivers.removeAll { !isInterceptor($0) }
        if rest.delayed?.receivers.isEmpty == true { rest.delayed = nil }
        let told = current
        self.rest = rest
        setCurrent(told.filter(isInterceptor))
        isSilent = first == nil
        return told.filter { !isInterceptor($0) }
    }

    /// Gives the touch to an interceptor that steals it. No other receiver and no recognizer gets the rest.
    ///
    /// - Returns: The receivers that lose the touch. Receivers that waited never get it.
    mutating func steal(by interceptor: RegionID) -> [RegionID] {
        let losing = current.filter { $0 != interceptor }
        self = Recipients()
        (first, isStolen) = (interceptor, true)
        return losing
    }

    /// Removes matching receivers that get the touch; the others keep it.
    ///
    /// - Returns: The receivers that lose the touch.
    mutating func drop(where isGone: (RegionID) -> Bool) -> [RegionID] {
        let told = current
        if !told.contains(where: isGone) { return [] }
        setCurrent(told.filter { !isGone($0) })
        if first == nil, isBound { isSilent = true }  // only recognizers have the touch now, and may delay its end for a long time
        return told.filter(isGone)
    }

    /// Handles the end of the touch: it is no region's finger any more, and interceptors wait for nothing.
    mutating func end(_ isInterceptor: (RegionID) -> Bool) {
        (tracker, isStolen) = (nil, false)
        rest.translucentHits = []
        setCurrent(current.filter { !isInterceptor($0) })
        isSilent = first == nil
    }

    /// Forgets the receivers that waited for the begin, because they have got both begin and end.
    mutating func forgetDelayed() { rest.delayed = nil }

    /// Forgets the receivers that have got the end, but not those that wait for the begin.
    mutating func removeCurrent() { setCurrent([]) }

    private mutating func setCurrent(_ receivers: [RegionID]) {
        first = receivers.first
        if box != nil || receivers.count > 1 { rest.others = Array(receivers.dropFirst()) }
    }
}

/// A begin that receivers have not got yet, because an interceptor may still steal the touch or a gesture may be recognized.
struct DelayedBegin: Sendable {
    /// The receivers that wait for it, in the order of delivery.
    fileprivate(set) var receivers: [RegionID]
    /// The touch as it began.
    fileprivate(set) var began: Touch
    /// Event time in µs at which it is delivered even if interceptors have not decided.
    fileprivate(set) var deadline: Int64
    /// The interceptors that have neither stolen nor declined the touch.
    fileprivate(set) var pendingInterceptors: [RegionID]
}

extension Recipients {
    /// Forgets regions that are no longer in the tree. Receivers that had the touch must already have lost it (`drop`).
    mutating func forget(where isGone: (RegionID) -> Bool, at time: Int64) {
        if let region = tracker, isGone(region) { tracker = nil }
        setCurrent(current.filter { !isGone($0) })
        guard box != nil else { return }
        rest.translucentHits.removeAll(where: isGone)
        guard var delayed else { return }
        delayed.receivers.removeAll(where: isGone)
        if let target = delayed.began.target, isGone(target) { delayed.began.target = nil }
        let hadPending = !delayed.pendingInterceptors.isEmpty
        delayed.pendingInterceptors.removeAll(where: isGone)
        // With no interceptor left to decide, the begin is due.
        if hadPending && delayed.pendingInterceptors.isEmpty { delayed.deadline = min(time, delayed.deadline) }
        rest.delayed = delayed
    }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        let told = current
        if first == nil && !others.isEmpty { return "others \(others) without a first receiver" }
        if Set(told).count != told.count { return "a receiver is listed twice: \(told)" }
        if isSilent && first != nil { return "silent, but \(told) get the touch" }
        if isStolen && (first == nil || box != nil || tracker != nil || isBound) { return "stolen, but shared with others" }
        guard let delayed else { return nil }
        if delayed.receivers.contains(where: told.contains) { return "\(delayed.receivers) wait for the begin, but \(told) have it" }
        if !delayed.pendingInterceptors.isEmpty && delayed.deadline == .max { return "interceptors are pending without a deadline" }
        if delayed.began.phase != .began { return "the delayed begin has the phase \(delayed.began.phase)" }
        return nil
    }
}
