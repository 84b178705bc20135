import YAML

/// Reads one YAML document token by token, and keeps no tokens, because a recording has millions of them.
///
/// A function that reads a node begins with the cursor on the node's first token and leaves it on the last one.
struct YAMLCursor: ~Copyable {
    typealias Token = YAMLToken.Kind

    /// The maximum nesting. A recording has five levels.
    private static let depthMax = 32

    private let parser: YAMLParser
    private let bytes: UnsafeBufferPointer<UInt8>
    let file: String
    private(set) var token = Token.end
    /// The line of the token, counted from 1.
    private(set) var line = 1
    /// The text of the current scalar, without quotes. The buffer is reused.
    private var text: [UInt8] = []
    private var depth = 0
    private var documents = 0

    /// - Parameter bytes: UTF-8 text, which must outlive the cursor.
    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
        self.bytes = bytes
        self.file = file
        parser = YAMLParser(bytes)
        text.reserveCapacity(64)
    }

    /// Goes to the next token and returns it; `end` after the document.
    @discardableResult
    mutating func next() throws(RecordingError) -> Token {
        while true {
            var kind = YAMLToken.Kind.other
            do throws(YAMLParser.SyntaxError) {
                try parser.next { token in
                    kind = token.kind
                    line = token.mark.line
                    if kind == .scalar {
                        text.removeAll(keepingCapacity: true)
                        text.append(contentsOf: token.text)
                    }
                }
            } catch {
                line = error.mark.line
                throw self.error("this is not valid YAML: \(error.message)")
            }
            if kind == .documentStart {
                documents += 1
                guard documents == 1 else { throw error("a second document begins here; a recording has only one") }
            }
            if kind == .documentStart || kind == .other { continue }
            token = kind
            if token == .listStart || token == .mappingStart { depth += 1 }
            if token == .listEnd || token == .mappingEnd { depth -= 1 }
            guard depth <= Self.depthMax else {
                throw error("nested deeper than \(Self.depthMax) levels, so this is not a libinput recording")
            }
            return token
        }
    }

    /// Skips the node that begins here.
    mutating func skip() throws(RecordingError) {
        let outside = token == .listStart || token == .mappingStart ? depth - 1 : depth
        while depth > outside { try next() }
    }

    // MARK: - What stands here

    /// True for a scalar without text, such as the missing value of a key.
    var isNull: Bool { token == .scalar && (text.isEmpty || text == [UInt8(ascii: "~")]) }

    /// Throws if the token is not the expected one.
    ///
    /// - Parameter what: the node's name in errors, with its article.
    func expect(_ wanted: Token, _ what: @autoclosure () -> String) throws(RecordingError) {
        guard token == wanted else {
            let form = wanted == .listStart ? "a list" : wanted == .mappingStart ? "a mapping" : "a word or a number"
            throw error("\(what()) must be \(form), not \(found)")
        }
    }

    /// Returns the scalar as text. libyaml has already refused invalid UTF-8.
    func string(_ what: @autoclosure () -> String) throws(RecordingError) -> String {
        try expect(.scalar, what())
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a decimal number; libinput writes all numbers in this form.
    func integer(_ what: @autoclosure () -> String, _ range: ClosedRange<Int64>) throws(RecordingError) -> Int64 {
        guard token == .scalar, let value = decimal(), range.contains(value) else {
            throw error("\(what()) must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(found)")
        }
        return value
    }

    private func decimal() -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text[...]
        // 18 digits always fit, and no number here has more.
        guard (1...18).contains(digits.count) else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return isNegative ? -value : value
    }

    // MARK: - Lists of numbers

    /// Goes to the next number of a list. Throws if the list ends.
    ///
    /// - Parameter rule: the numbers that the list must have, for errors.
    mutating func nextNumber(_ rule: @autoclosure () -> String) throws(RecordingError) {
        if try next() == .listEnd { throw error("\(rule()); found fewer") }
    }

    mutating func nextInt32(
        _ rule: @autoclosure () -> String, _ what: @autoclosure () -> String
    ) throws(RecordingError) -> Int32 {
        try nextNumber(rule())
        return Int32(truncatingIfNeeded: try integer(what(), Int64(Int32.min)...Int64(Int32.max)))
    }

    mutating func endList(_ rule: @autoclosure () -> String) throws(RecordingError) {
        guard try next() == .listEnd else { throw error("\(rule()); unexpected \(found)") }
    }

    // MARK: - Errors

    /// The token's name in errors.
    var found: String {
        switch token {
        case .scalar: isNull ? "nothing" : "'\(printable(text.prefix(24)))'"
        case .listStart: "a list"
        case .mappingStart: "a mapping"
        case .alias: "an alias"
        case .listEnd: "the list's end"
        case .mappingEnd: "the mapping's end"
        case .end, .documentStart, .other: "the file's end"
        }
    }

    /// Returns an error at a line.
    ///
    /// - Parameter line: nil for the token's line. A line after the file's last one counts as the last one.
    func error(_ message: String, line: Int? = nil) -> RecordingError {
        let isWhole = bytes.last == UInt8(ascii: "\n")
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + (isWhole ? 0 : 1)
        let line = line ?? self.line
        // A killed recorder leaves such a file.
        let cutShort = !isWhole && line >= lines ? ": the file ends in the middle of this line" : ""
        return RecordingError(file: file, line: min(line, lines), message: message + cutShort)
    }
}
