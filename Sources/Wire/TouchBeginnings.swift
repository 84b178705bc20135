import JSON
import TouchCore

/// How the events of touches that go on begin, as they were written last: up to `target` they are the same in each frame.
///
/// A touch has one place, by its id, for the first of its receivers. What is not kept is written anew, to the same bytes.
struct TouchBeginnings {
    /// What the kept text depends on besides the names of regions.
    private struct Key: Equatable {
        var id: UInt64 = 0  // no touch has it
        var receiver: RegionID?
        var target: RegionID?
    }

    /// More fingers than a panel has; a power of two.
    private static let places = 32
    /// Room for a text, with what a cursor copies beyond it.
    private static let room = 256

    private var keys = [Key](repeating: Key(), count: places)
    private var lengths = [Int](repeating: 0, count: places)
    /// `room` bytes a place.
    private var texts = [UInt8](repeating: 0, count: places * room)

    /// Names are others.
    mutating func removeAll() { for place in keys.indices { keys[place] = Key() } }

    /// Writes the beginning of a touch's event, which `make` writes where it is not kept.
    ///
    /// - Parameter make: is given a copy of the cursor, so that the cursor itself stays in registers.
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
        line.apart {
            let first = $0
            make(&$0)
            keep($0.written(since: first), key, place)
        }
    }

    /// Of a touch with several receivers the first stays.
    private mutating func keep(_ text: UnsafeBufferPointer<UInt8>, _ key: Key, _ place: Int) {
        if keys[place].id == key.id || text.count + JSONCursor.overrun > Self.room { return }
        (keys[place], lengths[place]) = (key, text.count)
        texts.withUnsafeMutableBufferPointer { _ = $0[(place * Self.room)...].update(fromContentsOf: text) }
    }
}
