import TouchCore

/// The answer to `status`: the state of the daemon.
public struct DaemonStatus: Sendable {
    public var epoch: String
    public var process: Int32
    /// The present, in µs of the monotonic clock like all times here.
    public var time: Int64
    public var startedAt: Int64
    public var generation: Int
    public var configuration: ConfigurationEntry
    /// Panels in use.
    public var panels: [DeviceEntry]
    public var screens: [ScreenState]
    /// Rights that the client that asks has for at least one region.
    public var rights: [Right] = []
    /// The number of touchscreens that are not panels.
    public var unused: Int
    public var clients: Int
    public var mostClients: Int
    /// Touches begun since the daemon started.
    public var touches: UInt64
    public var counters: Counters
    /// True if the answer has the number of frames, which also counts touches in sensitive regions.
    public var countsFrames: Bool
    /// Touches on the glass now, without those in sensitive regions.
    public var down = 0
    public var queues = QueueCounts()
    public var latency = LatencyHistogram()
    /// The panels of the configuration.
    public var configuredPanels: [ConfiguredPanel] = []
    /// The clients that inject fingers.
    public var injecting: [InjectingEntry] = []

    public init(
        epoch: String, process: Int32, time: Int64, startedAt: Int64, generation: Int, configuration: ConfigurationEntry,
        panels: [DeviceEntry], screens: [ScreenState], unused: Int, clients: Int, mostClients: Int, touches: UInt64, counters: Counters,
        countsFrames: Bool = true
    ) {
        self.epoch = epoch
        self.process = process
        self.time = time
        self.startedAt = startedAt
        self.generation = generation
        self.configuration = configuration
        self.panels = panels
        self.screens = screens
        self.unused = unused
        self.clients = clients
        self.mostClients = mostClients
        self.touches = touches
        self.counters = counters
        self.countsFrames = countsFrames
    }
}

/// The configuration in force, and the last one that was refused.
public struct ConfigurationEntry: Sendable {
    public var file: String
    public var loadedAt: Int64
    /// The last refusal of a configuration since the start. If a later reload has succeeded, `at` is earlier than `loadedAt`.
    public var refusal: (at: Int64, message: String)?
    /// The number of reloads since the start that took effect, and of those that were refused.
    public var reloads = 0
    public var refusals = 0
    /// True if the file was wrong at the start and its last valid text is in force.
    public var isLastGood = false
    /// The trial that is in force, if any.
    public var trial: TrialEntry?

    public init(file: String, loadedAt: Int64) {
        self.file = file
        self.loadedAt = loadedAt
    }

    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("file")
        writer.string(file)
        writer.key("loadedAt")
        writer.integer(loadedAt)
        if let refusal {
            writer.key("refusedAt")
            writer.integer(refusal.at)
            writer.key("message")
            writer.string(refusal.message)
        }
        writer.key("reloads")
        writer.integer(reloads)
        writer.key("refusals")
        writer.integer(refusals)
        if isLastGood {
            writer.key("lastGood")
            writer.bool(true)
        }
        trial?.write(into: &writer)
        writer.endObject()
    }
}
