import TouchCore

/// How the daemon is doing.
public struct DaemonStatus: Sendable {
    public var epoch: String
    public var process: Int32
    /// The present, µs of the monotonic clock, as all times here are.
    public var time: Int64
    public var startedAt: Int64
    public var generation: Int
    public var configuration: ConfigurationEntry
    /// Panels in use.
    public var panels: [DeviceEntry]
    public var screens: [ScreenState]
    /// What the client that asks may do, of some region at least.
    public var rights: [Right] = []
    /// Touchscreens that are no panel.
    public var unused: Int
    public var clients: Int
    public var mostClients: Int
    /// Touches begun since the start.
    public var touches: UInt64
    public var counters: Counters
    /// Frames tell of each touch, of those in sensitive regions too.
    public var countsFrames: Bool
    /// Touches on the glass now, but for those in sensitive regions.
    public var down = 0
    public var queues = QueueCounts()
    public var latency = LatencyHistogram()
    /// Panels of the configuration.
    public var configuredPanels: [ConfiguredPanel] = []

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

/// The configuration in force, and the fate of the last refused one.
public struct ConfigurationEntry: Sendable {
    public var file: String
    public var loadedAt: Int64
    /// The last refusal since the start; older than `loadedAt` once the file is right again.
    public var refusal: (at: Int64, message: String)?
    /// How often the file was read again since the start, and put into force; how often it was refused.
    public var reloads = 0
    public var refusals = 0
    /// Whether the file was wrong at the start, and its last right state is in force.
    public var isLastGood = false
    /// What is in force for a time.
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

/// The answers to `status` and `clients`.
