import Text

/// Metrics of one name: what they mean, and how they are read from what touchd has said.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable { case counter, gauge, histogram, info }

    enum Unit: String, CaseIterable, Sendable { case seconds, bytes, hertz }

    /// Without the suffix of its type: OpenMetrics names a counter's family without `_total`.
    let name: String
    let kind: Kind
    /// One sentence.
    let help: String
    let samples: @Sendable (MetricSource) -> [MetricSample]

    init(_ name: String, _ kind: Kind, _ help: String, _ samples: @escaping @Sendable (MetricSource) -> [MetricSample]) {
        self.name = "touchd_" + name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// A name with a unit ends with it.
    var unit: Unit? { Unit.allCases.first { name.ends(with: "_\($0.rawValue)") } }

    /// What follows the name in samples.
    var suffix: String {
        switch kind {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram: ""
        }
    }
}
