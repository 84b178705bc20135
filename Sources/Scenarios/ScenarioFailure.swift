import Configuration
import JSON

/// The first deviation from what a scenario expects, or an input that could not be carried out.
public struct ScenarioFailure: Error, Sendable {
    /// The place of the expected entry, or of the input, in the scenario's file.
    public let mark: Mark
    public let message: String
    /// The number of the expected entry, counted from 1; nil if the failure is an input that could not be carried out.
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
