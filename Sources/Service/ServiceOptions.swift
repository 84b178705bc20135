/// What whoever starts the service says of it.
public struct ServiceOptions {
    public var configuration = "/etc/touchd/touchd.yaml"
    public var socket: String?
    public var adminSocket: String?
    /// Files that stand in for panels.
    public var recordings: [String] = []

    public init() {}
}
