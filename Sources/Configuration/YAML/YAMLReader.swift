import YAML

/// Reads the strict YAML of a configuration: one document, no anchors, aliases, tags, merge or duplicate keys.
enum YAMLReader {
    static let sizeMax = 16 << 20

    /// The document's root; nil when there is none or its syntax is broken, which the log then says.
    ///
    /// Refusals that libyaml can go on after (anchors, duplicate keys, …) are all logged.
    static func read(_ text: [UInt8], log: DiagnosticLog) -> YAMLNode? {
        guard text.count <= sizeMax else {
            log.error(.start, "the file is larger than 16 MiB; split the work between fewer regions")
            return nil
        }
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        guard text.count > start else {
            log.error(.start, YAMLTreeBuilder.emptyFile)
            return nil
        }
        let pairs = SurrogatePairs(Array(text[start...]))
        return pairs.text.withUnsafeBufferPointer { bytes in
            read(YAMLParser(bytes), placedBy: pairs, log: log)
        }
    }

    private static func read(
        _ parser: consuming YAMLParser, placedBy pairs: SurrogatePairs, log: DiagnosticLog
    ) -> YAMLNode? {
        var builder = YAMLTreeBuilder(log: log)
        do {
            while try parser.next({ builder.take($0, at: pairs.original(Mark($0.start_mark))) }) {}
        } catch {
            log.error(pairs.original(error.mark), error.message)
            return nil
        }
        return builder.root
    }
}
