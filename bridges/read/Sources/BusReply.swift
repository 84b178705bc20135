import CLibsystemd
import Glibc

/// A reply on the accessibility bus. Every reader checks the type first: applications may answer anything.
struct BusReply {
    /// An answer of another type than the interface says.
    struct WrongType: Error {
        var found: String
    }

    /// The most bytes of a text, and the most items of a list, that are read.
    private static let (textMax, itemsMax) = (4096, 64)

    let message: OpaquePointer

    var isError: Bool { sd_bus_message_is_method_error(message, nil) > 0 }

    private var signature: String { sd_bus_message_get_signature(message, 1).map { String(cString: $0) } ?? "" }

    private func expect(_ expected: String) throws(WrongType) {
        if signature != expected { throw WrongType(found: signature) }
    }

    func number() throws(WrongType) -> Int {
        try expect("i")
        return Int(readInteger())
    }

    func unsigned() throws(WrongType) -> UInt32 {
        try expect("u")
        var value: UInt32 = 0
        sd_bus_message_read_basic(message, Int8(UInt8(ascii: "u")), &value)
        return value
    }

    func flag() throws(WrongType) -> Bool {
        try expect("b")
        var value: Int32 = 0
        sd_bus_message_read_basic(message, Int8(UInt8(ascii: "b")), &value)
        return value != 0
    }

    func text() throws(WrongType) -> String {
        try expect("s")
        return readText()
    }

    func object(from bus: String) throws(WrongType) -> ObjectReference? {
        try expect("(so)")
        return readObject(from: bus)
    }

    func objects(from bus: String) throws(WrongType) -> [ObjectReference] {
        try expect("a(so)")
        enter("a", "(so)")
        var found: [ObjectReference] = []
        // At most this many rounds: an object that cannot be read does not bring the end nearer.
        for _ in 0..<Self.itemsMax where !isAtEnd { if let object = readObject(from: bus) { found.append(object) } }
        return found
    }

    /// Returns the states as a set of bits.
    func states() throws(WrongType) -> AccessibleStates {
        try expect("au")
        var bytes: UnsafeRawPointer?
        var size = 0
        guard sd_bus_message_read_array(message, Int8(UInt8(ascii: "u")), &bytes, &size) >= 0, let bytes else { return [] }
        var value: UInt64 = 0
        for index in 0..<min(size / 4, 2) { value |= UInt64(bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)) << (32 * UInt64(index)) }
        return AccessibleStates(rawValue: value)
    }

    /// Returns a rectangle; nil if it has no size.
    func box() throws(WrongType) -> Box? {
        try expect("(iiii)")
        enter("r", "iiii")
        let (x, y, width, height) = (readInteger(), readInteger(), readInteger(), readInteger())
        guard width > 0, height > 0 else { return nil }
        return Box(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    func actionNames() throws(WrongType) -> [String] {
        try expect("a(sss)")
        enter("a", "(sss)")
        var names: [String] = []
        while names.count < Self.itemsMax, !isAtEnd, enter("r", "sss") {
            names.append(readText())
            _ = (readText(), readText())
            sd_bus_message_exit_container(message)
        }
        return names
    }

    /// Returns the objects to which an object has a relation.
    func related(_ relation: UInt32, from bus: String) throws(WrongType) -> [ObjectReference] {
        try expect("a(ua(so))")
        enter("a", "(ua(so))")
        var found: [ObjectReference] = []
        var count = 0
        while count < Self.itemsMax, !isAtEnd, enter("r", "ua(so)") {
            count += 1
            var type: UInt32 = 0
            sd_bus_message_read_basic(message, Int8(UInt8(ascii: "u")), &type)
            guard enter("a", "(so)") else { break }
            while let object = readObject(from: bus) {
                if type == relation, found.count < Self.itemsMax { found.append(object) }
            }
            if type == relation { break }
            guard sd_bus_message_exit_container(message) >= 0, sd_bus_message_exit_container(message) >= 0 else { break }
        }
        return found
    }

    // MARK: Properties, which come as variants

    private func open(_ expected: [String]) throws(WrongType) -> String {
        try expect("v")
        var contents: UnsafePointer<CChar>?
        sd_bus_message_peek_type(message, nil, &contents)
        let found = contents.map { String(cString: $0) } ?? ""
        guard expected.contains(found), enter("v", found) else { throw WrongType(found: "v of \(found)") }
        return found
    }

    func textProperty() throws(WrongType) -> String {
        _ = try open(["s"])
        return readText()
    }

    func numberProperty() throws(WrongType) -> Int {
        _ = try open(["i"])
        return Int(readInteger())
    }

    func objectProperty(from bus: String) throws(WrongType) -> ObjectReference? {
        _ = try open(["(so)"])
        return readObject(from: bus)
    }

    /// Returns a number; nil if it is not finite.
    func realProperty() throws(WrongType) -> Double? {
        if try open(["d", "i"]) == "i" { return Double(readInteger()) }
        var value = 0.0
        sd_bus_message_read_basic(message, Int8(UInt8(ascii: "d")), &value)
        return value.isFinite ? value : nil
    }

    // MARK: Parts

    private var isAtEnd: Bool { sd_bus_message_at_end(message, 0) != 0 }

    @discardableResult private func enter(_ type: Character, _ contents: String) -> Bool {
        sd_bus_message_enter_container(message, Int8(type.asciiValue!), contents) > 0
    }

    private func readInteger() -> Int32 {
        var value: Int32 = 0
        sd_bus_message_read_basic(message, Int8(UInt8(ascii: "i")), &value)
        return value
    }

    private func readText(_ type: Character = "s") -> String {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, Int8(type.asciiValue!), &text) > 0, let text else { return "" }
        let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, Self.textMax))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads an object. One without a bus is on that of the application which names it.
    private func readObject(from bus: String) -> ObjectReference? {
        guard enter("r", "so") else { return nil }
        let (name, path) = (readText(), readText("o"))
        sd_bus_message_exit_container(message)
        if path == ObjectReference.nullPath || path.isEmpty { return nil }
        return ObjectReference(bus: name.isEmpty ? bus : name, path: path)
    }
}
