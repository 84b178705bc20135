import Configuration
import Files
import Glibc
import Logging
import Server
import Synchronization
import Text

/// The folder for the state that outlives the service: systemd's `StateDirectory`.
public struct StateFolder: Sendable {
    private let path: String

    public init(_ path: String) { self.path = path }

    /// The folder that the service manager has given the process; nil if there is none.
    public static var fromEnvironment: StateFolder? {
        guard let list = getenv("STATE_DIRECTORY").map({ String(cString: $0) }), !list.isEmpty else { return nil }
        return StateFolder(String(list.split(at: ":")[0]))
    }

    /// The file of the values of scroll views, sliders and switches.
    var values: String { path + "/values.json" }
    /// The file of the counts of touches.
    var statistics: String { path + "/statistics.json" }
    /// The file of hourly counts.
    var hours: String { path + "/hours.json" }
    /// The file of the descriptions of panels whose virtual panels outlive them.
    var panels: String { path + "/panels.json" }
    /// Returns the path of the copy, byte for byte, of the last good state of a configuration file; nil if there can be none (`lastGoodName`).
    func lastGood(of file: String) -> String? {
        // A relative path means a different file in each working folder.
        let whole = file.begins(with: "/") ? file : Self.workingFolder + "/" + file
        return lastGoodName(of: whole).map { "\(path)/\($0)" }
    }

    private static var workingFolder: String {
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        return folder.map { String(cString: $0) } ?? ""
    }

    /// Allows one write at a time, because the new state of a file always has the same temporary name.
    private static let lock = Mutex(())

    /// Replaces a file of the folder with these bytes.
    func write(_ bytes: [UInt8], to file: String, _ waits: (Bool) -> Void) throws(FileError) {
        let outcome = Self.lock.withLock { _ -> FileError? in
            do throws(FileError) { try writeFile(file, bytes, waits: waits) } catch { return error }
            return nil
        }
        if let outcome { throw outcome }
    }

    /// Keeps a copy of a valid configuration. It runs in a background thread, so that a folder that does not answer delays nothing.
    package func keepLastGood(_ configuration: [UInt8], of file: String) {
        guard let copy = lastGood(of: file) else { return }
        _ = BackgroundJob<Void> { waits in
            if let known = try? readFile(copy, atMost: configuration.count, waits: waits), known == configuration { return }
            do throws(FileError) { try write(configuration, to: copy, waits) } catch {
                Log.write(
                    .lastGoodNotKept, "cannot save the fallback copy of the configuration: \(copy): \(error)", .file(copy),
                    .reason("\(error)"))
            }
        }
    }

    /// Removes a file of the folder, in a background thread.
    func remove(_ file: String) {
        _ = BackgroundJob<Void> { waits in
            waits(true)
            Self.lock.withLock { _ in _ = unlink(file) }
            waits(false)
        }
    }
}
