/// The rules for touches that hold for a finger, from its begin to its end: those of the surface that it is on, and those of profiles in their place.
struct FingerRules: Sendable {
    let rules: TouchRules
    /// The scope of the surface's rules, and of the profiles' rules; nil if there are none.
    let own: RuleScope?
    let wide: RuleScope?
    /// The scopes that the rules look at, by rule.
    let maximum: RuleScope?
    let ignoreRepeat: RuleScope?
    let doubleTap: RuleScope?

    /// - Parameters:
    ///   - own: The rules of the region, if it is a surface.
    ///   - profile: The rules of the screen's profiles.
    init(_ own: TouchRules?, of region: RegionID, _ profile: TouchRules?, _ wide: RuleScope?) {
        let scope = own == nil ? nil : RuleScope.region(region)
        (self.own, self.wide) = (scope, wide)
        rules = profile.map { (own ?? TouchRules()).replaced(by: $0) } ?? own ?? TouchRules()
        maximum = profile?.maximum == nil ? scope : wide
        ignoreRepeat = profile?.ignoreRepeat == nil ? scope : wide
        doubleTap = profile?.isDoubleTapOne == true ? wide : scope
    }

    func recordLift(at p: Point, _ time: Int64, _ memory: inout RuleMemory) {
        if let own { memory.recordLift(on: own, at: p, time) }
        if let wide { memory.recordLift(on: wide, at: p, time) }
    }

    func recordTap(at p: Point, _ time: Int64, _ memory: inout RuleMemory) {
        if let own { memory.recordTap(on: own, at: p, time) }
        if let wide { memory.recordTap(on: wide, at: p, time) }
    }
}
