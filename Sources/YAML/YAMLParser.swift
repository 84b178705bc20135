internal import CLibyaml
import Text

/// libyaml's event parser, for bytes in memory. The bytes must outlive it.
public struct YAMLParser: ~Copyable {
    /// An error at which libyaml stops.
    public struct SyntaxError: Error {
        public var mark: Mark
        public var message: String
    }

    // On the heap, because libyaml keeps pointers into the structure.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeBufferPointer<UInt8>
    /// The number of characters; nil if the last line ends, as most do.
    private let unendedCount: Int?

    /// - Parameter text: UTF-8 without a byte order mark.
    public init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        unendedCount = text.last.map { "\n\r".utf8.contains($0) } == false ? text.count(where: Self.isCharacter) : nil
        parser = .allocate(capacity: 1)
        // Fails only without memory, like Swift's own allocations.
        precondition(yaml_parser_initialize(parser) == 1, "no memory for the YAML parser")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Calls `body` with the next token, which is valid only during the call.
    public func next(_ body: (borrowing YAMLToken) -> Void) throws(SyntaxError) {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        body(YAMLToken(event, mark: mark(event.start_mark)))
    }

    private var failure: SyntaxError {
        let state = parser.pointee
        var message = state.problem.map { String(cString: $0) } ?? "out of memory"
        if state.error == YAML_READER_ERROR {
            // Reader errors have only a byte offset.
            var mark = Mark.start
            mark.advance(over: text.prefix(state.problem_offset))
            if message.begins(with: "invalid") && message.ends(with: "UTF-8 octet") || message == "incomplete UTF-8 octet sequence" {
                message = "the file is not UTF-8 (it looks like Latin-1 or Windows-1252); save it as UTF-8"
            }
            return SyntaxError(mark: mark, message: message)
        }
        if let context = state.context {
            message += " " + String(cString: context)
            if state.context_mark.line != state.problem_mark.line {
                message += " that begins on line \(state.context_mark.line + 1)"
            }
        }
        let mark = self.mark(state.problem_mark)
        let cure = SyntaxCure(text)
        let line = Int(state.problem_mark.line)
        if state.error == YAML_SCANNER_ERROR, isTab(in: Int(state.problem_mark.line), after: Int(state.problem_mark.column)) {
            message = "a tab; YAML is indented with spaces"
        } else if let found = cure.lookalike(before: line) {
            return SyntaxError(mark: found.mark, message: found.message)
        } else if let problem = state.problem {
            message += cure.advice(String(cString: problem), line: line, from: state.context == nil ? line : Int(state.context_mark.line))
        }
        return SyntaxError(mark: mark, message: message)
    }

    /// Converts a mark of libyaml, which counts from 0. It begins a line after the end of a text whose last line does not end; no editor can jump there.
    private func mark(_ found: yaml_mark_t) -> Mark {
        guard let unendedCount, found.column == 0, found.line > 0, found.index >= unendedCount else {
            return Mark(line: Int(found.line) + 1, column: Int(found.column) + 1)
        }
        let lastLine = text.suffix(from: text.lastIndex { "\n\r".utf8.contains($0) }.map { $0 + 1 } ?? 0)
        return Mark(line: Int(found.line), column: lastLine.count(where: Self.isCharacter) + 1)
    }

    private static func isCharacter(_ byte: UInt8) -> Bool { byte & 0xc0 != 0x80 }

    /// True if the line has a tab after exactly `column` spaces. Lines are counted from 0.
    private func isTab(in line: Int, after column: Int) -> Bool {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: line + 1, omittingEmptySubsequences: false)
        return lines.indices.contains(line) && lines[line].count > column
            && lines[line].prefix(column).allSatisfy { $0 == UInt8(ascii: " ") } && lines[line].dropFirst(column).first == UInt8(ascii: "\t")
    }
}
