/// Something large that few have, apart from what has it: where there is nothing it takes 8 bytes. Copies share it until one of them
/// changes; what nobody shares is changed in place, without a new allocation.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Is changed while one value alone has it.
    final class Box: @unchecked Sendable {
        fileprivate(set) var value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Nil where there is nothing. A part of it is read here without a copy of the whole.
    fileprivate(set) var box: Box?

    public init(wrappedValue: Value?) { box = wrappedValue.map { Box($0) } }

    public var wrappedValue: Value? {
        get { box?.value }
        set {
            guard let newValue else { return box = nil }
            if isKnownUniquelyReferenced(&box) { box!.value = newValue } else { box = Box(newValue) }
        }
    }

    public static func == (a: Self, b: Self) -> Bool { a.box === b.box || a.wrappedValue == b.wrappedValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
