import Configuration
import Files
import Glibc
import Logging
import Server
import Synchronization
import Text

/// The folder of what outlives the service: systemd's `StateDirectory`.
public struct StateFolder: Sendable {
    private let path: String

    public init(_ path: String) { self.path = path }

    /// Nil where nobody has given the process one.
    public static var given: StateFolder? {
        guard let list = getenv("STATE_DIRECTORY").map({ String(cString: $0) }), !list.isEmpty else { return nil }
        return StateFolder(String(list.split(at: ":")[0]))
    }

    /// The values of scroll views, sliders and switches.
    var values: String { path + "/values.json" }
    /// How often what was touched.
    var statistics: String { path + "/statistics.json" }
    /// The same by the hour.
    var hours: String { path + "/hours.json" }
    /// A configuration as it was when it was last right, byte for byte. Another configuration's is no substitute, so each has a name of its
    /// own; nil: the path is too long to be one.
    func lastGood(of file: String) -> String? {
        // A relative path is another file's in another folder.
        let whole = file.begins(with: "/") ? file : Self.workingFolder + "/" + file
        let name = whole.split(at: "/").joined(separator: "%2F")
        return name.utf8.count > 200 ? nil : "\(path)/last-good-\(name)"
    }

    private static var workingFolder: String {
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        return folder.map { String(cString: $0) } ?? ""
    }

    /// One write at a time: a file's new state has one name.
    private static let lock = Mutex(())

    /// Puts these bytes in the place of a file of the folder.
    func write(_ bytes: [UInt8], to file: String, _ waits: (Bool) -> Void) throws(FileError) {
        let outcome = Self.lock.withLock { _ -> FileError? in
            do throws(FileError) { try writeFile(file, bytes, waits: waits) } catch { return error }
            return nil
        }
        if let outcome { throw outcome }
    }

    /// Keeps a configuration that is right, in a thread of its own: a folder that does not answer keeps nobody from the configuration.
    func keepLastGood(_ configuration: [UInt8], of file: String) {
        guard let copy = lastGood(of: file) else { return }
        _ = BackgroundJob<Void> { waits in
            if let known = try? readFile(copy, atMost: configuration.count, waits: waits), known == configuration { return }
            do throws(FileError) { try write(configuration, to: copy, waits) } catch {
                Log.write(
                    .lastGoodNotKept, "cannot keep the configuration for a start with a wrong one: \(copy): \(error)", .file(copy),
                    .reason("\(error)"))
            }
        }
    }

    /// A file of the folder is not to be kept any more.
    func remove(_ file: String) {
        _ = BackgroundJob<Void> { waits in
            waits(true)
            Self.lock.withLock { _ in _ = unlink(file) }
            waits(false)
        }
    }
}
