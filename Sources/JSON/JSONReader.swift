/// Reads one JSON text strictly (RFC 8259), with a bound on its depth and, if wanted, on how much is in it. Bytes come from clients that nobody trusts.
public struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0
    private static let maximumDepth = 32
    private let most: Int
    private var values = 0

    /// - Parameter most: how many values there may be, those inside lists and objects included.
    public static func parse(_ bytes: [UInt8], atMost most: Int = .max) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, most)
        reader.skipBlanks()
        let value = try reader.value()
        reader.skipBlanks()
        if reader.at < bytes.count { throw reader.error("there is more after the JSON value") }
        return value
    }

    private init(_ bytes: [UInt8], _ most: Int) {
        self.bytes = bytes
        self.most = most
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func error(_ message: String) -> JSONError { JSONError(offset: at, message: message) }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        values += 1
        if values > most { throw error("more than \(most) values") }
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        case nil: throw error("a JSON value is missing")
        default: throw error("this is no JSON value")
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[at...].starts(with: word.utf8) else { throw error("expected \"\(word)\"") }
        at += word.utf8.count
        return value
    }

    private mutating func enter() throws(JSONError) {
        at += 1
        depth += 1
        if depth > Self.maximumDepth { throw error("nested deeper than \(Self.maximumDepth) levels") }
        skipBlanks()
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var values: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            skipBlanks()
            values.append(try value())
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .array(values) }
            if !take(UInt8(ascii: ",")) { throw error("expected \",\" or \"]\"") }
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var members: [String: JSONValue] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
            let key = try text()
            skipBlanks()
            if !take(UInt8(ascii: ":")) { throw error("expected \":\"") }
            skipBlanks()
            members[key] = try value()
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            if !take(UInt8(ascii: ",")) { throw error("expected \",\" or \"}\"") }
        }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = at
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard isDigit(next) else { throw error("expected a digit") }
            while isDigit(next) { at += 1 }
        }
        if take(UInt8(ascii: ".")) {
            guard isDigit(next) else { throw error("expected a digit") }
            while isDigit(next) { at += 1 }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard isDigit(next) else { throw error("expected a digit") }
            while isDigit(next) { at += 1 }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw error("this number is too large") }
        return .number(value, text: text)
    }

    private mutating func text() throws(JSONError) -> String {
        at += 1
        // Up to the first escape as it stands, which mostly is all of it.
        let plain = bytes[at...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
        at += plain.count
        var out = Array(plain)
        while true {
            guard let byte = next else { throw error("the string does not end") }
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: out, as: UTF8.self) else { throw error("the string is not UTF-8") }
                return text
            case UInt8(ascii: "\\"): try escape(into: &out)
            case 0..<0x20: throw error("a control character in a string must be escaped")
            default: out.append(byte)
            }
        }
    }

    private mutating func escape(into out: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error("the string does not end") }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0c)
        case UInt8(ascii: "n"): out.append(0x0a)
        case UInt8(ascii: "r"): out.append(0x0d)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "u"):
            var unit = try hex4()
            if unit >= 0xd800 && unit < 0xdc00 {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw error("half a surrogate pair") }
                let low = try hex4()
                guard low >= 0xdc00 && low < 0xe000 else { throw error("half a surrogate pair") }
                unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw error("half a surrogate pair") }
            out.append(contentsOf: String(Character(scalar)).utf8)
        default: throw error("unknown escape")
        }
    }

    private mutating func hex4() throws(JSONError) -> UInt32 {
        guard at + 4 <= bytes.count, bytes[at..<at + 4].allSatisfy({ ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) || ($0 >= 0x30 && $0 <= 0x39) }),
            let unit = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
        else { throw error("expected four hex digits") }
        at += 4
        return unit
    }
}
