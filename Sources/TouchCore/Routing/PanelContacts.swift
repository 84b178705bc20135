/// How the events of one panel become contacts: they are assembled, then filtered where the panel's rules ask for it. Filters may make
/// several frames of one report, or one later.
struct PanelContacts {
    private(set) var assembler: ContactAssembler
    /// Nil when the rules ask for none.
    private(set) var filter: ContactFilter?
    /// Kept, since each contact of a frame asks, and a filter is large.
    private(set) var isFiltered: Bool

    init(_ assembler: ContactAssembler, _ rules: FilterRules?) {
        self.assembler = assembler
        filter = ContactFilter(rules, slots: assembler.slotCount)
        isFiltered = filter != nil
    }

    var slotCount: Int { assembler.slotCount }

    // MARK: Assembly

    /// Takes the kernel's state of a panel just opened.
    mutating func open(slots: [KernelSlot], currentSlot: Int) { assembler.open(slots: slots, currentSlot: currentSlot) }

    /// Takes the kernel's state after a drop.
    mutating func resynchronise(slots: [KernelSlot], currentSlot: Int) {
        assembler.resynchronise(slots: slots, currentSlot: currentSlot)
    }

    /// Takes the panel's next events, up to the end of a report.
    @inline(__always)
    mutating func handle(_ events: inout UnsafeBufferPointer<InputEvent>) -> ContactAssembler.Outcome { assembler.handle(&events) }

    /// Marks a begin of the last report as one in a sensitive region.
    mutating func markSensitive(_ index: Int) { assembler.markSensitive(index) }

    // MARK: Filters

    /// Other filters, which know of nothing before.
    mutating func setFilters(_ rules: FilterRules?) {
        filter = ContactFilter(rules, slots: assembler.slotCount)
        isFiltered = filter != nil
    }

    /// Gives the filters the last report.
    mutating func filterReport(at time: Int64, _ mapping: PanelMapping) { filter!.process(assembler.changes, at: time, mapping) }

    /// Whether the filters have a frame to give at once.
    var isBehind: Bool { isFiltered && filter!.isBehind }

    /// Goes to the next frame that the filters give (`filtered`) and returns its time.
    mutating func nextFiltered() -> Int64 { filter!.next() }

    /// What the frame that the filters give did to contacts.
    var filtered: [ContactChange] { filter!.current }

    /// Lets the filters do what is due.
    mutating func expireFilters(_ mapping: PanelMapping) { filter!.expire(mapping) }

    /// Whether the finger of a touch has lifted and may come back.
    func isLost(_ slot: Int) -> Bool { filter?.isLost(slot) ?? false }

    /// Ends what might have come back; nil when there is nothing such.
    ///
    /// - Parameter isSensitive: as of `ContactFilter.endLost`.
    mutating func endLost(for isSensitive: Bool?) -> [ContactChange]? {
        filter?.endLost(for: isSensitive)
        return filter.flatMap { $0.ends.isEmpty ? nil : $0.ends }
    }

    /// What has not begun yet never does.
    mutating func forgetBegins() { filter?.forgetBegins() }

    /// The slot in which the touch of a contact is.
    func touchSlot(ofContact slot: Int) -> Int { filter?.touchSlot(ofContact: slot) ?? slot }
    /// What contradicts itself, or the touches that are down, between two steps; nil if nothing does.
    func fault(_ touches: PanelTouches) -> String? {
        if isFiltered != (filter != nil) { return "the panel has filters, or has none, and that is not known" }
        if let fault = assembler.fault ?? filter?.fault { return fault }
        guard let filter, !filter.isBehind else { return nil }
        let slot = touches.indices.first { touches[$0] != nil && !filter.hasPassed($0) }
        return slot.map { "a touch is down in slot \($0) that the filters have not passed" }
    }
}
