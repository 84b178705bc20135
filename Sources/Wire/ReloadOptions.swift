/// How the configuration is to be read again.
public struct ReloadOptions: Hashable, Sendable {
    /// Nothing stays of what fingers and clients have made of the tree.
    public var resets = false
    /// Nothing is done; the answer is what it would be.
    public var isDryRun = false
    public var source = Source.file

    /// Where the text is from.
    public enum Source: Hashable, Sendable {
        case file
        /// It is to be in force for so many µs.
        case trial([UInt8], duration: Int64)
        /// As the file was when it was read last: it cannot be used any more.
        case kept([UInt8])
    }

    public init(resets: Bool = false, isDryRun: Bool = false, source: Source = .file) {
        (self.resets, self.isDryRun, self.source) = (resets, isDryRun, source)
    }
}
