import Sockets

/// What whoever starts the service says of it.
public struct ServiceOptions {
    /// Which of the machine's services this is; nil: the one that has no name.
    public var instance: Instance?
    /// The file of the configuration; nil: the instance's.
    public var configuration: String?
    public var socket: String?
    public var adminSocket: String?
    /// Files that stand in for panels.
    public var recordings: [String] = []
    /// Whether these are played again and again.
    public var loops = false
    /// Where it is kept what outlives the service; nil: nowhere. With recordings nothing is.
    public var state = StateFolder.given

    public init() {}

    public var configurationFile: String { configuration ?? instance?.configuration ?? Instance.usualConfiguration }
}
