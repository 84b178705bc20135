import Text

/// A sample: a line of a family.
struct MetricSample: Equatable {
    typealias Label = (name: String, value: String)

    enum Value: Equatable {
        case whole(Int64)
        /// µs, written as seconds.
        case duration(Int64)

        /// The exact number as text. Both output formats use it.
        var text: String {
            switch self {
            case .whole(let value): return "\(value)"
            case .duration(let value):
                let digits = String(value.magnitude % 1_000_000)
                var fraction = String(repeating: "0", count: 6 - digits.count) + digits
                while fraction.count > 1 && fraction.ends(with: "0") { fraction.removeLast() }
                return "\(value < 0 ? "-" : "")\(value.magnitude / 1_000_000).\(fraction)"
            }
        }
    }

    /// The suffix after the family's name. Only histograms have one per sample; other types have one per family.
    var suffix = ""
    var labels: [Label] = []
    var value: Value

    init(_ value: Value, _ labels: KeyValuePairs<String, String> = [:], suffix: String = "") {
        self.value = value
        self.labels = labels.map { ($0.key, $0.value) }
        self.suffix = suffix
    }

    init(_ value: Int64, _ labels: KeyValuePairs<String, String> = [:]) { self.init(.whole(value), labels) }

    init(_ value: Bool, _ labels: KeyValuePairs<String, String> = [:]) { self.init(.whole(value ? 1 : 0), labels) }

    static func == (a: Self, b: Self) -> Bool {
        a.suffix == b.suffix && a.value == b.value && a.labels.elementsEqual(b.labels) { $0 == $1 }
    }
}
