import StrictYAML
import TouchCore

/// Accessors for values that the shapes have checked. They return nil for values that the shapes have refused, so that decoding goes on and finds its
/// own errors too.
extension YAMLNode {
    package func string(_ key: String) -> String? { self[key]?.string }
    package func boolean(_ key: String) -> Bool? { self[key]?.boolean }
    package func items(_ key: String) -> [YAMLNode] { self[key]?.items ?? [] }

    /// The entries of a mapping; empty for other values.
    var entries: [(key: String, value: YAMLNode)] {
        guard case .mapping(let entries) = content else { return [] }
        return entries.map { ($0.key, $0.value) }
    }

    package func number(_ key: String) -> Double? {
        self[key]?.finite
    }

    package func numbers(_ key: String, count: Int) -> [Double]? {
        self[key]?.numbers(count)
    }

    /// Returns the node's value as a list of this many numbers.
    func numbers(_ count: Int) -> [Double]? {
        guard let items, items.count == count else { return nil }
        var numbers: [Double] = []
        numbers.reserveCapacity(count)
        for item in items {
            guard let number = item.finite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// The node's value as a rectangle.
    package var rect: Rect? { numbers(4).map { Rect($0[0], $0[1], $0[2], $0[3]) } }

    /// The node's value as a point.
    package var point: Point? { numbers(2).map { Point($0[0], $0[1]) } }

    var insets: Insets? { numbers(4).map { Insets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } }
    /// The node's value in seconds, converted to µs.
    var microseconds: Int64? { finite.map { Int64(microsecondsOf: $0) } }

    package func microseconds(_ key: String) -> Int64? { self[key]?.microseconds }

    package func point(_ key: String) -> Point? {
        numbers(key, count: 2).map { Point($0[0], $0[1]) }
    }

    package func rect(_ key: String) -> Rect? { self[key]?.rect }

    /// Returns the node's value as the value of a gesture's property; nil if it has another type.
    func value(as property: GestureProperty) -> GestureSpec.Value? {
        switch property.kind {
        case .count, .seconds, .points, .radians, .ratio: finite.map { .number($0) }
        case .words, .mask: (items?.compactMap(\.string) ?? string.map { [$0] }).map { .words($0) }
        }
    }
}
