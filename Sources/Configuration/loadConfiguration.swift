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

    public var description: String { "cannot read the configuration \(path): \(String(cString: strerror(code)))" }
}

/// Reads and checks a configuration file; see `readConfiguration`.
public func loadConfiguration(file path: String) throws(ConfigurationFileError) -> ConfigurationResult {
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
    return readConfiguration(text, file: path)
}
