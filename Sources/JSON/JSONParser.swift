/// Parses a JSON text in one pass. The maker makes the results.
struct JSONParser<Maker: JSONMaker> {
    private let bytes: [UInt8]
    private var at: Int
    private var depth = 0
    private let maximumDepth: Int
    private let most: Int
    private let countsKeys: Bool
    private var values = 0
    private var maker: Maker

    init(_ bytes: [UInt8], from start: Int = 0, atMost most: Int, countsKeys: Bool = false, depth: Int, _ maker: Maker) {
        self.bytes = bytes
        at = start
        self.most = most
        self.countsKeys = countsKeys
        maximumDepth = depth
        self.maker = maker
    }

    mutating func parse() throws(JSONError) -> Maker.Value {
        skipBlanks()
        let value = try value()
        skipBlanks()
        if at < bytes.count { throw error("unexpected text after the JSON value") }
        return value
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func error(_ message: String, isLimit: Bool = false) -> JSONError { JSONError(offset: at, message: message, isLimit: isLimit) }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { at += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        at += 1
        return true
    }

    private mutating func count() throws(JSONError) {
        values += 1
        if values > most { throw error("more than \(most) \(countsKeys ? "keys and values" : "values")", isLimit: true) }
    }

    private mutating func value() throws(JSONError) -> Maker.Value {
        try count()
        let place = maker.place(at, bytes)
        switch next {
        case UInt8(ascii: "{"): return try object(place)
        case UInt8(ascii: "["): return try array(place)
        case UInt8(ascii: "\""): return maker.string(try text(), place)
        case UInt8(ascii: "t"): return try word("true", maker.bool(true, place))
        case UInt8(ascii: "f"): return try word("false", maker.bool(false, place))
        case UInt8(ascii: "n"): return try word("null", maker.null(place))
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number(place)
        case nil: throw error("a JSON value is missing")
        default: throw error("this is not a JSON value")
        }
    }

    private mutating func word(_ word: String, _ value: Maker.Value) throws(JSONError) -> Maker.Value {
        guard bytes[at...].starts(with: word.utf8) else { throw error("expected \"\(word)\"") }
        at += word.utf8.count
        return value
    }

    private mutating func enter() throws(JSONError) {
        at += 1
        depth += 1
        if depth > maximumDepth { throw error("nested deeper than \(maximumDepth) levels", isLimit: true) }
        skipBlanks()
    }

    private mutating func array(_ place: Maker.Place) throws(JSONError) -> Maker.Value {
        try enter()
        defer { depth -= 1 }
        var values: [Maker.Value] = []
        if consume(UInt8(ascii: "]")) { return maker.array(values, place) }
        values.reserveCapacity(4)
        while true {
            skipBlanks()
            values.append(try value())
            skipBlanks()
            if consume(UInt8(ascii: "]")) { return maker.array(values, place) }
            if !consume(UInt8(ascii: ",")) { throw error("expected \",\" or \"]\"") }
        }
    }

    private mutating func object(_ place: Maker.Place) throws(JSONError) -> Maker.Value {
        try enter()
        defer { depth -= 1 }
        var members = Maker.Members()
        if consume(UInt8(ascii: "}")) { return maker.object(members, place) }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
            if countsKeys { try count() }
            let keyPlace = maker.place(at, bytes)
            let key = try text()
            skipBlanks()
            if !consume(UInt8(ascii: ":")) { throw error("expected \":\"") }
            skipBlanks()
            maker.add(key, keyPlace, try value(), to: &members)
            skipBlanks()
            if consume(UInt8(ascii: "}")) { return maker.object(members, place) }
            if !consume(UInt8(ascii: ",")) { throw error("expected \",\" or \"}\"") }
        }
    }

    private mutating func number(_ place: Maker.Place) throws(JSONError) -> Maker.Value {
        let start = at
        let number = bytes.withUnsafeBufferPointer { bytes in
            var scanner = NumberScanner(bytes, at: start)
            defer { at = scanner.at }
            return scanner.number()
        }
        guard let number else { throw error("expected a digit") }
        guard number.isFinite else { throw error("this number is too large") }
        return maker.number(number, text: text(start..<at), place)
    }

    /// Returns bytes that are ASCII as a string.
    private func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    private mutating func text() throws(JSONError) -> String {
        at += 1
        // Scans up to the first escape. Most strings have none.
        let start = at
        var bits: UInt8 = 0
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            bits |= byte
            at += 1
        }
        // ASCII is valid UTF-8. Validating it would take longer than all the rest.
        if bits < 0x80, consume(UInt8(ascii: "\"")) { return text(start..<at - 1) }
        var out = Array(bytes[start..<at])
        while true {
            guard let byte = next else { throw error("the string has no closing quote") }
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
        guard let byte = next else { throw error("the string has no closing quote") }
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
                guard consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else { throw error("incomplete surrogate pair") }
                let low = try hex4()
                guard low >= 0xdc00 && low < 0xe000 else { throw error("incomplete surrogate pair") }
                unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw error("incomplete surrogate pair") }
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
