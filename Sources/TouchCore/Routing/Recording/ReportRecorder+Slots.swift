/// Recording of panels whose contacts have slots.
extension ReportRecorder {
    mutating func closeSlots(_ slots: [KernelSlot], _ judgements: [Judgement]) {
        var events: [[InputEvent]] = Array(repeating: [], count: contacts.count)
        for event in report where event.type == EventType.abs {
            if event.code == AbsCode.mtSlot {
                currentSlot = contacts.indices.contains(Int(event.value)) ? Int(event.value) : -1
            } else if event.code > AbsCode.mtSlot, currentSlot >= 0 {
                events[currentSlot].append(event)
            }
        }
        for index in contacts.indices { close(index, events[index], slots[index], judgements[index]) }
        // Later reports pass unchanged and contain only differences, so the reader needs the current values.
        if !mayHideContacts { for index in contacts.indices where contacts[index].isStale { writeChanges(index, [], slots[index]) } }
        emulatePointer()
    }

    private mutating func close(_ index: Int, _ events: [InputEvent], _ slot: KernelSlot, _ judgement: Judgement) {
        let id = contacts[index].id
        contacts[index].id = slot.trackingID
        var tracks = events.indices.filter { events[$0].code == AbsCode.mtTrackingID && events[$0].value >= -1 }
        while let first = tracks.first, events[first].value == id { tracks.removeFirst() }  // repeats the current id
        if tracks.isEmpty && slot.trackingID == id {
            if id >= 0 { recordUpdate(index, events, slot, judgement) } else if !events.isEmpty { contacts[index].isStale = true }
            return
        }
        let isShown = slot.trackingID >= 0 && judgement != .sensitive
        let first = tracks.first ?? events.endIndex
        recordEnd(index, events[..<first], lifts: first < events.endIndex && events[first].value == -1, isReplaced: isShown)
        // A contact that came and went within one report is left out, because its location was never judged.
        let last = tracks.last.map { $0 + 1 } ?? events.endIndex
        if last > first + 1 { contacts[index].isStale = true }
        if isShown {
            contacts[index].state = .shown(isJudged: judgement == .open)
            record(begin: index)
            write(index, AbsCode.mtTrackingID, slot.trackingID)
            if tracks.isEmpty { contacts[index].isStale = true }
            writeChanges(index, events[last...], slot)
        } else if slot.trackingID >= 0 {
            hide(index)
        } else if last < events.endIndex {
            contacts[index].isStale = true
        }
    }

    /// Records the report of a contact that is still there.
    private mutating func recordUpdate(_ index: Int, _ events: [InputEvent], _ slot: KernelSlot, _ judgement: Judgement) {
        guard case .shown(let isJudged) = contacts[index].state else { return hide(index) }
        if !isJudged {
            if judgement == .sensitive {
                endWithoutLift(index)
                return hide(index)
            }
            contacts[index].state = .shown(isJudged: judgement == .open)
        }
        writeChanges(index, events[...], slot)
    }

    /// Records the end of a contact.
    ///
    /// - Parameters:
    ///   - isReplaced: True if another shown contact takes its slot.
    private mutating func recordEnd(_ index: Int, _ events: ArraySlice<InputEvent>, lifts: Bool, isReplaced: Bool) {
        guard case .shown(let isJudged) = contacts[index].state else {
            contacts[index].state = .none
            if !events.isEmpty { contacts[index].isStale = true }
            return
        }
        contacts[index].state = .none
        if !isJudged {
            if !events.isEmpty { contacts[index].isStale = true }
        } else if !contacts[index].isStale {
            for event in events { write(index, event.code, event.value, at: event.time) }
        }
        if lifts { write(index, AbsCode.mtTrackingID, -1) } else if !isReplaced { endWithoutLift(index) }
    }

    /// Records the changes of a shown contact; all its axes if the reader's values are out of date.
    private mutating func writeChanges(_ index: Int, _ events: ArraySlice<InputEvent>, _ slot: KernelSlot) {
        if !contacts[index].isStale {
            for event in events where event.code != AbsCode.mtTrackingID { write(index, event.code, event.value, at: event.time) }
            return
        }
        contacts[index].isStale = false
        for code in ContactValues.axes where contacts[index].recorded[axis: code] != slot.values[axis: code] {
            write(index, code, slot.values[axis: code])
        }
    }

    private mutating func hide(_ index: Int) {
        contacts[index].state = .hidden
        contacts[index].isStale = true
    }

    /// Ends a contact without a lift. A contact with another id takes its place and disappears in the same report, so that the first one counts as
    /// cancelled.
    private mutating func endWithoutLift(_ index: Int) {
        write(index, AbsCode.mtTrackingID, (contacts[index].id &+ 1) & 0xffff)
        write(index, AbsCode.mtTrackingID, -1)
    }
}
