/// A recognizer has all it needs. This is what stands between it and its recognition: others that have to fail first, and a client's answer.
struct RecognitionRequest {
    enum State { case recognized, began }

    /// What it will be.
    let state: State
    /// When the request came about, if that was before the event there is.
    var since: Int64?
    /// The recognizers that have to fail first; nil until that has been looked up.
    var blockers: [GestureID]?
    /// The client has been asked whether it may begin.
    var question: OpenQuestion?
    /// What the client has said.
    var answer: Bool?

    init(_ state: State) { self.state = state }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if question != nil, blockers?.isEmpty != true { return "it has asked before it was known whether it has to wait" }
        return question != nil && answer != nil ? "it has asked, and has the answer" : nil
    }
}
