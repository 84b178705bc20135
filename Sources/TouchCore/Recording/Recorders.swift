/// The recordings of panels that are being made, each by its number, of one source of events: what they take, and what they give.
public struct Recorders {
    public typealias Output = (recording: Int, events: [InputEvent])

    private var all: [(number: Int, panel: PanelID, recorder: ReportRecorder)] = []

    public init() {}

    /// Whether none is being made, as nearly always: then the rest need not be called.
    public var isEmpty: Bool { all.isEmpty }

    /// Begins with the panel's next report.
    ///
    /// - Parameter isFresh: whether the panel has reported nothing yet, so that a recording of it begins as the panel does.
    public mutating func add(
        _ number: Int, of panel: PanelID, _ description: PanelDescription, isFresh: Bool, _ pipeline: TouchPipeline
    ) {
        let contacts = pipeline.contacts(ofPanel: panel)
        let recorder = ReportRecorder(description, contacts.kind, contacts.kernelSlots, currentSlot: contacts.currentSlot, isFresh: isFresh)
        all.append((number, panel, recorder))
    }

    public mutating func remove(_ number: Int) { all.removeAll { $0.number == number } }

    /// The panel is gone; returns the recordings that end thereby.
    public mutating func remove(panel: PanelID) -> [Int] {
        defer { all.removeAll { $0.panel == panel } }
        return all.filter { $0.panel == panel }.map(\.number)
    }

    /// Takes an event; to be called before `close` or `drop` of its report.
    public mutating func take(_ event: InputEvent, panel: PanelID) {
        for index in all.indices where all[index].panel == panel { all[index].recorder.take(event) }
    }

    /// After the pipeline has taken a whole report, or the kernel's state (`resynchronise`): what there is to record of it.
    public mutating func close(panel: PanelID, at time: Int64, _ pipeline: TouchPipeline) -> [Output] {
        let contacts = pipeline.contacts(ofPanel: panel)
        let slots = contacts.kernelSlots
        var output: [Output] = []
        for index in all.indices where all[index].panel == panel {
            let isCareful = pipeline.mayHaveSecrets(panel)
            var judgements: [ReportRecorder.Judgement] = []
            if isCareful || all[index].recorder.isCareful {
                for (slot, contact) in slots.enumerated() { judgements.append(pipeline.judgement(ofSlot: slot, contact, ofPanel: panel)) }
            }
            let events = all[index].recorder.close(
                at: time, slots, currentSlot: contacts.currentSlot, contacts.packetSlots, isCareful: isCareful, judgements)
            if !events.isEmpty { output.append((all[index].number, events)) }
        }
        return output
    }

    /// After the pipeline was told that the kernel lost events.
    public mutating func drop(panel: PanelID, at time: Int64) -> [Output] {
        var output: [Output] = []
        for index in all.indices where all[index].panel == panel {
            output.append((all[index].number, all[index].recorder.drop(at: time)))
        }
        return output
    }
}
