/// The state of a slot: the kernel's values, its contact, and the changes made by the frame being read.
struct SlotState: Equatable {
    enum Contact {
        /// A slot without a contact, or with one that was never published.
        case none
        /// A contact published as `began`, and not yet as `ended` or `cancelled`.
        case live
        /// A contact over the glass, which is no touch until it comes down.
        case hovering
        /// A contact on the glass that is ignored until it lifts.
        case ignored
    }

    /// The kernel's current values and tracking id (-1 if the slot is free).
    var values = ContactValues()
    var trackingID: Int32 = -1

    private(set) var contact = Contact.none
    /// The last published values of a live contact.
    private var published = ContactValues()

    /// The way in which the contact that was live at the start of the frame has ended in it; nil if it has not. `endValues` are its last values.
    private var ending: Ending?
    private var endValues = ContactValues()
    /// True if a contact begins in this frame, because it has a new tracking id or because its lift was missed, and is still there.
    private var begins = false
    var isDirty = false

    private enum Ending: Equatable {
        case lifted
        case cancelled(CancelReason)
    }

    /// Applies an EV_ABS event, in the order of events within the frame.
    @inline(__always)
    mutating func apply(_ code: UInt16, _ value: Int32, _ counters: inout ContactCounters) {
        if code == AbsCode.mtTrackingID {
            isDirty = true
            track(value, &counters)
        } else if values.set(axis: code, to: value) {
            isDirty = true
        }
    }

    /// Applies ABS_MT_TRACKING_ID.
    mutating func track(_ id: Int32, _ counters: inout ContactCounters) {
        if id >= 0 {
            if id == trackingID { return }
            if trackingID >= 0 {
                counters.identityChanges += 1
                endContact(.cancelled(.identityChanged), &counters)
            }
            trackingID = id
            begins = true
        } else if id == -1 {
            if trackingID < 0 {
                counters.uncorrelatedLifts += 1
            } else {
                endContact(.lifted, &counters)
                trackingID = -1
            }
        }
        // Other negative ids have no meaning in the kernel's protocol.
    }

    /// Cancels the contact in the slot, which is gone. It is not ended, because its lift was not seen.
    mutating func cancelLost(_ counters: inout ContactCounters) {
        endContact(.cancelled(.resync), &counters)
        trackingID = -1
    }

    /// Ends the contact in the slot. The end is published only if the begin was.
    private mutating func endContact(_ how: Ending, _ counters: inout ContactCounters) {
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

    /// Turns a lift into a cancel, because the kernel itself freed the slot and no finger has lifted.
    mutating func releaseByKernel() { if ending == .lifted { ending = .cancelled(.deviceDisabled) } }

    /// Compares the slot with its published state, and lists the contact if it has ended.
    ///
    /// - Parameter index: the slot's index.
    @inline(__always)
    mutating func commitEnding(_ index: Int, into changes: inout [ContactChange]) {
        guard let how = ending else {
            if contact == .live, values.tool == ToolType.palm {
                // The contact stays ignored until it lifts, even if the panel later reports it as a finger again (libinput's rule).
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

    /// Compares the slot with its published state, and lists the contact if it has begun or changed.
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

    /// Starts from the kernel's state of a panel that was just opened. A contact already in the slot becomes a touch only when it comes down again,
    /// because its begin was not seen.
    mutating func open(_ kernel: KernelSlot) {
        values = kernel.values
        trackingID = kernel.trackingID
        contact = kernel.trackingID < 0 ? .none : kernel.values.isHovering ? .hovering : .ignored
    }

    /// Continues from the kernel's state after dropped events. A contact with the same tracking id continues. A contact that is gone or has another
    /// id is cancelled rather than ended. Its lift was not seen, so it must not count as a tap.
    mutating func resynchronise(_ kernel: KernelSlot) {
        isDirty = true
        if trackingID != kernel.trackingID {
            if contact == .live { interrupt() } else { contact = .none }
            begins = kernel.trackingID >= 0
            trackingID = kernel.trackingID
        } else if contact == .live, kernel.values.isHovering {
            // The contact hovers without a lift: the lift was missed.
            interrupt()
            begins = true
        }
        values = kernel.values
    }

    private mutating func interrupt() {
        ending = .cancelled(.resync)
        endValues = values
    }

    /// A description of the first violated invariant; nil if all hold.
    var fault: String? {
        if !isDirty && (ending != nil || begins) { return "its contact has begun or ended, but the slot is not dirty" }
        if ending != nil && contact != .live { return "the contact that has ended was \(contact)" }
        if begins && (trackingID < 0 || contact != .none && ending == nil) { return "a contact begins in place of one that is \(contact)" }
        if contact != .none && ending == nil && trackingID < 0 { return "its contact is \(contact), but has no tracking id" }
        return contact == .none && trackingID >= 0 && !begins ? "a contact has a tracking id, but has never begun" : nil
    }
}
