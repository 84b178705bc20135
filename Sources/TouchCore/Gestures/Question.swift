/// What a gesture may ask the client that has claimed its region: UIGestureRecognizerDelegate's questions (routing 8).
public enum GestureAsk: String, CaseIterable, Sendable {
    /// Whether it gets a touch that has begun.
    case shouldReceive
    /// Whether it may begin, or be recognized.
    case shouldBegin
}

/// A question's identity: never reused while the daemon runs, never 0.
public struct QuestionID: Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Whether it is about a gesture of a sensitive region: these are numbered apart.
    public var isSensitive: Bool { rawValue >= TouchIDs.firstSensitive }

    public static func < (a: QuestionID, b: QuestionID) -> Bool { a.rawValue < b.rawValue }
}

/// A question as it goes to a client.
public struct Question: Sendable {
    public let id: QuestionID
    public let ask: GestureAsk
    /// What the gesture would say, were it to begin now; of `shouldReceive` the touch and its place.
    public let action: GestureAction
    /// `shouldReceive`: what the touch has hit.
    public let target: RegionID?
    /// Event time, µs, from which on no answer counts.
    public let deadline: Int64
}

/// How a question came to its end.
public struct SettledQuestion: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The client has said so.
        case answered(Bool)
        /// Nobody has answered in time, or nobody is there any more who could: what the gesture's spec says counts.
        case declared(Bool)
        /// The gesture has failed otherwise, or the touch is over.
        case void
    }

    public let id: QuestionID
    public let outcome: Outcome
}

/// A question that a recognizer waits for the answer to.
struct OpenQuestion: Hashable {
    let id: QuestionID
    /// Event time, µs.
    let deadline: Int64
}
