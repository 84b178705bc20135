import Configuration
import Files
import Glibc

/// The folder of what outlives the service: systemd's `StateDirectory`.
public struct StateFolder: Sendable {
    private let path: String

    public init(_ path: String) { self.path = path }

    /// Nil where nobody has given the process one.
    public static var given: StateFolder? {
        guard let list = getenv("STATE_DIRECTORY").map({ String(cString: $0) }), !list.isEmpty else { return nil }
        return StateFolder(String(list.split(separator: ":")[0]))
    }

    /// The values of scroll views, sliders and switches.
    var values: String { path + "/values.json" }
    /// The configuration as it was when it was last right.
    var lastGood: String { path + "/last-good.yaml" }

    /// Says whose state it is: another configuration's is no substitute.
    private static func heading(_ file: String) -> [UInt8] {
        Array("# The last right state of \(file). touchd writes this file.\n".utf8)
    }

    /// Keeps a configuration that is right.
    ///
    /// - Returns: what is to be said of it; nil: it is done, or was there already.
    func keepLastGood(_ configuration: [UInt8], of file: String, _ waits: (Bool) -> Void) -> String? {
        // A mark of the encoding is only allowed where a text begins.
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let bytes = Self.heading(file) + (configuration.starts(with: mark) ? configuration.dropFirst(mark.count) : configuration[...])
        if let known = try? readFile(lastGood, atMost: bytes.count, waits: waits), known == bytes { return nil }
        do throws(FileError) { try writeFile(lastGood, bytes, waits: waits) } catch {
            return "cannot keep the configuration for a start with a wrong one: \(lastGood): \(error)"
        }
        return nil
    }

    /// Whether the kept configuration is a state of this file.
    func hasLastGood(of file: String, _ waits: (Bool) -> Void) -> Bool {
        let heading = Self.heading(file)
        guard let bytes = try? contents(ofFile: lastGood, waits: waits) else { return false }
        return bytes.starts(with: heading)
    }
}
