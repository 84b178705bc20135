/// A slot: the kernel's idea of it, the contact in it, and what the frame being read has done to it so far.
struct SlotState {
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

    var contact = Contact.none
    /// The values last published for a live contact.
    var published = ContactValues()

    /// How the contact that was live when the frame began has ended in it; `endValues` are its last ones.
    var ending: Ending?
    var endValues = ContactValues()
    /// A tracking id came in this frame, and its contact is still down.
    var begins = false
    var isDirty = false

    enum Ending: Equatable {
        case lifted
        case cancelled(CancelReason)
    }

    /// Obeys ABS_MT_TRACKING_ID, in event order within the frame.
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
}
