import CLibsystemd

/// An argument of a call on the accessibility bus.
enum BusArgument {
    case text(String)
    case integer(Int)
    case unsigned(UInt32)
    /// Values of properties, which go out as variants.
    case flagProperty(Bool)
    case realProperty(Double)

    func append(to message: OpaquePointer) {
        switch self {
        case .text(let text): _ = text.withCString { sd_bus_message_append_basic(message, Self.code("s"), $0) }
        case .integer(let number): Self.append(Int32(clamping: number), "i", message)
        case .unsigned(let number): Self.append(number, "u", message)
        // sd-bus takes a boolean as an int.
        case .flagProperty(let isOn): Self.appendVariant(Int32(isOn ? 1 : 0), "b", message)
        case .realProperty(let number): Self.appendVariant(number, "d", message)
        }
    }

    private static func code(_ type: Character) -> Int8 { Int8(type.asciiValue!) }

    private static func append(_ value: some Any, _ type: Character, _ message: OpaquePointer) {
        _ = withUnsafePointer(to: value) { sd_bus_message_append_basic(message, code(type), $0) }
    }

    private static func appendVariant(_ value: some Any, _ type: Character, _ message: OpaquePointer) {
        sd_bus_message_open_container(message, code("v"), String(type))
        append(value, type, message)
        sd_bus_message_close_container(message)
    }
}
