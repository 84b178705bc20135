import TouchCore

/// The questions that clients have yet to answer, and the latest ids, which tell whether a question was ever asked.
struct QuestionTable {
    struct Asked {
        let client: Client
        let region: String
        let gesture: String
    }

    private(set) var asked: [QuestionID: Asked] = [:]
    /// Questions that are hidden from tracing clients, such as those about sensitive regions.
    private var untraced: Set<QuestionID> = []
    /// The latest question, except for those about sensitive regions.
    private var last = QuestionID(0)
    /// The latest question about a sensitive region that each client was asked, by client number.
    private var lastSensitive: [Int: QuestionID] = [:]

    subscript(question: QuestionID) -> Asked? { asked[question] }

    /// Records a gesture's question.
    ///
    /// - Parameter isTold: whether clients that trace are told of it.
    mutating func record(_ question: QuestionID, isTold: Bool) {
        if !question.isSensitive { last = max(last, question) }
        if !isTold { untraced.insert(question) }
    }

    /// Records that the question goes to a client.
    mutating func ask(_ question: QuestionID, _ client: Client, region: String, gesture: String) {
        asked[question] = Asked(client: client, region: region, gesture: gesture)
        if question.isSensitive { lastSensitive[client.number] = question }
    }

    /// Closes a question.
    ///
    /// - Returns: `asked`: the client that was asked, with the region and the gesture; nil if no client was. `isTold`: whether clients that trace may
    ///   be told.
    mutating func close(_ question: QuestionID) -> (asked: Asked?, isTold: Bool) {
        (asked.removeValue(forKey: question), untraced.remove(question) == nil)
    }

    /// Whether a client may know that the question was asked. A client may know of a question about a sensitive region only if touchd asked this
    /// client, so that it does not learn when others are asked.
    func wasAsked(_ question: QuestionID, for client: Client) -> Bool {
        let last = question.isSensitive ? lastSensitive[client.number] ?? QuestionID(0) : last
        return question <= last && question.rawValue != 0
    }

    mutating func forget(_ client: Client) { lastSensitive[client.number] = nil }

    func checkInvariants() {
        #if DEBUG
            for (question, asked) in asked {
                assert(wasAsked(question, for: asked.client), "question \(question.rawValue) is open and was never asked")
            }
        #endif
    }
}
