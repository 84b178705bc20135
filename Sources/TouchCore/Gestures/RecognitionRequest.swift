/// A recognizer's request to be recognized, made when its fingers meet all conditions of the gesture. The request may have to wait until other
/// recognizers have failed and a client has answered.
struct RecognitionRequest {
    enum State { case recognized, began }

    /// The requested state.
    let state: State
    /// The time of the request, if earlier than that of the current event.
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
        if question != nil, blockers?.isEmpty != true { return "it asks the client before its blockers are gone" }
        return question != nil && answer != nil ? "its question is still open, but has an answer" : nil
    }
}
