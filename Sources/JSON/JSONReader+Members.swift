/// Reading single members of an object that is too large or too complex to be read as a whole. The other values are skipped without making anything
/// of them, so neither their number nor their depth costs memory. The text need not be valid JSON.
extension JSONReader {
    /// Returns the string or number of a key of the outermost object; nil if the key's last value is of another type, or there is none.
    public static func scalar(_ key: String, ofObject bytes: [UInt8]) -> JSONValue? {
        var found: JSONValue?
        forEachMember(ofObject: bytes) { name, value in
            if !isKey(bytes[name], key) { return }
            found = nil
            guard let first = bytes[value].first(where: { !isBlank($0) }), first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return }
            switch try? parse(Array(bytes[value])) {
            case .string(let text): found = .string(text)
            case .number(let number, let text): found = .number(number, text: text)
            default: break
            }
        }
        return found
    }

    /// Returns the text of an object without these members of the outermost object.
    public static func removing(_ keys: [String], fromObject bytes: [UInt8]) -> [UInt8] {
        var rest: [UInt8] = [UInt8(ascii: "{")]
        forEachMember(ofObject: bytes) { name, value in
            if keys.contains(where: { isKey(bytes[name], $0) }) { return }
            if rest.count > 1 { rest.append(UInt8(ascii: ",")) }
            rest += bytes[name.lowerBound..<value.upperBound]
        }
        return rest + [UInt8(ascii: "}")]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

    /// - Parameter text: a string with its quotes.
    private static func isKey(_ text: ArraySlice<UInt8>, _ key: String) -> Bool {
        if text.dropFirst().dropLast().elementsEqual(key.utf8) { return true }
        return text.contains(UInt8(ascii: "\\")) && (try? parse(Array(text))) == .string(key)
    }

    /// Calls `body` with the places of the key, with its quotes, and of the value of each member of the outermost object.
    private static func forEachMember(ofObject bytes: [UInt8], _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void) {
        var (at, depth) = (0, 0)
        var key: Range<Int>?
        var value: Int?
        func endMember() {
            if let key, let value { body(key, value..<at) }
            (key, value) = (nil, nil)
        }
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                let start = at
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
                if at >= bytes.count { return }
                if depth == 1, value == nil { key = start..<at + 1 }
            case UInt8(ascii: ":") where depth == 1 && value == nil: value = at + 1
            case UInt8(ascii: ",") where depth == 1: endMember()
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 1 { endMember() }
                depth -= 1
            default: break
            }
            at += 1
        }
    }
}
