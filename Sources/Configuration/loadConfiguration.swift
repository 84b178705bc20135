import Files
import Glibc
import TouchCore

/// A configuration file that cannot be read at all.
public struct ConfigurationFileError: Error, Equatable, CustomStringConvertible {
    public var path: String
    /// errno.
    public var code: Int32
    /// Why it cannot be read.
    public let reason: String

    public init(path: String, code: Int32, reason: String? = nil) {
        self.path = path
        self.code = code
        self.reason = reason ?? String(cString: strerror(code))
    }

    public var description: String { "cannot read the configuration \(path): \(reason)" }
}

/// Reads and checks a configuration file; see `readConfiguration` and `readFile`.
public func loadConfiguration(
    file path: String, others: OtherFiles = .refused, waits: (Bool) -> Void = { _ in }
) throws(ConfigurationFileError) -> ConfigurationResult {
    readConfiguration(try contents(ofFile: path, others: others, waits: waits), file: path)
}

/// The same, and looks for what is valid and cannot work; see `checkConfiguration`.
public func checkConfiguration(
    file path: String, others: OtherFiles = .refused, scales: (Settings) -> [String: Size] = { _ in [:] }
) throws(ConfigurationFileError) -> ConfigurationResult {
    checkConfiguration(try contents(ofFile: path, others: others), file: path, scales: scales)
}

/// The bytes of a file. One byte past the limit is enough for the reader to refuse it.
package func contents(
    ofFile path: String, others: OtherFiles = .refused, waits: (Bool) -> Void = { _ in }
) throws(ConfigurationFileError) -> [UInt8] {
    do throws(FileError) { return try readFile(path, atMost: DocumentReader.sizeMax, others: others, waits: waits) } catch {
        throw ConfigurationFileError(path: path, code: error.code, reason: error.description)
    }
}
