import Configuration
import JSON

/// What a scenario has come to.
public struct ScenarioOutcome: Sendable {
    /// Everything that came, in order.
    public let entries: [Entry]
    /// Nil when all came as expected.
    public let failure: ScenarioFailure?

    public struct Entry: Sendable {
        public let fields: OrderedJSON
        /// Whether the scenario's `observe` and `filter` compare it with what is expected.
        public let isObserved: Bool
    }
}

extension Scenario {
    /// Runs the scenario through a pipeline of its own.
    public func outcome() -> ScenarioOutcome {
        var runner = ScenarioRunner(self)
        var failure: ScenarioFailure?
        do { try runner.run() } catch { failure = error }
        if failure == nil, let violation = runner.violation {
            failure = ScenarioFailure(mark: expectMark, message: "a bug of touchd's, whatever is expected: \(violation)")
        }
        let kinds = Set(observed.map(\.kind))
        let comparison = LogComparison(tolerance: tolerance)
        let all = runner.log.entries.map { (entry: $0, isObserved: kinds.contains($0.kind) && comparison.passes($0, filter[$0.kind] ?? [])) }
        return ScenarioOutcome(
            entries: all.map { ScenarioOutcome.Entry(fields: $0.entry.fields, isObserved: $0.isObserved) },
            failure: failure ?? comparison.firstDifference(all.filter(\.isObserved).map(\.entry), self))
    }

    /// Nil when all came as expected.
    public func firstFailure() -> ScenarioFailure? { outcome().failure }
}
