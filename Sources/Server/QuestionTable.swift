import TouchCore

/// Questions of gestures that clients have yet to answer, and which questions there have been.
struct QuestionTable {
    struct Asked {
        let client: Client
        let region: String
        let gesture: String
    }

    private(set) var asked: [QuestionID: Asked] = [:]
    /// Those of which nobody who traces is told, as those about sensitive regions.
    private var untold: Set<QuestionID> = []
    /// The latest that there has been, but for those about sensitive regions.
    private var last = QuestionID(0)
    /// By client, the latest about a sensitive region that it was asked.
    private var lastSensitive: [Int: QuestionID] = [:]

    subscript(question: QuestionID) -> Asked? { asked[question] }

    /// A gesture asks.
    ///
    /// - Parameter isTold: whether those who trace are told of it.
    mutating func open(_ question: QuestionID, isTold: Bool) {
        if !question.isSensitive { last = max(last, question) }
        if !isTold { untold.insert(question) }
    }

    /// A client gets the question's line.
    mutating func ask(_ question: QuestionID, _ client: Client, region: String, gesture: String) {
        asked[question] = Asked(client: client, region: region, gesture: gesture)
        if question.isSensitive { lastSensitive[client.number] = question }
    }

    /// The question is open no more.
    ///
    /// - Returns: whom it was asked of, and whether those who trace may hear of it.
    mutating func close(_ question: QuestionID) -> (asked: Asked?, isTold: Bool) {
        (asked.removeValue(forKey: question), untold.remove(question) == nil)
    }

    /// Whether a client may know that there has been such a question. Of sensitive regions nobody finds out what others are asked, nor
    /// when.
    func hasBeen(_ question: QuestionID, for client: Client) -> Bool {
        let last = question.isSensitive ? lastSensitive[client.number] ?? QuestionID(0) : last
        return question <= last && question.rawValue != 0
    }

    mutating func forget(_ client: Client) { lastSensitive[client.number] = nil }

    func checkInvariants() {
        #if DEBUG
            for (question, asked) in asked {
                assert(hasBeen(question, for: asked.client), "question \(question.rawValue) is open and was never asked")
            }
        #endif
    }
}
