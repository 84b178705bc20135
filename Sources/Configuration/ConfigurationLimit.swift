import StrictYAML

/// The maximum size of a configuration. The largest one fits the memory of the shipped unit (systemd/touchd.service, MemoryMax), even while it is
/// read again with the maximum number of clients.
public enum ConfigurationLimit {
    public static let fileBytes = DocumentReader.sizeMax
    /// Keys and values in the file, including lists and mappings.
    public static let values = DocumentReader.valuesMax
    /// Regions, controllers and interceptors together, because all of them have an ID.
    public static let regions = 20_000
    public static let gestures = 20_000
    /// The total length of the paths of all regions in bytes. Deep in a tree, paths are long.
    public static let pathBytes = 4 << 20
}
