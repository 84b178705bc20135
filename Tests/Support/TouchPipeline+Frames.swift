import TouchCore

/// The core's calls for tests that check the frames of one call: each returns the frames that the call has appended to its buffer.
extension TouchPipeline {
    private func frames<Failure>(_ act: (TouchPipeline, inout FrameBuffer) throws(Failure) -> Void) throws(Failure) -> [RoutedFrame] {
        var output = FrameBuffer()
        try act(self, &output)
        return Array(output)
    }

    @discardableResult
    public func advanceScreens(to time: Int64) -> [RoutedFrame] { frames { $0.advanceScreens(to: time, into: &$1) } }

    @discardableResult
    public func handle(_ event: InputEvent, panel: PanelID) -> [RoutedFrame] {
        frames { _ = $0.handle(event, panel: panel, into: &$1) }
    }

    /// Handles as many events as the pipeline accepts at once, and removes them from the front.
    public func handle(_ events: inout UnsafeBufferPointer<InputEvent>, panel: PanelID) -> [RoutedFrame] {
        frames { _ = $0.handle(&events, panel: panel, into: &$1) }
    }

    @discardableResult
    public func handle(_ changes: [ContactChange], panel: PanelID, at time: Int64) -> [RoutedFrame] {
        frames { $0.handle(changes, panel: panel, at: time, into: &$1) }
    }

    @discardableResult
    public func hover(at location: Point?, panel: PanelID, time: Int64) -> [RoutedFrame] {
        frames { $0.hover(at: location, panel: panel, time: time, into: &$1) }
    }

    @discardableResult
    public func advance(_ panel: PanelID, to time: Int64) -> [RoutedFrame] {
        frames { $0.advance(panel, to: time, into: &$1) }
    }

    @discardableResult
    public func advance(to time: Int64) -> [RoutedFrame] { frames { $0.advance(to: time, into: &$1) } }

    @discardableResult
    public func resynchronise(_ panel: PanelID, slots: [KernelSlot], currentSlot: Int, time: Int64) -> [RoutedFrame] {
        frames { $0.resynchronise(panel, slots: slots, currentSlot: currentSlot, time: time, into: &$1) }
    }

    @discardableResult
    public func cancelTouches(ofPanel panel: PanelID, reason: CancelReason, time: Int64) -> [RoutedFrame] {
        frames { $0.cancelTouches(ofPanel: panel, reason: reason, time: time, into: &$1) }
    }

    @discardableResult
    public func setOutput(ofPanel panel: PanelID, isOff: Bool, time: Int64) -> [RoutedFrame] {
        frames { $0.setOutput(ofPanel: panel, isOff: isOff, time: time, into: &$1) }
    }

    @discardableResult
    public func steal(_ ids: [TouchID], by interceptor: String, time: Int64) throws(RoutingError) -> [RoutedFrame] {
        try frames { (pipeline, output) throws(RoutingError) in
            try pipeline.steal(ids, by: interceptor, time: { _ in time }, into: &output)
        }
    }

    @discardableResult
    public func letGo(_ ids: [TouchID], by interceptor: String, time: Int64) throws(RoutingError) -> [RoutedFrame] {
        try frames { (pipeline, output) throws(RoutingError) in
            try pipeline.decline(ids, by: interceptor, time: { _ in time }, into: &output)
        }
    }

    @discardableResult
    public func abandon(_ receivers: [String: TouchID], reason: CancelReason, time: Int64) -> [RoutedFrame] {
        frames { $0.abandon(receivers, reason: reason, time: { _ in time }, into: &$1) }
    }

    @discardableResult
    public func answer(_ question: QuestionID, _ value: Bool?, time: Int64) -> [RoutedFrame] {
        frames { $0.answer(question, value, time: { _ in time }, into: &$1) }
    }

    @discardableResult
    public func replaceTree(_ new: RegionTree, time: Int64) -> [RoutedFrame] {
        frames { $0.replaceTree(new, time: { _ in time }, into: &$1) }
    }

    @discardableResult
    public func edit(_ edits: [TreeEdit], time: Int64) throws(TreeEditError) -> (cancels: [RoutedFrame], change: TreeChange?) {
        var output = FrameBuffer()
        let change = try edit(edits, time: { _ in time }, into: &output)
        return (Array(output), change)
    }
}
