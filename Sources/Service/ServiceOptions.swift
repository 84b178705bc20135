import Sockets

/// The options that the service is started with.
public struct ServiceOptions {
    /// The name of this service among several on the machine; nil for the unnamed one.
    public var instance: Instance?
    /// The file of the configuration; nil for the instance's file.
    public var configuration: String?
    public var socket: String?
    public var adminSocket: String?
    /// The files of recordings that stand in for panels.
    public var recordings: [String] = []
    /// Whether to repeat the recordings endlessly.
    public var loops = false
    /// Whether to do without all devices, units and commands of the machine: the recordings are only shown.
    public var hasNoDevices = false
    /// The folder for the state that outlives the service; nil if nothing is kept. Nothing is kept while recordings are played.
    public var state = StateFolder.fromEnvironment

    public init() {}

    public var configurationFile: String { configuration ?? instance?.configuration ?? Instance.usualConfiguration }
}
