import Configuration
import Server
import TouchCore
import Wire

/// A configuration that has been read, with everything that takes long to make of it.
public struct LoadedConfiguration: Sendable {
    /// Without the regions, which are in the tree.
    public let settings: Settings
    public let tree: RegionTree
    public let encoder: FrameEncoder
    public let texts: RegionTexts
    public let access: AccessRules
    /// As the log has them.
    public let warnings: [String]

    typealias Job = BackgroundJob<Result<LoadedConfiguration, StartFailure>>

    /// µs that reading the file and looking its users and groups up may take in all.
    private static let longest: Int64 = 10_000_000

    /// Reads a file off the loop.
    ///
    /// - Parameter tree: the one that the file's replaces; nil: there is none yet.
    static func job(_ path: String, succeeding tree: RegionTree? = nil) -> Job {
        BackgroundJob(waitingAtMost: longest) { waits in
            do throws(StartFailure) { return .success(try LoadedConfiguration(path, succeeding: tree, waits)) } catch { return .failure(error) }
        }
    }

    /// A configuration with everything that is made of it.
    public init(_ settings: Settings, succeeding tree: RegionTree? = nil, access: AccessRules, warnings: [String] = []) {
        self.init(settings, settings.tree(succeeding: tree), access: access, warnings: warnings)
    }

    /// - Parameter tree: the settings' regions.
    public init(_ settings: Settings, _ tree: RegionTree, access: AccessRules, warnings: [String] = []) {
        self.access = access
        self.warnings = warnings
        self.tree = tree
        encoder = FrameEncoder(tree.directory)
        texts = RegionTexts()
        texts.writeAll(tree)
        var rest = settings
        for index in rest.screens.indices {
            rest.screens[index].spec.windows = []
            rest.screens[index].spec.controllers = [:]
        }
        self.settings = rest
    }

    private init(_ path: String, succeeding tree: RegionTree?, _ waits: (Bool) -> Void) throws(StartFailure) {
        let result: ConfigurationResult
        do { result = try loadConfiguration(file: path, waits: waits) } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.configuration)
        }
        guard let settings = result.settings else {
            throw StartFailure(
                message: result.diagnostics.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        let (access, unknown) = try Accounts.access(settings, file: path, waits: waits)
        self.init(settings, succeeding: tree, access: access, warnings: result.diagnostics.map(\.description) + unknown)
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
    public var startFailure: StartFailure? {
        failure.map { StartFailure(message: "cannot start a thread that reads files: \($0)", status: StartFailure.system) }
    }

    /// Waits for the job while the daemon starts. SIGTERM and SIGINT end that.
    ///
    /// - Parameters:
    ///   - ifItHangs: what to throw then.
    func result<Success>(
        _ signals: Signals, ifItHangs: @autoclosure () -> StartFailure
    ) throws(StartFailure) -> Success where Value == Result<Success, StartFailure> {
        while true {
            if let value = wait(unlessReadable: signals.fd) { return try value.get() }
            if let startFailure { throw startFailure }
            if hangs { throw ifItHangs() }
            if signals.readAtStart() { throw StartFailure(message: "stopped before it had started", status: 0) }
        }
    }
}
