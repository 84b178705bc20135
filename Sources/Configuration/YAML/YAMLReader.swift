import YAML

/// Reads the strict YAML of a configuration: one document, no anchors, aliases, tags, merge or duplicate keys.
package enum YAMLReader {
    package static let sizeMax = ConfigurationLimit.fileBytes

    /// The document's root; nil when there is none or its syntax is broken, which the log then says.
    ///
    /// Refusals that libyaml can go on after (anchors, duplicate keys, …) are all logged.
    /// - Parameter ifEmpty: what to say of a file in which there is nothing.
    package static func read(
        _ text: [UInt8], log: DiagnosticLog, ifEmpty: String = "the file is empty; a configuration begins with \"version: 1\""
    ) -> YAMLNode? {
        guard text.count <= sizeMax else {
            log.error(.start, "the file is larger than 16 MiB; split the work between fewer regions")
            return nil
        }
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        let start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        guard text.count > start else {
            log.error(.start, ifEmpty)
            return nil
        }
        let pairs = SurrogatePairs(start == 0 ? text : Array(text[start...]))
        return pairs.text.withUnsafeBufferPointer { bytes in
            read(YAMLParser(bytes), placedBy: pairs, YAMLTreeBuilder(log: log, ifEmpty: ifEmpty), log)
        }
    }

    private static func read(
        _ parser: consuming YAMLParser, placedBy pairs: SurrogatePairs, _ builder: YAMLTreeBuilder, _ log: DiagnosticLog
    ) -> YAMLNode? {
        var builder = builder
        do {
            while try parser.next({ builder.take($0, at: pairs.original(Mark($0.start_mark))) }) {}
        } catch {
            log.error(pairs.original(error.mark), error.message)
            return nil
        }
        return builder.root
    }
}
