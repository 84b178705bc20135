/// Numbers the questions of all panels.
struct Asking {
    private var next: UInt64 = 1
    /// Of sensitive regions' gestures: who is asked other questions cannot tell how many there were.
    private var nextSensitive = TouchIDs.firstSensitive

    mutating func open(isSensitive: Bool, until deadline: Int64) -> OpenQuestion {
        defer { if isSensitive { nextSensitive += 1 } else { next += 1 } }
        return OpenQuestion(id: QuestionID(isSensitive ? nextSensitive : next), deadline: deadline)
    }

    /// Whether a question has had this number.
    func hasGiven(_ question: QuestionID) -> Bool { question.rawValue > 0 && question.rawValue < (question.isSensitive ? nextSensitive : next) }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        if next == 0 || next > TouchIDs.firstSensitive { return "\(next) is no number for the next question" }
        return nextSensitive < TouchIDs.firstSensitive ? "\(nextSensitive) is no number for the next question of a sensitive region" : nil
    }
}
