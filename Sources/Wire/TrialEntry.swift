/// A configuration or calibration that is in force for a limited time instead of the file's.
public struct TrialEntry: Sendable, Equatable {
    public enum Subject: Sendable, Equatable {
        case configuration
        case calibration(panel: String)
    }

    public var subject: Subject
    /// The end of the trial, µs of the monotonic clock.
    public var until: Int64

    public init(_ subject: Subject, until: Int64) { (self.subject, self.until) = (subject, until) }

    /// Writes the trial as the member `trial` of an object.
    func write(into writer: inout JSONWriter) {
        writer.key("trial")
        writer.beginObject()
        writer.key("what")
        switch subject {
        case .configuration: writer.string("configuration")
        case .calibration(let panel):
            writer.string("calibration")
            writer.key("panel")
            writer.string(panel)
        }
        writer.key("until")
        writer.integer(until)
        writer.endObject()
    }
}
