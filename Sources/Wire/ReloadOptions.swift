/// Options for reading the configuration again.
public struct ReloadOptions: Hashable, Sendable {
    /// True if changes of the tree by fingers and clients are discarded.
    public var resets = false
    /// True if nothing is changed; the answer says what the reload would do.
    public var isDryRun = false
    public var source = Source.file

    /// The origin of the configuration's text.
    public enum Source: Hashable, Sendable {
        case file
        /// A text that is in force for this number of µs.
        case trial([UInt8], duration: Int64)
        /// The file's text as it was last read, because the file itself cannot be used any more.
        case kept([UInt8])
    }

    public init(resets: Bool = false, isDryRun: Bool = false, source: Source = .file) {
        (self.resets, self.isDryRun, self.source) = (resets, isDryRun, source)
    }
}
