/// An optional value that is large and usually nil, stored apart: nil takes 8 bytes. Copies share the value until one of them changes; an
/// unshared value is changed in place, without a new allocation.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The storage. It is changed only while a single value refers to it.
    final class Box: @unchecked Sendable {
        fileprivate(set) var value: Value

        init(_ value: Value) { self.value = value }
    }

    /// The storage; nil for no value. Reading a part of the value here avoids a copy of the whole.
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
