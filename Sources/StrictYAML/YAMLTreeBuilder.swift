import Text
import YAML

/// Turns YAML's tokens into a tree. It keeps its own stack, so that a deeply nested file does not need deep recursion.
struct YAMLTreeBuilder {
    static let depthMax = 200

    /// A list or mapping whose end has not been read.
    private struct OpenCollection {
        var mark: Mark
        var isMapping: Bool
        var items: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        /// The lines of the keys so far, filled once there are many.
        var lines: [String: Int] = [:]
        var key: Key?

        init(mark: Mark, isMapping: Bool) {
            (self.mark, self.isMapping) = (mark, isMapping)
            // Enough for most collections.
            if isMapping { entries.reserveCapacity(4) } else { items.reserveCapacity(4) }
        }

        func line(ofKey name: String) -> Int? {
            if !lines.isEmpty { return lines[name] }
            for index in entries.indices where entries[index].key == name { return entries[index].mark.line }
            return nil
        }

        mutating func append(_ entry: consuming YAMLNode.Entry) {
            // Most mappings are small, and searching them is faster than hashing.
            let smallMax = 16
            if entries.count >= smallMax { lines[entry.key] = entry.mark.line }
            entries.append(entry)
            if entries.count == smallMax { for entry in entries { lines[entry.key] = entry.mark.line } }
        }
    }

    /// A key that waits for its value. Without a name the key was refused, and its value is dropped.
    private struct Key {
        var name: String?
        var mark: Mark
    }

    private let log: DiagnosticLog
    /// The message for an empty file.
    private let ifEmpty: String
    private var open: [OpenCollection] = []
    private var documents = 0
    private var values = 0
    private(set) var root: YAMLNode?

    init(log: DiagnosticLog, ifEmpty: String) {
        self.log = log
        self.ifEmpty = ifEmpty
    }

    /// Adds the next token. Returns false after the last token, and after an error that ends the reading.
    mutating func append(_ token: borrowing YAMLToken) -> Bool {
        let mark = token.mark
        switch token.kind {
        case .end:
            if documents == 0 { log.error(.start, ifEmpty) }
            return false
        case .documentStart:
            documents += 1
            guard documents == 1 else {
                log.error(mark, "a second document begins here; a file holds one")
                return false
            }
        case .alias:
            log.error(mark, "aliases (*name) are not allowed; repeat the value")
            add(YAMLNode(mark: mark, content: .refused))
        case .scalar:
            guard count(at: mark) else { return false }
            refuseNames(token)
            let text = String(decoding: token.text, as: UTF8.self)
            add(YAMLNode(mark: mark, content: token.isPlain ? .plain(text) : .scalar(text, isPlain: false)))
        case .listStart:
            refuseNames(token)
            return begin(OpenCollection(mark: mark, isMapping: false))
        case .mappingStart:
            refuseNames(token)
            return begin(OpenCollection(mark: mark, isMapping: true))
        case .listEnd, .mappingEnd:
            let ended = open.removeLast()
            add(YAMLNode(mark: ended.mark, content: ended.isMapping ? .mapping(ended.entries) : .list(ended.items)))
        case .other:
            break
        }
        return true
    }

    private mutating func count(at mark: Mark) -> Bool {
        values += 1
        if values <= DocumentReader.valuesMax { return true }
        log.error(mark, "the file has more than \(DocumentReader.valuesMax) keys and values, which is the limit")
        root = nil
        return false
    }

    private mutating func begin(_ collection: consuming OpenCollection) -> Bool {
        guard count(at: collection.mark) else { return false }
        guard open.count < Self.depthMax else {
            log.error(collection.mark, "nested deeper than \(Self.depthMax) levels")
            root = nil
            return false
        }
        open.append(collection)
        return true
    }

    private func refuseNames(_ token: borrowing YAMLToken) {
        if token.hasAnchor { log.error(token.mark, "anchors (&name) are not allowed; repeat the value where it is needed") }
        if token.hasTag { log.error(token.mark, "tags (!name) are not allowed; types come from the key") }
    }

    private mutating func add(_ node: consuming YAMLNode) {
        let top = open.count - 1
        guard top >= 0 else {
            root = node
            return
        }
        guard open[top].isMapping else {
            open[top].items.append(node)
            return
        }
        guard let key = open[top].key else {
            open[top].key = Key(name: name(ofKey: node), mark: node.mark)
            return
        }
        open[top].key = nil
        if let name = key.name { open[top].append(YAMLNode.Entry(key: name, mark: key.mark, value: node)) }
    }

    /// Returns the key's name if the node may be the next key of the innermost mapping; otherwise logs the error.
    private mutating func name(ofKey node: YAMLNode) -> String? {
        let top = open.count - 1
        switch node.content {
        case .scalar("<<", isPlain: true):
            log.error(node.mark, "merge keys (<<) are not allowed; repeat the keys")
        case .scalar(let name, _), .number(_, let name):
            guard let line = open[top].line(ofKey: name) else { return name }
            log.error(node.mark, "duplicate key \(quoted(name)); it is already given on line \(line)")
        case .list, .mapping:
            log.error(node.mark, "a key must be a plain word or a string, not a list or a mapping")
        case .refused:
            break
        }
        return nil
    }
}
