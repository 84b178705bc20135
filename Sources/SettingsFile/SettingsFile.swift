import Files
import Glibc
import Text

/// The settings file of a bridge: strict YAML, refused as a whole with a place for each mistake.
public enum SettingsFile {
    /// The exit status of a program whose settings are refused: EX_CONFIG.
    public static let refusedStatus: Int32 = 78

    private static let mistakesMax = 100
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
    /// - Parameters:
    ///   - key: the first key of such a file, for the message about an empty file.
    ///   - read: creates the settings from the root, and reports mistakes to the reader.
    public static func load<Settings>(
        _ path: String, beginsWith key: String, _ read: (YAMLValue, inout ValueReader) -> Settings
    ) throws(Refused) -> Settings {
        let text: [UInt8]
        do throws(FileError) { text = try readFile(path, atMost: bytesMax) } catch { throw Refused(messages: ["\(path): error: \(error)"]) }
        if text.count > bytesMax { throw Refused(messages: ["\(path): error: the file is larger than 1 MiB"]) }
        let (settings, mistakes) = parse(text, beginsWith: key, read)
        if let settings, mistakes.isEmpty { return settings }
        throw Refused(messages: mistakes.prefix(mistakesMax).map { "\(path):\($0.mark.line):\($0.mark.column): error: \($0.message)" })
    }

    /// Returns the settings, and the mistakes in the order of the file. The settings are nil if there is no root to read.
    public static func parse<Settings>(
        _ text: [UInt8], beginsWith key: String, _ read: (YAMLValue, inout ValueReader) -> Settings
    ) -> (settings: Settings?, mistakes: [Mistake]) {
        let (root, mistakes) = StrictYAML.read(text, beginsWith: key)
        var reader = ValueReader()
        let settings = root.map { read($0, &reader) }
        return (settings, (mistakes + reader.mistakes).sorted { $0.mark < $1.mark })
    }
}
