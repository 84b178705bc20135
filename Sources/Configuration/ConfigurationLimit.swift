/// How large a configuration may be: the largest one, read again while it is in force, fits the memory that the shipped unit has
/// (systemd/touchd.service, MemoryMax), with all clients that there may be.
public enum ConfigurationLimit {
    public static let fileBytes = 16 << 20
    /// Keys and values in the file, lists and mappings included.
    public static let values = 1_000_000
    /// Regions, controllers and interceptors together, as which all have an id.
    public static let regions = 20_000
    public static let gestures = 20_000
    /// Bytes of the paths of all regions together: deep in a tree, paths are long.
    public static let pathBytes = 4 << 20
}
