import Text
import YAML

/// Strict YAML, like touchd's own configuration: one document, no anchors, aliases, tags, merge keys or duplicate keys.
struct StrictYAML {
    private static let depthMax = 8
    private static let valuesMax = 10_000

    /// A copy of a token, because libyaml only lends tokens.
    private struct Item {
        var kind: YAMLToken.Kind
        var mark: Mark
        var text: String
        var isPlain: Bool
    }

    private var items: [Item] = []
    private var next = 0
    private(set) var mistakes: [Mistake] = []

    /// Returns the document's root and the mistakes. The root is nil if the document is empty or its syntax is broken; the mistakes give the reason.
    ///
    /// - Parameter key: the first key of such a file, for the message about an empty file.
    static func read(_ text: [UInt8], beginsWith key: String) -> (root: YAMLValue?, mistakes: [Mistake]) {
        var reader = StrictYAML()
        do throws(Mistake) {
            try reader.scan(text)
            if reader.items.isEmpty { throw Mistake(mark: .start, message: "the file is empty; it must begin with \"\(key):\"") }
            let root = try reader.value(depth: 0)
            return (root, reader.mistakes)
        } catch {
            return (nil, reader.mistakes + [error])
        }
    }

    private mutating func scan(_ text: [UInt8]) throws(Mistake) {
        var documents = 0
        var failure: Mistake?
        text.withUnsafeBufferPointer { bytes in
            let parser = YAMLParser(bytes)
            do throws(YAMLParser.SyntaxError) {
                var isMore = true
                while isMore, failure == nil {
                    try parser.next { token in
                        switch token.kind {
                        case .end: isMore = false
                        case .other: break
                        case .documentStart:
                            documents += 1
                            if documents > 1 { failure = Mistake(mark: token.mark, message: "a second document begins here; a file holds one") }
                        default: failure = append(token)
                        }
                    }
                }
            } catch {
                failure = Mistake(mark: error.mark, message: error.message)
            }
        }
        if let failure { throw failure }
    }

    private mutating func append(_ token: borrowing YAMLToken) -> Mistake? {
        if token.kind == .alias { return Mistake(mark: token.mark, message: "aliases (*name) are not allowed; repeat the value") }
        if token.hasAnchor { return Mistake(mark: token.mark, message: "anchors (&name) are not allowed; repeat the value") }
        if token.hasTag { return Mistake(mark: token.mark, message: "tags (!name) are not allowed") }
        guard items.count < Self.valuesMax else { return Mistake(mark: token.mark, message: "the file has too many values") }
        items.append(Item(kind: token.kind, mark: token.mark, text: String(decoding: token.text, as: UTF8.self), isPlain: token.isPlain))
        return nil
    }

    private mutating func value(depth: Int) throws(Mistake) -> YAMLValue {
        let item = items[next]
        next += 1
        if depth > Self.depthMax { throw Mistake(mark: item.mark, message: "nested too deeply") }
        switch item.kind {
        case .listStart:
            var list: [YAMLValue] = []
            while items[next].kind != .listEnd { list.append(try value(depth: depth + 1)) }
            next += 1
            return YAMLValue(mark: item.mark, content: .list(list))
        case .mappingStart:
            var entries: [YAMLValue.Entry] = []
            while items[next].kind != .mappingEnd {
                let key = try value(depth: depth + 1)
                guard case .scalar(let name, _) = key.content, name != "<<" else {
                    throw Mistake(mark: key.mark, message: "a key must be a word")
                }
                let value = try value(depth: depth + 1)
                if let first = entries.first(where: { $0.key == name }) {
                    let message = "duplicate key \"\(printable(name, atMost: 60))\"; it is already given on line \(first.mark.line)"
                    mistakes.append(Mistake(mark: key.mark, message: message))
                } else {
                    entries.append(YAMLValue.Entry(key: name, mark: key.mark, value: value))
                }
            }
            next += 1
            return YAMLValue(mark: item.mark, content: .mapping(entries))
        default: return YAMLValue(mark: item.mark, content: .scalar(item.text, isPlain: item.isPlain))
        }
    }
}
