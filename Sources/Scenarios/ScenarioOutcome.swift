import Configuration
import JSON

/// The result of a scenario.
public struct ScenarioOutcome: Sendable {
    /// The entries of the log, in order.
    public let entries: [Entry]
    /// The first failure; nil if everything was as expected.
    public let failure: ScenarioFailure?

    public struct Entry: Sendable {
        public let fields: OrderedJSON
        /// True if the scenario's `observe` and `filter` select the entry for comparison.
        public let isObserved: Bool
    }
}

extension Scenario {
    /// Runs the scenario through a new pipeline.
    public func outcome() -> ScenarioOutcome {
        var runner = ScenarioRunner(self)
        var failure: ScenarioFailure?
        do { try runner.run() } catch { failure = error }
        if failure == nil, let violation = runner.violation {
            failure = ScenarioFailure(mark: expectMark, message: "a bug in touchd, whatever the scenario expects: \(violation)")
        }
        let kinds = Set(observed.map(\.kind))
        let comparison = LogComparison(tolerance: tolerance)
        let all = runner.log.entries.map { (entry: $0, isObserved: kinds.contains($0.kind) && comparison.passes($0, filter[$0.kind] ?? [])) }
        return ScenarioOutcome(
            entries: all.map { ScenarioOutcome.Entry(fields: $0.entry.fields, isObserved: $0.isObserved) },
            failure: failure ?? comparison.firstDifference(all.filter(\.isObserved).map(\.entry), self))
    }

    /// Runs the scenario and returns the first failure; nil if everything was as expected.
    public func firstFailure() -> ScenarioFailure? { outcome().failure }
}
