/// Recording of panels without slots.
extension ReportRecorder {
    /// Records a report of protocol A. Every report lists all contacts, so hidden ones are left out of the list.
    ///
    /// - Parameter isKernels: Whether the kernel generated the report itself.
    mutating func closePackets(_ slots: [KernelSlot], _ packetSlots: [Int], isKernels: Bool, _ judgements: [Judgement]) {
        let hadAny = contacts.contains(where: \.isShown)
        for index in contacts.indices {
            judge(index, slots[index], judgements[index])
            if contacts[index].isShown { contacts[index].recorded = slots[index].values }
        }
        var packet: [InputEvent] = []
        var count = 0
        var shown = 0
        for event in report {
            switch (event.type, event.code) {
            case (EventType.abs, AbsCode.mtTouchMajor...): packet.append(event)
            case (EventType.syn, SynCode.mtReport):
                defer { packet.removeAll() }
                guard packet.contains(where: { $0.code == AbsCode.mtPositionX || $0.code == AbsCode.mtPositionY }) else { continue }
                if count < packetSlots.count, packetSlots[count] >= 0, contacts[packetSlots[count]].isShown {
                    shown += 1
                    for event in packet + [event] { write(event) }
                }
                count += 1
            default: break
            }
        }
        if count == 0 && isKernels { return }
        // An empty list means that all contacts have lifted.
        if shown == 0 && hadAny { write(InputEvent(time: time, type: EventType.syn, code: SynCode.mtReport, value: 0)) }
        emulatePointer()
    }

    /// Records the contact and the button of a panel with a single contact. Hovering is left out. Reports contain only changed axes, so if only one
    /// axis changes, the other one may still have the value of a hidden position.
    mutating func closeSingle(_ slot: KernelSlot, _ button: UInt16, _ judgement: Judgement) {
        let before = contacts[0]
        judge(0, slot, judgement)
        let isSame = before.id == contacts[0].id
        if before.isShown && !(isSame && contacts[0].isShown) {
            // Records where the contact lifted, unless it was never judged and may have hovered into a sensitive region.
            if !isSame && slot.trackingID < 0 && before.state == .shown(isJudged: true) { writeAxes(slot) }
            write(EventType.key, button, 0)
        }
        guard contacts[0].isShown else { return }
        writeAxes(slot)
        write(EventType.key, button, 1)
    }

    private mutating func writeAxes(_ slot: KernelSlot) {
        for (code, source) in [(kind.xAxis, AbsCode.mtPositionX), (kind.yAxis, AbsCode.mtPositionY), (AbsCode.pressure, AbsCode.mtPressure)]
        where panel[axis: code] != nil {
            write(EventType.abs, code, slot.values[axis: source])
        }
    }

    /// Decides whether a contact is shown from now on.
    private mutating func judge(_ index: Int, _ slot: KernelSlot, _ judgement: Judgement) {
        let isNew = contacts[index].id != slot.trackingID
        contacts[index].id = slot.trackingID
        if slot.trackingID < 0 {
            contacts[index].state = .none
        } else if isNew {
            contacts[index].state = judgement == .sensitive ? .hidden : .shown(isJudged: judgement == .open)
            record(begin: index)
        } else if contacts[index].state == .shown(isJudged: false) {
            contacts[index].state = judgement == .sensitive ? .hidden : .shown(isJudged: judgement == .open)
        }
    }
}
