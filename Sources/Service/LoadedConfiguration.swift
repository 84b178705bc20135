import Configuration
import Glibc
import Server
import TouchCore
import Wire

/// A configuration that has been read, with everything that takes long to derive from it.
public struct LoadedConfiguration: Sendable {
    /// The settings without the regions, which are in the tree.
    public let settings: Settings
    /// The text as it was read, in UTF-8.
    public let text: [UInt8]
    /// The regions as the file states them.
    let configured: ConfiguredTree
    /// The regions, including the changes that fingers and clients have made since the previous file was read.
    public var tree: RegionTree { made.value }
    /// The only reference to the tree until it is in force, so that the tree can be changed in place, without a copy.
    private var made: MadeTree
    /// The difference between the replaced tree and `tree`; nil if it is not known yet.
    private(set) var change: TreeChange?
    /// The changes of fingers and clients that the file has overruled.
    public internal(set) var gaveWay: [GaveWay] = []
    /// The encoder for this tree; nil until it has been made.
    public private(set) var encoder: FrameEncoder?
    public private(set) var texts: RegionTexts?
    public let access: AccessRules
    /// The warnings as the log shows them.
    public private(set) var warnings: [String]
    /// The reason why the last good copy of the file was read instead of the file; nil if the file itself was read.
    public internal(set) var fallbackReason: String?
    /// The tree that this configuration was made to replace.
    let base: ReplacedTree
    /// The touch counts that the previous run saved; nil if there are none or the configuration does not keep statistics.
    private(set) var statistics: StatisticsEntry?
    private(set) var hours: [HourEntry]?
    /// The panels that earlier runs have seen and saved, for virtual panels that outlive them.
    private(set) var panels: [KnownPanel] = []

    typealias Job = BackgroundJob<Result<LoadedConfiguration, StartFailure>>

    /// The time in µs that reading the file and looking up its users and groups may take in total.
    private static let longest: Int64 = 10_000_000

    /// Reads a file in a background thread.
    ///
    /// - Parameters:
    ///   - tree: the tree that the file's tree replaces; nil if there is none yet.
    ///   - folder: the folder that keeps a copy of the file if it is valid.
    static func job(_ path: String, replacing tree: TreeInForce? = nil, copyingTo folder: StateFolder? = nil) -> Job {
        let tree = ReplacedTree(tree)
        return BackgroundJob(waitingAtMost: longest) { waits in
            do throws(StartFailure) { return .success(try LoadedConfiguration(path, replacing: tree.extract()?.detached(), folder, waits)) } catch {
                return .failure(error)
            }
        }
    }

    /// The name that diagnostics give in place of a file name when a client tries a configuration text.
    public static let nameOfTrial = "configuration"

    /// Reads a text in a background thread.
    ///
    /// - Parameters:
    ///   - name: the file name in diagnostics.
    ///   - isTrial: whether the text is tried in place of the file. The file's configuration must then allow the trial.
    static func job(_ text: [UInt8], named name: String, replacing tree: TreeInForce, isTrial: Bool = false) -> Job {
        let tree = ReplacedTree(tree)
        return BackgroundJob(waitingAtMost: longest) { read(text, named: name, replacing: tree.extract()!.detached(), isTrial: isTrial, $0) }
    }

    /// Reads a text.
    public static func read(
        _ text: [UInt8], named name: String, replacing tree: TreeInForce, isTrial: Bool = false, _ waits: (Bool) -> Void = { _ in }
    ) -> Result<LoadedConfiguration, StartFailure> {
        do throws(StartFailure) { return .success(try LoadedConfiguration(text, named: name, replacing: tree, nil, waits, isTrial: isTrial)) } catch {
            return .failure(error)
        }
    }

    /// - Throws: `StartFailure` with the status `permission` if the file's configuration does not allow the trial.
    private static func check(_ trial: Settings, insteadOf tree: TreeInForce) throws(StartFailure) {
        guard let file = readConfiguration(tree.fileText, file: nameOfTrial).settings else {
            throw StartFailure(
                message: "cannot compare the trial with the file: its text cannot be read", status: StartFailure.permission)
        }
        let comparison = TrialComparison(file: file, trial: trial, inForce: (tree.tree.directory, tree.configured))
        do throws(TrialRefusal) { try comparison.check() } catch {
            throw StartFailure(message: error.description, status: StartFailure.permission)
        }
    }

    /// Creates a configuration with everything that is derived from it.
    public init(
        _ settings: consuming Settings, text: [UInt8] = [], replacing inForce: TreeInForce? = nil, access: AccessRules, warnings: [String] = []
    ) {
        self.text = text
        self.access = access
        self.warnings = warnings
        base = ReplacedTree(inForce)
        configured = ConfiguredTree(settings.screens.map(\.spec))
        var tree = inForce == nil ? settings.tree : RegionTree([])
        // `configured` already has the regions. Remove them from the settings, so that a large tree is not in memory twice.
        for index in settings.screens.indices {
            settings.screens[index].spec.windows = []
            settings.screens[index].spec.controllers = [:]
        }
        self.settings = settings
        if let inForce {
            (tree, gaveWay) = Self.merged(configured, into: inForce, self.settings.gestureDefaults)
            change = tree.change(from: inForce.tree)
        }
        encoder = FrameEncoder(tree.directory)
        texts = RegionTexts()
        texts!.writeAll(tree)
        made = MadeTree(tree)
    }

    private static func merged(
        _ configured: ConfiguredTree, into inForce: TreeInForce, _ defaults: GestureDefaults
    ) -> (tree: RegionTree, gaveWay: [GaveWay]) {
        var overruled: Set<String> = []
        while true {
            let merge = TreeMerge(
                before: inForce.configured, now: configured, mine: inForce.tree, resets: inForce.resets, overruled: overruled,
                readded: inForce.authors.readded, lost: inForce.authors.lost)
            let tree = RegionTree(merge, gestureDefaults: defaults)
            // A region that the file makes sensitive must not lie under a region that an untrusted client has put in front of it.
            let covers = TreeMerge.covers(in: tree, succeeding: inForce.tree, by: inForce.authors.untrusted)
            if covers.isSubset(of: overruled) { return (tree, merge.gaveWay) }
            overruled.formUnion(covers)
        }
    }

    /// Whether clients have changed the set of regions while the file was read.
    func isOutdated(by tree: RegionTree) -> Bool { !self.tree.isSuccessor(of: tree) }

    /// Returns the configuration merged with the tree in force, which fingers and clients may have changed while the file was read.
    func caughtUp(with inForce: TreeInForce) -> LoadedConfiguration {
        var new = self
        if let base = base.value, made.value.isSuccessor(of: inForce.tree) {
            if inForce.resets { return self }
            let more = made.change { $0.takeOverChanges(in: inForce.tree, since: base.tree, before: inForce.configured, now: configured) }
            new.gaveWay += more.filter { !gaveWay.contains($0) }
        } else {
            let tree: RegionTree
            (tree, new.gaveWay) = Self.merged(configured, into: inForce, settings.gestureDefaults)
            (new.made, new.change, new.encoder, new.texts) = (MadeTree(tree), nil, nil, nil)
        }
        return new
    }

    private init(_ path: String, replacing tree: TreeInForce?, _ folder: StateFolder?, _ waits: (Bool) -> Void) throws(StartFailure) {
        let bytes: [UInt8]
        do { bytes = try contents(ofFile: path, waits: waits) } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.configuration)
        }
        try self.init(bytes, named: path, replacing: tree, folder, waits)
        if tree == nil, let folder { restore(from: folder, waits) }
    }

    private init(
        _ bytes: [UInt8], named path: String, replacing tree: TreeInForce?, _ folder: StateFolder?, _ waits: (Bool) -> Void, isTrial: Bool = false
    ) throws(StartFailure) {
        waits(false)
        var result = readConfiguration(bytes, file: path)
        guard let settings = result.settings else {
            throw StartFailure(
                message: result.diagnostics.map(\.description).joined(separator: "\n"), status: StartFailure.configuration)
        }
        if isTrial, let tree { try Self.check(settings, insteadOf: tree) }
        let (access, unknown) = try Accounts.access(settings, file: path, waits: waits)
        result.settings = nil
        folder?.keepLastGood(bytes, of: path)
        self.init(settings, text: bytes, replacing: tree, access: access, warnings: result.diagnostics.map(\.description) + unknown)
    }

    /// Reads the last good copy of a file that cannot be used. The job's result includes the reason why the file is not used.
    static func lastGoodJob(_ folder: StateFolder, of path: String, insteadOf failure: StartFailure) -> Job {
        BackgroundJob(waitingAtMost: longest) { waits in
            guard let copy = folder.lastGood(of: path), Glibc.access(copy, F_OK) == 0 else { return .failure(failure) }
            do throws(StartFailure) {
                var loaded = try LoadedConfiguration(copy, replacing: nil, nil, waits)
                loaded.restore(from: folder, waits)
                loaded.fallbackReason = failure.message
                return .success(loaded)
            } catch {
                return .failure(StartFailure(message: "\(failure.message)\n\(error.message)", status: failure.status))
            }
        }
    }

    /// Restores the kept state of the last run: the values of regions, and the counts of touches.
    package mutating func restore(from folder: StateFolder, _ waits: (Bool) -> Void = { _ in }) {
        if settings.server.keepsState { made.change { folder.restoreValues(in: &$0, configured, waits) }.map { warnings.append($0) } }
        if KnownPanel.isNeeded(by: settings) {
            switch SavedPanels.load(from: folder, waits) {
            case .success(let saved): panels = saved
            case .failure(let failure): warnings.append(failure.message)
            }
        }
        guard settings.server.keepsStatistics else { return }
        hours = SavedHours.load(from: folder, waits)
        switch SavedStatistics.load(from: folder, waits) {
        case .success(let saved): statistics = saved
        case .failure(let failure): warnings.append(failure.message)
        }
    }

    /// Returns the failure of a read that does not finish. The cause may pass, so systemd should try again, unlike after a wrong configuration.
    static func timeoutFailure(_ path: String) -> StartFailure {
        let (once, inAll) = (Job.patience / 1_000_000, longest / 1_000_000)
        return StartFailure(
            message: "cannot read the configuration \(path): reading it, or looking up its users and groups, gave no answer "
                + "for \(once) s, or took \(inAll) s in all; check its file system and the service that looks up users",
            status: StartFailure.unavailable)
    }
}

extension BackgroundJob {
    /// The reason why the job has no thread; nil if it has one.
    public var startFailure: StartFailure? {
        failure.map { StartFailure(message: "cannot start a thread that reads files: \($0)", status: StartFailure.system) }
    }

    /// Waits for the job while the daemon starts. SIGTERM and SIGINT end the wait.
    ///
    /// - Parameters:
    ///   - ifItHangs: the error to throw if the job hangs.
    func result<Success>(
        _ signals: Signals, ifItHangs: @autoclosure () -> StartFailure
    ) throws(StartFailure) -> Success where Value == Result<Success, StartFailure> {
        while true {
            if let value = wait(unlessReadable: signals.fd) { return try value.get() }
            if let startFailure { throw startFailure }
            if hangs { throw ifItHangs() }
            if signals.readAtStart() { throw StartFailure(message: "stopped before startup had finished", status: 0) }
        }
    }
}
