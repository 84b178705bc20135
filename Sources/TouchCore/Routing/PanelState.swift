/// One open panel: how its events become contacts, where they land, and the touches that are down on it.
///
/// A class so that a frame changes it where it lies; the pipeline that has it cannot be copied, and shares it with nobody.
final class PanelState {
    let id: PanelID
    let name: String
    let screen: Int
    var mapping: PanelMapping
    var rules: PanelRules
    /// Taken over as soon as nothing is down.
    var next: (mapping: PanelMapping, rules: PanelRules)?
    var assembler: ContactAssembler
    /// Nil when the rules ask for none.
    var filter: ContactFilter?
    var touches: PanelTouches
    /// What hovers over the glass, as if it were a touch; its id is nobody else's.
    var hover: Touch?
    /// Its recognizers; nil as long as none has had a touch.
    private(set) var arbiter: Arbiter?
    /// Whether any of them has a touch or waits; false for nearly every panel at nearly every time.
    var isRecognizing = false
    /// Slots of contacts that began outside and become touches where they come in.
    var isWaitingForEntry: [Bool]
    /// Its output shows nothing: what begins is nothing for its whole life.
    var isOutputOff = false
    var taps = TapCounter()
    var health = PanelHealth()
    /// What clients are told of it.
    var told = PanelCounts()
    /// Event time of the last frame. A panel's clock may jump back; a touch's never does.
    var time: Int64 = .min
    /// Event time of the last frame that was not empty. What a filter withheld comes at the time when it happened, but not
    /// before this one.
    var lineTime: Int64 = .min
    /// When something happens without an event, or never.
    var deadline: Int64 = .max

    init(id: PanelID, name: String, screen: Int, mapping: PanelMapping, rules: PanelRules, assembler: ContactAssembler) {
        self.id = id
        self.name = name
        self.screen = screen
        self.mapping = mapping
        self.rules = rules
        self.assembler = assembler
        filter = ContactFilter(rules.filters, slots: assembler.slotCount)
        touches = PanelTouches(slots: assembler.slotCount)
        isWaitingForEntry = Array(repeating: false, count: assembler.slotCount)
    }

    var isUntouched: Bool { touches.allSatisfy { $0 == nil } }

    /// Its recognizers, from now on.
    func recognizers() -> Arbiter {
        if let arbiter { return arbiter }
        let new = Arbiter()
        arbiter = new
        return new
    }

    func takeOverIfUntouched() {
        guard let next, isUntouched, filter?.isWaiting != true else { return }
        if next.mapping != mapping || next.rules.filters != rules.filters {
            filter = ContactFilter(next.rules.filters, slots: assembler.slotCount)
        }
        (mapping, rules) = next
        self.next = nil
        for slot in isWaitingForEntry.indices { isWaitingForEntry[slot] = false }
    }

    func setDeadline() {
        deadline = .max
        if let filter { deadline = filter.isBehind ? time : filter.deadline }
        if touches.isDelaying { deadline = min(deadline, touches.delayedDeadline) }
        if isRecognizing { deadline = min(deadline, arbiter!.deadline) }
        guard let stuckAfter = rules.stuckAfter else { return }
        for touch in touches { if let touch { deadline = min(deadline, touch.timestamp &+ stuckAfter) } }
    }
}
