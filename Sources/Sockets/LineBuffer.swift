/// Received bytes, cut into lines.
public struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The beginning of the next line, and the position up to which its end was searched.
    private var start = 0
    private var searched = 0

    public init() {}

    /// The number of bytes that `next` has not returned yet.
    public var count: Int { bytes.count - start }

    public mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes += more
    }

    /// Returns the next whole line, without its end; nil if there is none.
    public mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        defer {
            start = end + 1
            searched = start
        }
        return Array(bytes[start..<end])
    }
}
