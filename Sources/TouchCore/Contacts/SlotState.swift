/// A slot: the kernel's idea of it, the contact in it, and what the frame being read has done to it so far.
struct SlotState: Equatable {
    enum Contact {
        /// Nothing, or a contact that was never published.
        case none
        /// Published as `began`, and not yet as `ended` or `cancelled`.
        case live
        /// Over the glass: no touch until it comes down.
        case hovering
        /// On the glass, but dead for us until it lifts.
        case ignored
    }

    /// The kernel's values now, and its tracking id: -1 when the slot is free.
    var values = ContactValues()
    var trackingID: Int32 = -1

    private(set) var contact = Contact.none
    /// The values last published for a live contact.
    private var published = ContactValues()

    /// How the contact that was live when the frame began has ended in it; `endValues` are its last ones.
    private var ending: Ending?
    private var endValues = ContactValues()
    /// A tracking id came in this frame, and its contact is still down.
    private var begins = false
    var isDirty = false

    private enum Ending: Equatable {
        case lifted
        case cancelled(CancelReason)
    }

    /// Obeys an event of EV_ABS, in event order within the frame.
    @inline(__always)
    mutating func take(_ code: UInt16, _ value: Int32, _ counters: inout ContactCounters) {
        if code == AbsCode.mtTrackingID {
            isDirty = true
            track(value, &counters)
        } else if values.set(axis: code, to: value) {
            isDirty = true
        }
    }

    /// Obeys ABS_MT_TRACKING_ID.
    mutating func track(_ id: Int32, _ counters: inout ContactCounters) {
        if id >= 0 {
            if id == trackingID { return }
            if trackingID >= 0 {
                counters.identityChanges += 1
                leave(.cancelled(.identityChanged), &counters)
            }
            trackingID = id
            begins = true
        } else if id == -1 {
            if trackingID < 0 {
                counters.uncorrelatedLifts += 1
            } else {
                leave(.lifted, &counters)
                trackingID = -1
            }
        }
        // Other negative ids mean nothing in the kernel's protocol.
    }

    /// The contact in the slot is gone, and its end was not seen: it must not look like a lift.
    mutating func lose(_ counters: inout ContactCounters) {
        leave(.cancelled(.resync), &counters)
        trackingID = -1
    }

    /// The contact in the slot goes; whether anybody hears of it depends on whether it was ever published.
    private mutating func leave(_ how: Ending, _ counters: inout ContactCounters) {
        if begins {
            begins = false
            counters.tapsInsideOneFrame += 1
        } else if contact == .live, ending == nil {
            ending = how
            endValues = values
        } else if contact == .ignored || contact == .hovering {
            contact = .none
        }
    }

    // MARK: At the end of a frame

    /// A frame that the kernel makes itself has freed the slot, and no finger has lifted.
    mutating func releaseByKernel() { if ending == .lifted { ending = .cancelled(.deviceDisabled) } }

    /// Compares the slot with what was published, and lists what has ended.
    ///
    /// - Parameter index: its own.
    @inline(__always)
    mutating func commitEnding(_ index: Int, into changes: inout [ContactChange]) {
        guard let how = ending else {
            if contact == .live, values.tool == ToolType.palm {
                // Sticky: the contact stays dead until it lifts, even if the panel changes its mind (libinput's rule).
                contact = .ignored
                changes.append(ContactChange(slot: index, phase: .cancelled, reason: .palm, values: values))
            } else if contact == .live, values.isHovering {
                contact = .hovering
                changes.append(ContactChange(slot: index, phase: .ended, values: published))
            }
            return
        }
        ending = nil
        contact = .none
        switch how {
        case .lifted where endValues.tool != ToolType.palm:
            changes.append(ContactChange(slot: index, phase: .ended, values: endValues))
        case .lifted:
            changes.append(ContactChange(slot: index, phase: .cancelled, reason: .palm, values: endValues))
        case .cancelled(let reason):
            changes.append(ContactChange(slot: index, phase: .cancelled, reason: reason, values: endValues))
        }
    }

    /// Compares the slot with what was published, and lists what has begun or goes on.
    @inline(__always)
    mutating func commitRest(_ index: Int, into changes: inout [ContactChange]) {
        if begins || (contact == .hovering && !values.isHovering) {
            begins = false
            contact = values.tool == ToolType.palm ? .ignored : values.isHovering ? .hovering : .live
            published = values
            if contact == .live {
                changes.append(ContactChange(slot: index, phase: .began, values: values))
            }
        } else if contact == .live, values != published {
            let moved = !values.hasSamePosition(as: published)
            published = values
            changes.append(ContactChange(slot: index, phase: moved ? .moved : .stationary, values: values))
        }
    }

    // MARK: Knowing the kernel's state

    /// The panel is just opened. A contact already in the slot was not seen to begin.
    mutating func open(_ kernel: KernelSlot) {
        values = kernel.values
        trackingID = kernel.trackingID
        contact = kernel.trackingID < 0 ? .none : kernel.values.isHovering ? .hovering : .ignored
    }

    /// Events were dropped. A contact that kept its tracking id continues. One that is gone, or has another id, is cancelled and
    /// not ended: its end was not seen, so it must not click.
    mutating func resynchronise(_ kernel: KernelSlot) {
        isDirty = true
        if trackingID != kernel.trackingID {
            if contact == .live { interrupt() } else { contact = .none }
            begins = kernel.trackingID >= 0
            trackingID = kernel.trackingID
        } else if contact == .live, kernel.values.isHovering {
            // It has lifted, and that was not seen.
            interrupt()
            begins = true
        }
        values = kernel.values
    }

    private mutating func interrupt() {
        ending = .cancelled(.resync)
        endValues = values
    }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if !isDirty && (ending != nil || begins) { return "its contact has begun or ended, and the frame does not know" }
        if ending != nil && contact != .live { return "a contact has ended that was \(contact)" }
        if begins && (trackingID < 0 || contact != .none && ending == nil) { return "a contact begins in place of one that is \(contact)" }
        if contact != .none && ending == nil && trackingID < 0 { return "its contact is \(contact), and is not there" }
        return contact == .none && trackingID >= 0 && !begins ? "a contact is there, and has never begun" : nil
    }
}
