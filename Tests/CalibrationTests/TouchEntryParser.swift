/// A strict parser of labwc's `<touch …/>`: an empty element of XML 1.0, byte by byte.
struct TouchEntryParser {
    struct Failure: Error { var text: String }

    /// The names and values of the element's attributes, in order.
    static func attributes(_ entry: String) throws -> [(name: String, value: [UInt8])] {
        let bytes = Array(entry.utf8)
        // No byte of a line break or of a control character is in an entry, which is one line of a file.
        if let control = bytes.first(where: { $0 < 0x20 || $0 == 0x7f }) { throw Failure(text: "byte \(control)") }
        let head = Array("<touch".utf8)
        let tail = Array("/>".utf8)
        guard bytes.starts(with: head), bytes.reversed().starts(with: tail.reversed()) else { throw Failure(text: "no touch element: \(entry)") }
        var rest = bytes[head.count..<(bytes.count - tail.count)]
        var attributes: [(name: String, value: [UInt8])] = []
        while !rest.isEmpty {
            guard rest.popFirst() == UInt8(ascii: " ") else { throw Failure(text: "no blank before an attribute: \(entry)") }
            let name = rest.prefix { (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) }
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), rest.popFirst() == UInt8(ascii: "\"") else {
                throw Failure(text: "no attribute: \(entry)")
            }
            let value = rest.prefix { $0 != UInt8(ascii: "\"") }
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() != nil else { throw Failure(text: "a value that does not end: \(entry)") }
            attributes.append((String(decoding: name, as: UTF8.self), try decoded(Array(value))))
        }
        return attributes
    }

    private static func decoded(_ value: [UInt8]) throws -> [UInt8] {
        var rest = value[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") { throw Failure(text: "markup in a value") }
            if byte != UInt8(ascii: "&") {
                bytes.append(byte)
                continue
            }
            let reference = rest.prefix { $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(reference.count)
            guard rest.popFirst() != nil, reference.starts(with: "#x".utf8),
                let number = UInt32(String(decoding: reference.dropFirst(2), as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(number),
                number == 9 || number == 10 || number == 13 || number >= 0x20, number != 0xfffe, number != 0xffff
            else { throw Failure(text: "no character reference that XML 1.0 allows: &\(String(decoding: reference, as: UTF8.self))") }
            bytes += UTF8.encode(scalar)!
        }
        return bytes
    }
}
