/// The recordings in progress, by number. All their panels belong to one source of events.
public struct Recorders {
    public typealias Output = (recording: Int, events: [InputEvent])

    private var all: [(number: Int, panel: PanelID, recorder: ReportRecorder)] = []

    public init() {}

    /// Whether no recording is in progress. If so, as nearly always, the other methods need not be called.
    public var isEmpty: Bool { all.isEmpty }

    /// Starts a recording with the panel's next report.
    ///
    /// - Parameter isFresh: Whether the panel has sent no report yet, so that the recording starts with the panel's initial state.
    public mutating func add(
        _ number: Int, of panel: PanelID, _ description: PanelDescription, isFresh: Bool, _ pipeline: TouchPipeline
    ) {
        let contacts = pipeline.contacts(ofPanel: panel)
        let recorder = ReportRecorder(description, contacts.kind, contacts.kernelSlots, currentSlot: contacts.currentSlot, isFresh: isFresh)
        all.append((number, panel, recorder))
    }

    public mutating func remove(_ number: Int) { all.removeAll { $0.number == number } }

    /// Removes the recordings of a removed panel. Returns their numbers.
    public mutating func remove(panel: PanelID) -> [Int] {
        defer { all.removeAll { $0.panel == panel } }
        return all.filter { $0.panel == panel }.map(\.number)
    }

    /// Adds an event. Must be called before `close` or `drop` of its report.
    public mutating func append(_ event: InputEvent, panel: PanelID) {
        for index in all.indices where all[index].panel == panel { all[index].recorder.append(event) }
    }

    /// Ends a report. Returns the events to record. Call it after the pipeline has processed the whole report, or the kernel's state
    /// (`resynchronise`).
    public mutating func close(panel: PanelID, at time: Int64, _ pipeline: TouchPipeline) -> [Output] {
        let contacts = pipeline.contacts(ofPanel: panel)
        let slots = contacts.kernelSlots
        var output: [Output] = []
        for index in all.indices where all[index].panel == panel {
            let isCareful = pipeline.mayHaveSensitiveContacts(panel)
            var judgements: [ReportRecorder.Judgement] = []
            if isCareful || all[index].recorder.mayHideContacts {
                for (slot, contact) in slots.enumerated() { judgements.append(pipeline.judgement(ofSlot: slot, contact, ofPanel: panel)) }
            }
            let events = all[index].recorder.close(
                at: time, slots, currentSlot: contacts.currentSlot, contacts.packetSlots, isCareful: isCareful, judgements)
            if !events.isEmpty { output.append((all[index].number, events)) }
        }
        return output
    }

    /// Records a loss of events. Call it after the pipeline has processed the event with which the kernel reports the loss.
    public mutating func drop(panel: PanelID, at time: Int64) -> [Output] {
        var output: [Output] = []
        for index in all.indices where all[index].panel == panel {
            output.append((all[index].number, all[index].recorder.drop(at: time)))
        }
        return output
    }
}
