/// Names by number. Each name is encoded as a JSON string once.
struct JSONNames: Sendable {
    /// The encoded names one after the other, with the remains of replaced names between them. The padding at the end is needed because a cursor
    /// copies in blocks, and so reads beyond the end of a name.
    private var bytes = padding
    private var places: [Place] = []
    /// The number of bytes that belong to current names.
    private var used = 0
    /// The length of the longest name in bytes, but at least that of `null`.
    private(set) var longest = 4

    private static let padding = [UInt8](repeating: 0, count: JSONCursor.overrun)

    private struct Place {
        var first = 0
        var end = 0
    }

    init(_ names: [String]) {
        places.reserveCapacity(names.count)
        var writer = JSONWriter()
        for name in names { set(name, at: places.count, by: &writer) }
    }

    /// Sets the name of a number. O(1), except when the memory of replaced names is freed, which rewrites all names.
    mutating func set(_ name: String, at number: Int) {
        var writer = JSONWriter()
        set(name, at: number, by: &writer)
    }

    private mutating func set(_ name: String, at number: Int, by writer: inout JSONWriter) {
        while places.count <= number { places.append(Place()) }
        used -= places[number].end - places[number].first
        writer.removeAll()
        writer.string(name)
        bytes.removeLast(Self.padding.count)
        places[number] = Place(first: bytes.count, end: bytes.count + writer.count)
        writer.withBytes { bytes += $0 }
        bytes += Self.padding
        used += writer.count
        longest = max(longest, writer.count)
        if bytes.count > 2 * used + 4096 { pack() }
    }

    private mutating func pack() {
        var packed: [UInt8] = []
        packed.reserveCapacity(used)
        longest = 4
        for number in places.indices {
            let first = packed.count
            packed += bytes[places[number].first..<places[number].end]
            places[number] = Place(first: first, end: packed.count)
            longest = max(longest, packed.count - first)
        }
        bytes = packed + Self.padding
    }

    @inline(__always)
    func write(_ number: Int, _ line: inout JSONCursor) {
        let place = places[number]
        bytes.withUnsafeBufferPointer { line.padded($0.baseAddress! + place.first, count: place.end &- place.first) }
    }
}
