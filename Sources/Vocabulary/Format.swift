/// The name of an object of a format. Each format names its own; names that are written in one schema are different.
package struct ShapeName: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral text: String) { rawValue = text }
}

/// A format: its objects by name, in the order of its documentation, and the parts that it has in common with others.
package struct Format: Sendable {
    /// Of the objects that are the format's own.
    package let ownNames: [ShapeName]
    /// Of all of them: the format's own, then those of its parts.
    package let names: [ShapeName]
    private let shapes: [ShapeName: Shape]

    package init(_ own: KeyValuePairs<ShapeName, Shape>, parts: Format...) { self.init(own.map { ($0.key, $0.value) }, parts) }

    /// - Parameter change: what the objects have here that they have not elsewhere.
    package init(_ own: KeyValuePairs<ShapeName, Shape>, _ change: (Shape) -> Shape) { self.init(own.map { ($0.key, change($0.value)) }, []) }

    private init(_ own: [(key: ShapeName, value: Shape)], _ parts: [Format]) {
        ownNames = own.map(\.key)
        names = ownNames + parts.flatMap(\.names)
        shapes = Dictionary(uniqueKeysWithValues: own + parts.flatMap(\.shapes))
    }

    /// - Precondition: the format has such an object.
    package subscript(name: ShapeName) -> Shape { shapes[name]! }
}
