import Files
import Glibc
import StrictYAML

/// The settings file of a bridge: strict YAML, checked by a table and refused as a whole, with a place for each mistake.
public enum SettingsFile {
    /// The exit status of a program whose settings are refused: EX_CONFIG.
    public static let refusedStatus: Int32 = 78

    private static let bytesMax = 1 << 20

    /// The mistakes for which a file is refused.
    public struct Refused: Error, Equatable, Sendable {
        /// Messages in the form of a compiler's, for editors and people: `FILE:LINE:COLUMN: error: …`.
        public var messages: [String]

        public init(messages: [String]) { self.messages = messages }

        /// Prints one message on each line of standard error, without a level in front.
        public func print() {
            let text = Array(messages.map { $0 + "\n" }.joined().utf8)
            var rest = text[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads the file at a path.
    ///
    /// - Parameter read: see `parse`.
    public static func load<Settings>(
        _ path: String, _ table: SettingsTable, _ read: (YAMLNode, DiagnosticLog) -> Settings
    ) throws(Refused) -> Settings {
        let text: [UInt8]
        do throws(FileError) { text = try readFile(path, atMost: bytesMax) } catch { throw Refused(messages: ["\(path): error: \(error)"]) }
        if text.count > bytesMax { throw Refused(messages: ["\(path): error: the file is larger than 1 MiB"]) }
        let (settings, mistakes) = parse(text, file: path, table, read)
        if let settings, mistakes.isEmpty { return settings }
        throw Refused(messages: mistakes.map(\.description))
    }

    /// Checks a text by a table, and reads it.
    ///
    /// - Parameters:
    ///   - file: the name for diagnostics; no file is opened.
    ///   - read: creates the settings from the root, and logs the mistakes that a table cannot express. The table may have refused some values
    ///     already. The accessors of `YAMLNode` return nil for them, so that each is refused once.
    /// - Returns: the settings, which are nil if there is no root to read, and the mistakes in the order of the file.
    public static func parse<Settings>(
        _ text: [UInt8], file: String = "", _ table: SettingsTable, _ read: (YAMLNode, DiagnosticLog) -> Settings
    ) -> (settings: Settings?, mistakes: [Diagnostic]) {
        let log = DiagnosticLog(file: file)
        let root = DocumentReader.read(text, log: log, ifEmpty: "the file is empty; it must begin with \"\(table.firstKey):\"")
        if let root { table.check(root, log) }
        let settings = root.map { read($0, log) }
        return (settings, log.inSourceOrder)
    }
}
