/// Frames that the core gives back. Every call that may lead to frames appends them to a buffer of the caller's, in the order in which
/// they are to be published; no call publishes, drops or changes what the buffer has.
///
/// A caller on the way of events keeps one buffer and empties it when it has published the frames: their memory is used again, so
/// that no frame allocates.
public struct FrameBuffer: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var frame = RoutedFrame()
        var explanations: [Explanation] = []
    }

    /// The first `count` are in use.
    @usableFromInline private(set) var slots: [Slot] = []
    public private(set) var count = 0

    public init() {}

    /// Why the touches that begin in a frame went where they went; empty unless the pipeline explains.
    public func explanations(at index: Int) -> [Explanation] { slots[index].explanations }

    /// Lends a frame: whoever gets it as `inout` passes it on without a copy.
    @inlinable
    public mutating func lend(_ index: Int, to body: (inout RoutedFrame) -> Void) {
        precondition(index < count, "there is no such frame")
        body(&slots[index].frame)
    }

    /// Forgets the frames, and keeps their memory.
    public mutating func removeAll() { count = 0 }

    /// Appends a frame; in its place the pipeline gets one whose memory it may use for the next.
    mutating func append(exchanging frame: inout RoutedFrame, _ explanations: inout [Explanation]) {
        if count == slots.count { slots.append(Slot()) }
        swap(&slots[count].frame, &frame)
        if !explanations.isEmpty || !slots[count].explanations.isEmpty { swap(&slots[count].explanations, &explanations) }
        count += 1
    }
}

extension FrameBuffer: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }
    // Inlined: a coroutine that another module calls allocates, and a getter copies the frame.
    @inlinable public subscript(index: Int) -> RoutedFrame {
        _read {
            precondition(index < count, "there is no such frame")
            yield slots[index].frame
        }
    }
}
