import Text

/// A metric's name, its meaning, and how its samples are read from touchd's answers.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable { case counter, gauge, histogram, info }

    enum Unit: String, CaseIterable, Sendable { case seconds, bytes, hertz }

    /// The name without the suffix of its type: OpenMetrics names a counter's family without `_total`.
    let name: String
    let kind: Kind
    /// The description, one sentence.
    let help: String
    let samples: @Sendable (MetricSource) -> [MetricSample]

    init(_ name: String, _ kind: Kind, _ help: String, _ samples: @escaping @Sendable (MetricSource) -> [MetricSample]) {
        self.name = "touchd_" + name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// The unit. A metric with a unit has it at the end of its name.
    var unit: Unit? { Unit.allCases.first { name.ends(with: "_\($0.rawValue)") } }

    /// The suffix of the name in samples.
    var suffix: String {
        switch kind {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram: ""
        }
    }
}
