/// Names by number, each written as a JSON string once.
struct JSONNames: Sendable {
    /// End to end, and between them what names that have been replaced have left; behind them what a cursor wants there.
    private var bytes = padding
    private var places: [Place] = []
    /// How many bytes belong to names.
    private var used = 0
    /// The longest name in bytes, and at least `null`.
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

    /// Gives a number another name. O(1), but for the memory of names that are gone, which comes back in one go.
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
