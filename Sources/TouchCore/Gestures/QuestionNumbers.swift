/// Assigns numbers to the questions of all panels.
struct QuestionNumbers {
    private var next: UInt64 = 1
    /// The next number for gestures of sensitive regions. Their questions are counted separately, so that other clients cannot infer how many there
    /// were.
    private var nextSensitive = TouchIDs.firstSensitive

    mutating func open(isSensitive: Bool, until deadline: Int64) -> OpenQuestion {
        defer { if isSensitive { nextSensitive += 1 } else { next += 1 } }
        return OpenQuestion(id: QuestionID(isSensitive ? nextSensitive : next), deadline: deadline)
    }

    /// Whether this number has been assigned to a question.
    func hasAssigned(_ question: QuestionID) -> Bool { question.rawValue > 0 && question.rawValue < (question.isSensitive ? nextSensitive : next) }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        if next == 0 || next > TouchIDs.firstSensitive { return "the next question has the invalid number \(next)" }
        return nextSensitive < TouchIDs.firstSensitive ? "the next sensitive question has the invalid number \(nextSensitive)" : nil
    }
}
