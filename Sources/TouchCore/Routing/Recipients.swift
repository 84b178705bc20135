/// Who gets one touch: who is told of it, whose finger it is, who waits for its begin, and whether one has taken it over.
///
/// Decided once, at `began` (contract 2.2). After that receivers are only taken away, or are told late of a begin that was delayed.
/// Nearly every touch has one receiver: that one is kept inline, and the rest is allocated only when there is any.
struct Recipients: Sendable {
    /// The first receiver that is told of the touch; nil if none is.
    private(set) var first: RegionID?
    /// The region that counts the touch as its finger: the touch's target, or nil if the target takes no (more) fingers.
    private(set) var tracker: RegionID?
    /// Recognizers get the touch.
    private(set) var isBound = false
    /// No receiver is told of the touch, and observers are not either: all receivers wait for its begin, or a gesture has taken it.
    private(set) var isSilent = false
    /// The first receiver, an interceptor, has taken the touch over from all others.
    private(set) var isPilfered = false
    /// Never changed once it is made, so that copies of a `Recipients` can share it.
    private var box: Box?

    /// What only few touches have.
    private struct Rest {
        /// Receivers after the first, in the order of delivery: interceptors, then the responder chain, then translucent regions.
        var others: [RegionID] = []
        /// Translucent regions among the receivers. They count the touch as their finger as well.
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

    /// What there is to know of a touch that has at most one receiver. Read in its place, it costs no copy of the rest.
    struct Sole {
        let receiver: RegionID?
        let isSilent: Bool
        let isBound: Bool
    }

    // MARK: Questions

    /// Nil when more than one receiver is told of the touch, or one waits for its begin.
    @inline(__always)
    var sole: Sole? { box == nil ? Sole(receiver: first, isSilent: isSilent, isBound: isBound) : nil }

    @inline(__always)
    var hasOthers: Bool { box != nil && !box!.rest.others.isEmpty }

    /// Receivers that are told of the touch after the first.
    @inline(__always)
    var others: [RegionID] { box?.rest.others ?? [] }

    /// Whether only a steal, a drop or an edit can change who is told of the touch: no recognizer has it, and nobody waits for its begin.
    @inline(__always)
    var isDecided: Bool { !isBound && (box == nil || box!.rest.delayed == nil) }

    /// Calls `body` with each that is told of the touch: the receivers, or nil for observers if nobody receives it.
    @inline(__always)
    func forEachAudience(_ body: (RegionID?) -> Void) {
        if first != nil || !isSilent { body(first) }
        guard let box else { return }
        for receiver in box.rest.others { body(receiver) }
    }

    /// All receivers that are told of the touch.
    var told: [RegionID] { first.map { [$0] + others } ?? [] }

    /// The begin that some receivers wait for.
    var delayed: DelayedBegin? { box?.rest.delayed }

    /// All receivers: those that are told of the touch, then those that wait for its begin.
    var all: [RegionID] { told + (delayed?.receivers ?? []) }

    /// Whether any receiver is told of the touch, or may come to be.
    var hasAny: Bool { first != nil || delayed != nil }

    /// The first that fits among the regions that count the touch as their finger.
    func firstTracker(where isMeant: (RegionID) -> Bool) -> RegionID? {
        if let tracker, isMeant(tracker) { return tracker }
        return box?.rest.translucentHits.first(where: isMeant)
    }

    /// Whether the touch is over when some receivers are gone: an interceptor takes nothing with it, unless only interceptors are told.
    func isOver(without isGone: (RegionID) -> Bool, _ isInterceptor: (RegionID) -> Bool) -> Bool {
        let all = all
        let others = all.filter { !isInterceptor($0) }
        return (others.isEmpty ? all : others).contains(where: isGone)
    }

    // MARK: At the begin

    /// Adds a receiver after those there are, unless it is one of them.
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

    /// The region counts the touch as its finger.
    mutating func track(_ region: RegionID) { tracker = region }

    /// Recognizers get the touch.
    mutating func bind() { isBound = true }

    /// No view gets the touch: interceptors are told of it, and if there are none, nobody.
    mutating func keepFromViews(_ isInterceptor: (RegionID) -> Bool) {
        tracker = nil
        let interceptors = told.filter(isInterceptor)
        rest = Rest()
        tell(interceptors)
        isSilent = interceptors.isEmpty
    }

    /// Keeps receivers waiting for the begin, all but those that are told of it at once.
    ///
    /// - Parameter pending: interceptors that may take the touch over until the deadline.
    mutating func delay(_ began: Touch, until deadline: Int64, pending: [RegionID], except isToldAtOnce: (RegionID) -> Bool) {
        let waiting = told.filter { !isToldAtOnce($0) }
        if waiting.isEmpty { return }
        tell(told.filter(isToldAtOnce))
        rest.delayed = DelayedBegin(receivers: waiting, began: began, deadline: deadline, pendingInterceptors: pending)
        isSilent = first == nil
    }

    // MARK: Later

    /// Interceptors whose time is over have let the touch go.
    mutating func expire(until time: Int64) {
        guard let delayed, delayed.deadline <= time else { return }
        rest.delayed!.pendingInterceptors = []
        rest.delayed!.deadline = .max
    }

    /// Interceptors let the touch go: they will not take it over.
    mutating func decline(where isMeant: (RegionID) -> Bool) {
        guard delayed?.pendingInterceptors.contains(where: isMeant) == true else { return }
        rest.delayed!.pendingInterceptors.removeAll(where: isMeant)
    }

    /// The delayed begin is delivered: receivers that waited for it are told of the touch from now on.
    mutating func release() {
        guard let delayed else { return }
        rest.delayed = nil
        tell(told + delayed.receivers)
        isSilent = false
    }

    /// A gesture takes the touch from its views. Interceptors stand before recognizers, and go on; views that waited never hear of it.
    ///
    /// - Returns: receivers that lose it.
    mutating func takeFromViews(_ isInterceptor: (RegionID) -> Bool) -> [RegionID] {
        tracker = nil
        if first == nil && delayed == nil { return [] }  // nobody's, and observers go on seeing it
        var rest = Rest()
        rest.delayed = delayed
        rest.delayed?.receivers.removeAll { !isInterceptor($0) }
        if rest.delayed?.receivers.isEmpty == true { rest.delayed = nil }
        let told = told
        self.rest = rest
        tell(told.filter(isInterceptor))
        isSilent = first == nil
        return told.filter { !isInterceptor($0) }
    }

    /// An interceptor takes the touch over: it gets the rest alone, and no recognizer gets it.
    ///
    /// - Returns: receivers that lose it. Those that waited never hear of it.
    mutating func pilfer(by interceptor: RegionID) -> [RegionID] {
        let losing = told.filter { $0 != interceptor }
        self = Recipients()
        (first, isPilfered) = (interceptor, true)
        return losing
    }

    /// Takes away receivers that are told of the touch; others go on.
    ///
    /// - Returns: receivers that lose it.
    mutating func drop(where isGone: (RegionID) -> Bool) -> [RegionID] {
        let told = told
        if !told.contains(where: isGone) { return [] }
        tell(told.filter { !isGone($0) })
        if first == nil, isBound { isSilent = true }  // it may wait for long
        return told.filter(isGone)
    }

    /// The touch has ended: it is nobody's finger any more, and interceptors wait for nothing.
    mutating func end(_ isInterceptor: (RegionID) -> Bool) {
        (tracker, isPilfered) = (nil, false)
        rest.translucentHits = []
        tell(told.filter { !isInterceptor($0) })
        isSilent = first == nil
    }

    /// Receivers that waited have been told of begin and end.
    mutating func forgetDelayed() { rest.delayed = nil }

    /// All receivers have been told of the end, but those that wait for the begin.
    mutating func forgetTold() { tell([]) }

    private mutating func tell(_ receivers: [RegionID]) {
        first = receivers.first
        if box != nil || receivers.count > 1 { rest.others = Array(receivers.dropFirst()) }
    }
}

/// A begin that receivers have not been told of, because an interceptor may still take the touch over or a gesture may be recognized.
struct DelayedBegin: Sendable {
    /// The receivers that wait for it, in the order of delivery.
    fileprivate(set) var receivers: [RegionID]
    /// The touch as it began.
    fileprivate(set) var began: Touch
    /// Event time, µs, at which it is delivered whether or not the interceptors have decided.
    fileprivate(set) var deadline: Int64
    /// The interceptors that have not yet let the touch go.
    fileprivate(set) var pendingInterceptors: [RegionID]
}

extension Recipients {
    /// Regions are not in the tree any more. Receivers that were told of the touch have lost it before (`drop`).
    mutating func forget(where isGone: (RegionID) -> Bool, at time: Int64) {
        if let region = tracker, isGone(region) { tracker = nil }
        tell(told.filter { !isGone($0) })
        guard box != nil else { return }
        rest.translucentHits.removeAll(where: isGone)
        guard var delayed else { return }
        delayed.receivers.removeAll(where: isGone)
        if let target = delayed.began.target, isGone(target) { delayed.began.target = nil }
        let hadPending = !delayed.pendingInterceptors.isEmpty
        delayed.pendingInterceptors.removeAll(where: isGone)
        // When nobody is left to decide, it is due.
        if hadPending && delayed.pendingInterceptors.isEmpty { delayed.deadline = min(time, delayed.deadline) }
        rest.delayed = delayed
    }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        let told = told
        if first == nil && !others.isEmpty { return "others \(others) without a first receiver" }
        if Set(told).count != told.count { return "told twice: \(told)" }
        if isSilent && first != nil { return "silent, and \(told) are told" }
        if isPilfered && (first == nil || box != nil || tracker != nil || isBound) { return "taken over, and shared with others" }
        guard let delayed else { return nil }
        if delayed.receivers.contains(where: told.contains) { return "\(delayed.receivers) wait, and \(told) are told" }
        if !delayed.pendingInterceptors.isEmpty && delayed.deadline == .max { return "interceptors may decide without a deadline" }
        if delayed.began.phase != .began { return "a begin that is \(delayed.began.phase)" }
        return nil
    }
}
