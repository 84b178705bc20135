import Files
import Glibc
import StrictYAML
import TouchCore

/// An error for a configuration file that cannot be read at all.
public struct ConfigurationFileError: Error, Equatable, CustomStringConvertible {
    public var path: String
    /// The `errno` of the failure.
    public var code: Int32
    /// The reason why the file cannot be read.
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

/// Reads and checks a configuration file, and warns of valid parts that cannot work; see the other `checkConfiguration`.
public func checkConfiguration(
    file path: String, others: OtherFiles = .refused, isForThisSystem: Bool = false, scales: (Settings) -> [String: Size] = { _ in [:] }
) throws(ConfigurationFileError) -> ConfigurationResult {
    checkConfiguration(try contents(ofFile: path, others: others), file: path, isForThisSystem: isForThisSystem, scales: scales)
}

/// Returns the bytes of a file, at most one more than the limit, which is enough for the reader to refuse the file.
package func contents(
    ofFile path: String, others: OtherFiles = .refused, waits: (Bool) -> Void = { _ in }
) throws(ConfigurationFileError) -> [UInt8] {
    do throws(FileError) { return try readFile(path, atMost: DocumentReader.sizeMax, others: others, waits: waits) } catch {
        throw ConfigurationFileError(path: path, code: error.code, reason: error.description)
    }
}
