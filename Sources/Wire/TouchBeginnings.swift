import JSON
import TouchCore

/// A cache of how the events of moving touches begin. Up to `target` the text is the same in each frame.
///
/// Each touch has one place, chosen by its ID, for the first of its receivers. A text that is not cached is written anew, with the same bytes.
struct TouchBeginnings {
    /// The values that the cached text depends on, besides the names of regions.
    private struct Key: Equatable {
        var id: UInt64 = 0  // no touch has it
        var receiver: RegionID?
        var target: RegionID?
    }

    /// The number of places: a power of two, and more than the fingers on a panel.
    private static let places = 32
    /// Room for a text and for the bytes that a cursor copies beyond it.
    private static let room = 256

    private var keys = [Key](repeating: Key(), count: places)
    private var lengths = [Int](repeating: 0, count: places)
    /// The cached texts, `room` bytes for each place.
    private var texts = [UInt8](repeating: 0, count: places * room)

    /// Clears the cache, because names have changed.
    mutating func removeAll() { for place in keys.indices { keys[place] = Key() } }

    /// Writes the beginning of a touch's event: from the cache, or else with `make`.
    ///
    /// - Parameter make: gets a copy of the cursor, so that the cursor itself stays in registers.
    @inline(__always)
    mutating func write(
        _ id: TouchID, _ receiver: RegionID?, _ target: RegionID?, _ line: inout JSONCursor, _ make: (inout JSONCursor) -> Void
    ) {
        let key = Key(id: id.rawValue, receiver: receiver, target: target)
        let place = Int(truncatingIfNeeded: key.id) & (Self.places - 1)
        if keys[place] == key {
            let length = lengths[place]
            texts.withUnsafeBufferPointer { line.padded($0.baseAddress! + place * Self.room, count: length) }
            return
        }
        line.withCopy {
            let first = $0
            make(&$0)
            keep($0.written(since: first), key, place)
        }
    }

    /// Caches a text, unless another receiver of the same touch already has the place.
    private mutating func keep(_ text: UnsafeBufferPointer<UInt8>, _ key: Key, _ place: Int) {
        if keys[place].id == key.id || text.count + JSONCursor.overrun > Self.room { return }
        (keys[place], lengths[place]) = (key, text.count)
        texts.withUnsafeMutableBufferPointer { _ = $0[(place * Self.room)...].update(fromContentsOf: text) }
    }
}
