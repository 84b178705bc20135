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
    /// Touchscreens that are no panel.
    public var unused: Int
    public var clients: Int
    public var mostClients: Int
    /// Touches begun since the start.
    public var touches: UInt64
    public var counters: Counters

    public init(
        epoch: String, process: Int32, time: Int64, startedAt: Int64, generation: Int, configuration: ConfigurationEntry,
        panels: [DeviceEntry], unused: Int, clients: Int, mostClients: Int, touches: UInt64, counters: Counters
    ) {
        self.epoch = epoch
        self.process = process
        self.time = time
        self.startedAt = startedAt
        self.generation = generation
        self.configuration = configuration
        self.panels = panels
        self.unused = unused
        self.clients = clients
        self.mostClients = mostClients
        self.touches = touches
        self.counters = counters
    }
}

/// The configuration in force, and the fate of the last refused one.
public struct ConfigurationEntry: Sendable {
    public var file: String
    public var loadedAt: Int64
    /// The last refusal since the start; older than `loadedAt` once the file is right again.
    public var refusal: (at: Int64, message: String)?

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
        writer.endObject()
    }
}

/// The answers to `status` and `clients`.
extension ServerMessages {
    public static func status(_ request: JSONValue?, _ status: DaemonStatus) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("server")
            $0.string(version)
            $0.key("protocol")
            $0.integer(protocolVersion)
            $0.key("epoch")
            $0.string(status.epoch)
            $0.key("pid")
            $0.integer(Int(status.process))
            $0.key("time")
            $0.integer(status.time)
            $0.key("startedAt")
            $0.integer(status.startedAt)
            $0.key("generation")
            $0.integer(status.generation)
            $0.key("configuration")
            status.configuration.write(into: &$0)
            $0.key("panels")
            $0.beginArray()
            for panel in status.panels { panel.write(into: &$0) }
            $0.endArray()
            $0.key("counts")
            $0.beginObject()
            $0.key("clients")
            $0.integer(status.clients)
            $0.key("mostClients")
            $0.integer(status.mostClients)
            $0.key("unusedDevices")
            $0.integer(status.unused)
            $0.key("touches")
            $0.unsigned(status.touches)
            status.counters.write(into: &$0)
            $0.endObject()
        }
    }

    /// - Parameter time: the present; the entries' times are of the same clock.
    public static func clients(_ request: JSONValue?, time: Int64, _ clients: [ClientEntry]) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("time")
            $0.integer(time)
            $0.key("clients")
            $0.beginArray()
            for client in clients { client.write(into: &$0) }
            $0.endArray()
        }
    }
}
