import Glibc

/// A configuration file that cannot be read at all.
public struct ConfigurationFileError: Error, Equatable, CustomStringConvertible {
    public var path: String
    /// errno.
    public var code: Int32

    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    public var description: String { "cannot read the configuration \(path): \(reason)" }

    /// What errno says.
    public var reason: String { String(cString: strerror(code)) }
}

/// Reads and checks a configuration file; see `readConfiguration`.
public func loadConfiguration(file path: String) throws(ConfigurationFileError) -> ConfigurationResult {
    readConfiguration(try contents(ofFile: path), file: path)
}

/// The bytes of a file, up to one more than the reader takes.
package func contents(ofFile path: String) throws(ConfigurationFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ConfigurationFileError(path: path, code: errno) }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    // One byte past the limit is enough for the reader to refuse the file.
    while text.count <= YAMLReader.sizeMax {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { break }
        if count < 0 {
            if errno == EINTR { continue }
            throw ConfigurationFileError(path: path, code: errno)
        }
        text += chunk[..<count]
    }
    return text
}
