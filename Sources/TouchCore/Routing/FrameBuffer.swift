/// The frames that the core makes. Every call that may make frames appends them to a buffer that the caller passes, in the order in which they must
/// be published. No call publishes, removes or changes frames in the buffer.
///
/// A caller that processes events keeps one buffer and empties it after publishing the frames. Their memory is reused, so that no frame allocates.
public struct FrameBuffer: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var frame = RoutedFrame()
        var explanations: [Explanation] = []
    }

    /// The slots, of which the first `count` are in use.
    @usableFromInline private(set) var slots: [Slot] = []
    public private(set) var count = 0

    public init() {}

    /// Returns the explanations of the touches that begin in a frame; empty unless `TouchPipeline.explains` is true.
    public func explanations(at index: Int) -> [Explanation] { slots[index].explanations }

    /// Lends a frame as `inout`, so that it can be passed on without a copy.
    @inlinable
    public mutating func lend(_ index: Int, to body: (inout RoutedFrame) -> Void) {
        precondition(index < count, "there is no such frame")
        body(&slots[index].frame)
    }

    /// Removes the frames and keeps their memory.
    public mutating func removeAll() { count = 0 }

    /// Appends a frame. In exchange, the pipeline gets a frame whose memory it can reuse.
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
    // Inlined, because a coroutine called from another module would allocate, and a getter would copy the frame.
    @inlinable public subscript(index: Int) -> RoutedFrame {
        _read {
            precondition(index < count, "there is no such frame")
            yield slots[index].frame
        }
    }
}
