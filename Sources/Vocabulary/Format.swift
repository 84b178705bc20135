/// The name of an object of a format. Each format names its own objects. Names that appear in one schema must differ.
package struct ShapeName: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral text: String) { rawValue = text }
}

/// A format: its objects by name, in the order of its documentation, and the parts that it shares with other formats.
package struct Format: Sendable {
    /// The names of the format's own objects.
    package let ownNames: [ShapeName]
    /// The names of all objects: the format's own, then those of its parts.
    package let names: [ShapeName]
    private let shapes: [ShapeName: Shape]

    package init(_ own: KeyValuePairs<ShapeName, Shape>, parts: Format...) { self.init(own.map { ($0.key, $0.value) }, parts) }

    /// Makes a format from changed shapes.
    ///
    /// - Parameter change: adds to each shape what it has only in this format.
    package init(_ own: KeyValuePairs<ShapeName, Shape>, _ change: (Shape) -> Shape) { self.init(own.map { ($0.key, change($0.value)) }, []) }

    private init(_ own: [(key: ShapeName, value: Shape)], _ parts: [Format]) {
        ownNames = own.map(\.key)
        names = ownNames + parts.flatMap(\.names)
        shapes = Dictionary(uniqueKeysWithValues: own + parts.flatMap(\.shapes))
    }

    /// Returns the shape of an object.
    ///
    /// - Precondition: the format has an object with this name.
    package subscript(name: ShapeName) -> Shape { shapes[name]! }
}
