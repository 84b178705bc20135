import JSON
import YAML
import Text

/// Reads a configuration, a file of scenarios, or the settings of a bridge: strict YAML (one document, no anchors, aliases, tags, merge or duplicate
/// keys), or JSON.
package enum DocumentReader {
    package static let sizeMax = 16 << 20
    /// The limit of keys and values in a file, including lists and mappings.
    package static let valuesMax = 1_000_000
    private static let depthMax = YAMLTreeBuilder.depthMax

    /// Returns the document's root; nil if there is none or its syntax is broken, which is then logged.
    ///
    /// A text that begins like JSON is read as JSON. If that fails, a file whose name ends in `.json` is refused, and any other one is read as YAML,
    /// which has lists and mappings in brackets too. Errors after which reading can go on (anchors, duplicate keys, …) are all logged.
    /// - Parameter ifEmpty: the message for an empty file.
    package static func read(
        _ text: [UInt8], log: DiagnosticLog, ifEmpty: String = "the file is empty; a configuration begins with \"version: 1\""
    ) -> YAMLNode? {
        guard text.count <= sizeMax else {
            log.error(.start, "the file is larger than 16 MiB, which is the limit; use fewer regions")
            return nil
        }
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        guard text.count > start else {
            log.error(.start, ifEmpty)
            return nil
        }
        if isUTF16(text) {
            log.error(.start, "the file is not UTF-8 (it looks like UTF-16); save it as UTF-8")
            return nil
        }
        if beginsLikeJSON(text[start...]) {
            do throws(JSONError) {
                let root = try JSONReader.nodes(text, from: start, atMost: valuesMax, countsKeys: true, depth: depthMax)
                return YAMLNode(root, log: log)
            } catch {
                if log.file.ends(with: ".json") {
                    var mark = Mark.start
                    mark.advance(over: text[start..<error.offset])
                    log.error(mark, "this is not JSON: \(error.message)")
                    return nil
                }
            }
        }
        return text[start...].withUnsafeBufferPointer { bytes in
            read(YAMLParser(bytes), YAMLTreeBuilder(log: log, ifEmpty: ifEmpty), log)
        }
    }

    /// True for a text with the byte order mark of UTF-16, or with a zero in every other byte, as UTF-16 has for English.
    private static func isUTF16(_ text: [UInt8]) -> Bool {
        if text.starts(with: [0xff, 0xfe]) || text.starts(with: [0xfe, 0xff]) { return true }
        let start = text.prefix(64)
        return start.count >= 4 && (0...1).contains { parity in start.indices.allSatisfy { ($0 % 2 == parity) == (start[$0] == 0) } }
    }

    private static func beginsLikeJSON(_ text: ArraySlice<UInt8>) -> Bool {
        let first = text.first { $0 != 0x20 && !(0x09...0x0d).contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    private static func read(_ parser: consuming YAMLParser, _ builder: YAMLTreeBuilder, _ log: DiagnosticLog) -> YAMLNode? {
        var builder = builder
        var isMore = true
        do {
            while isMore { try parser.next { isMore = builder.append($0) } }
        } catch {
            log.error(error.mark, error.message)
            return nil
        }
        return builder.root
    }
}

extension YAMLNode {
    /// Makes a node from a JSON value.
    ///
    /// - Parameter log: gets an error for each key that an object has twice; nil if the last value counts instead.
    package init(_ json: JSONNode, log: DiagnosticLog? = nil) {
        let content: Content =
            switch json.content {
            case .null: .scalar("null", isPlain: true)
            case .bool(let flag): .scalar(flag ? "true" : "false", isPlain: true)
            case .number(let number, let text): .number(number, text: text)
            case .string(let text): .scalar(text, isPlain: false)
            case .array(let items): .list(items.map { YAMLNode($0, log: log) })
            case .object(let members): .mapping(Self.entries(members, log))
            }
        self.init(mark: json.mark, content: content)
    }

    private static func entries(_ members: [JSONNode.Member], _ log: DiagnosticLog?) -> [Entry] {
        // Only many members are worth it: comparing a few keys is faster than hashing one.
        var places: [String: Int] = [:]
        let areMany = members.count > 8
        var entries: [Entry] = []
        entries.reserveCapacity(members.count)
        for member in members {
            let entry = Entry(key: member.key, mark: member.mark, value: YAMLNode(member.value, log: log))
            guard let first = areMany ? places[member.key] : entries.firstIndex(where: { $0.key == member.key }) else {
                if areMany { places[member.key] = entries.count }
                entries.append(entry)
                continue
            }
            if let log {
                log.error(member.mark, "duplicate key \(quoted(member.key)); it is already given on line \(entries[first].mark.line)")
            } else {
                entries[first] = entry
            }
        }
        return entries
    }
}
