import CLinux
import Configuration
import Glibc
import Server
import TouchCore
import Wire

/// A configuration that has been read, with everything that takes long to make of it.
struct LoadedConfiguration: Sendable {
    /// Without the regions, which are in the tree.
    let settings: Settings
    let tree: RegionTree
    let encoder: FrameEncoder
    let texts: RegionTexts
    let access: AccessRules
    /// As the log has them.
    let warnings: [String]

    typealias Job = BackgroundJob<Result<LoadedConfiguration, StartFailure>>

    /// µs that reading the file and looking its users and groups up may take in all.
    private static let longest: Int64 = 10_000_000

    /// Reads a file off the loop.
    static func job(_ path: String) -> Job {
        BackgroundJob(waitingAtMost: longest) { waits in
            do throws(StartFailure) { return .success(try LoadedConfiguration(path, waits)) } catch { return .failure(error) }
        }
    }

    private init(_ path: String, _ waits: (Bool) -> Void) throws(StartFailure) {
        let result: ConfigurationResult
        do { result = try loadConfiguration(file: path, waits: waits) } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.configuration)
        }
        guard let settings = result.settings else {
            throw StartFailure(
                message: result.diagnostics.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        let unknown: [String]
        (access, unknown) = try Accounts.access(settings, file: path, waits: waits)
        tree = settings.tree
        encoder = FrameEncoder(tree.directory)
        texts = RegionTexts(tree)
        texts.writeAll()
        warnings = result.diagnostics.map(\.description) + unknown
        var rest = settings
        for index in rest.screens.indices {
            rest.screens[index].spec.windows = []
            rest.screens[index].spec.controllers = [:]
        }
        self.settings = rest
    }

    /// Why nothing has come of reading it. It may pass: systemd is to try again, as it does not with a wrong configuration.
    static func hangs(_ path: String) -> StartFailure {
        let (once, inAll) = (Job.patience / 1_000_000, longest / 1_000_000)
        return StartFailure(
            message: "cannot read the configuration \(path): reading it, or looking up its users and groups, has taken \(once) s without "
                + "an answer, or \(inAll) s in all; are its file system and the service that knows the users there?",
            status: StartFailure.unavailable)
    }
}

extension BackgroundJob {
    /// Why the job has no thread; nil when it has one.
    var startFailure: StartFailure? {
        failure.map { StartFailure(message: "cannot start a thread that reads files: \($0)", status: StartFailure.system) }
    }

    /// Waits for the job while the daemon starts. SIGTERM and SIGINT end that.
    ///
    /// - Parameters:
    ///   - signals: a signalfd.
    ///   - isStale: set when SIGHUP has come meanwhile: what is being read may have changed.
    func result<Success>(
        _ signals: Int32, isStale: inout Bool, ifItHangs: @autoclosure () -> StartFailure
    ) throws(StartFailure) -> Success where Value == Result<Success, StartFailure> {
        while true {
            if let value = wait(unlessReadable: signals) { return try value.get() }
            if let startFailure { throw startFailure }
            if hangs { throw ifItHangs() }
            while case let signal = clinux_signalfd_read(signals), signal > 0 {
                if signal != SIGHUP { throw StartFailure(message: "stopped before it had started", status: 0) }
                isStale = true
            }
        }
    }
}
