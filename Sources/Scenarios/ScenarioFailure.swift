import Configuration
import JSON

/// The first thing in which a scenario did not come out as expected.
public struct ScenarioFailure: Error, Sendable {
    /// The entry of the expectation, or the input, in the scenario's file.
    public let mark: Mark
    public let message: String
    /// Which entry it was, counted from 1; nil when an input could not be done.
    public let entry: Int?
    public let wanted: OrderedJSON?
    public let got: OrderedJSON?

    init(mark: Mark, message: String, entry: Int? = nil, wanted: OrderedJSON? = nil, got: OrderedJSON? = nil) {
        self.mark = mark
        self.message = message
        self.entry = entry
        self.wanted = wanted
        self.got = got
    }
}
