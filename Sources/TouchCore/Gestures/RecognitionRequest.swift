/// The request of a recognizer that has all it needs. Recognition waits for the failure of others and for a client's answer.
struct RecognitionRequest {
    enum State { case recognized, began }

    /// The requested state.
    let state: State
    /// The time of the request if it is earlier than the current event's.
    var since: Int64?
    /// The recognizers that must fail first; nil until determined.
    var blockers: [GestureID]?
    /// The open question to the client whether the recognizer may begin.
    var question: OpenQuestion?
    /// The client's answer.
    var answer: Bool?

    init(_ state: State) { self.state = state }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        if question != nil, blockers?.isEmpty != true { return "it has asked before it was known whether it has to wait" }
        return question != nil && answer != nil ? "it has asked, and has the answer" : nil
    }
}
