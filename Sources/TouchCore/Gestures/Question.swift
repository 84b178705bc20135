/// The identity of a question. It is never 0 and never reused while the daemon runs.
public struct QuestionID: Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Whether the question is about a gesture of a sensitive region. Such questions are numbered separately.
    public var isSensitive: Bool { rawValue >= TouchIDs.firstSensitive }

    public static func < (a: QuestionID, b: QuestionID) -> Bool { a.rawValue < b.rawValue }
}

/// A question, as sent to a client.
public struct Question: Sendable {
    public let id: QuestionID
    public let ask: GestureAsk
    /// The action that the gesture would report if it began now; for `shouldReceive`, the touch and its location.
    public let action: GestureAction
    /// The region that the touch has hit, for `shouldReceive`.
    public let target: RegionID?
    /// Event time in µs from which on answers are ignored.
    public let deadline: Int64
}

/// The outcome of a question.
public struct SettledQuestion: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The client has answered.
        case answered(Bool)
        /// The client did not answer in time or has gone; the default in the gesture's spec applies.
        case declared(Bool)
        /// The gesture has failed for another reason, or the touch is over.
        case void
    }

    public let id: QuestionID
    public let outcome: Outcome
}

/// A question whose answer a recognizer waits for.
struct OpenQuestion: Hashable {
    let id: QuestionID
    /// Event time, in µs.
    let deadline: Int64
}
