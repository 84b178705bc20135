/// Assembles the events of one panel into contacts, and filters the contacts if the panel's rules require it. Filters may turn one report into
/// several frames or into a later frame.
struct PanelContacts {
    private(set) var assembler: ContactAssembler
    /// The filter; nil if the rules require none.
    private(set) var filter: ContactFilter?
    /// Whether there is a filter. It is stored, because it is needed for each contact of a frame and a filter is large.
    private(set) var isFiltered: Bool

    init(_ assembler: ContactAssembler, _ rules: FilterRules?) {
        self.assembler = assembler
        filter = ContactFilter(rules, slots: assembler.slotCount)
        isFiltered = filter != nil
    }

    var slotCount: Int { assembler.slotCount }

    // MARK: Assembly

    /// Reads the kernel's state of a panel just opened.
    mutating func open(slots: [KernelSlot], currentSlot: Int) { assembler.open(slots: slots, currentSlot: currentSlot) }

    /// Reads the kernel's state after events were dropped.
    mutating func resynchronise(slots: [KernelSlot], currentSlot: Int) {
        assembler.resynchronise(slots: slots, currentSlot: currentSlot)
    }

    /// Processes the panel's next events, up to the end of a report.
    @inline(__always)
    mutating func handle(_ events: inout UnsafeBufferPointer<InputEvent>) -> ContactAssembler.Outcome { assembler.handle(&events) }

    /// Marks a begin of the last report as being in a sensitive region.
    mutating func markSensitive(_ index: Int) { assembler.markSensitive(index) }

    // MARK: Filters

    /// Replaces the filters; the new ones start without state.
    mutating func setFilters(_ rules: FilterRules?) {
        filter = ContactFilter(rules, slots: assembler.slotCount)
        isFiltered = filter != nil
    }

    /// Passes the last report to the filters.
    mutating func filterReport(at time: Int64, _ mapping: PanelMapping) { filter!.process(assembler.changes, at: time, mapping) }

    /// Whether the filters have another frame ready.
    var isBehind: Bool { isFiltered && filter!.hasFramesLeft }

    /// Moves to the next frame of the filters (`filtered`) and returns its time.
    mutating func nextFiltered() -> Int64 { filter!.next() }

    /// The changes of contacts in the current frame of the filters.
    var filtered: [ContactChange] { filter!.current }

    /// Lets the filters do what is due.
    mutating func expireFilters(_ mapping: PanelMapping) { filter!.expire(mapping) }

    /// Whether the touch in a slot is lost: its finger has lifted, but may come back.
    func isLost(_ slot: Int) -> Bool { filter?.isLost(slot) ?? false }

    /// Ends lost fingers, which might have come back. Returns their ends; nil if there are none.
    ///
    /// - Parameter isSensitive: The same as for `ContactFilter.endLost`.
    mutating func endLost(for isSensitive: Bool?) -> [ContactChange]? {
        filter?.endLost(for: isSensitive)
        return filter.flatMap { $0.ends.isEmpty ? nil : $0.ends }
    }

    /// Drops contacts whose begin the filters still delay.
    mutating func forgetBegins() { filter?.dropDelayedBegins() }

    /// Returns the slot of a contact's touch.
    func touchSlot(ofContact slot: Int) -> Int { filter?.touchSlot(ofContact: slot) ?? slot }
    /// A description of the first contradiction within the contacts, or between them and the touches that are down; nil if there is none. Valid only
    /// between two steps.
    func fault(_ touches: PanelTouches) -> String? {
        if isFiltered != (filter != nil) { return "isFiltered is wrong: \(isFiltered)" }
        if let fault = assembler.fault ?? filter?.fault { return fault }
        guard let filter, !filter.hasFramesLeft else { return nil }
        let slot = touches.indices.first { touches[$0] != nil && !filter.hasPassed($0) }
        return slot.map { "the filters have not passed the touch in slot \($0)" }
    }
}
