/// What whoever starts the service says of it.
public struct ServiceOptions {
    public var configuration = "/etc/touchd/touchd.yaml"
    public var socket: String?
    public var adminSocket: String?
    /// Files that stand in for panels.
    public var recordings: [String] = []
    /// Whether these are played again and again.
    public var loops = false
    /// Where it is kept what outlives the service; nil: nowhere. With recordings nothing is.
    public var state = StateFolder.given

    public init() {}
}
