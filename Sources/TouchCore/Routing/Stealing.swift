/// Why a client's wish about touches cannot be had; nothing has changed then.
public struct RoutingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// It is about something that there is not, or not any more; else about something that may not be done.
    public let isMissing: Bool

    init(_ description: String, isMissing: Bool = true) { (self.description, self.isMissing) = (description, isMissing) }
}

/// What clients may do about touches that are down: take over, let go, give up (dispatch 11).
extension TouchPipeline {
    /// An interceptor takes touches over: everybody else who was told of them is told that they are cancelled, who was kept
    /// waiting never hears of them, and the interceptor gets the rest alone. As long as one of them is down, so are all that
    /// begin on the same panel where it looks on.
    ///
    /// - Parameter time: of a panel, when the cancels are.
    /// - Throws: RoutingError, when one of the touches is not down or the interceptor may not have it: then none is taken.
    public mutating func steal(
        _ ids: [TouchID], by interceptor: String, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) throws(RoutingError) {
        let thief = try thief(interceptor)
        for id in ids { try check(id, thief, interceptor) }
        onPanels(at: time, into: &output) { pipeline, panel in
            for slot in panel.touches.indices {
                guard let touch = panel.touches[slot], ids.contains(touch.id) else { continue }
                let isBound = panel.touches.recipients(inSlot: slot).isBound
                pipeline.cancel(touch, .stolen, for: panel.touches.change(slot) { $0.pilfer(by: thief) })
                if isBound { panel.recognizers().note(touch.cancelled(.stolen, at: pipeline.frame.time)) }
            }
            pipeline.cancelEnded(panel, .stolen) { ids.contains($0.touch.id) }
        }
    }

    /// An interceptor lets withheld touches go: when all that were asked have, they are delivered.
    ///
    /// - Throws: RoutingError, when one of the touches does not exist or the interceptor has no say in it.
    public mutating func letGo(
        _ ids: [TouchID], by interceptor: String, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) throws(RoutingError) {
        let thief = try thief(interceptor)
        for id in ids { try check(id, thief, interceptor) }
        onPanels(at: time, into: &output, where: { $1.touches.isDelaying }) { _, panel in
            panel.touches.changeAll { id, recipients in if ids.contains(id) { recipients.decline { $0 == thief } } }
        }
    }

    /// A client has answered a gesture's question; nil: it will not, and what the gesture's spec says counts. An answer to one
    /// that is not open, or whose deadline has come, changes nothing.
    public mutating func answer(
        _ question: QuestionID, _ value: Bool?, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        for panel in panels where panel.isRecognizing {
            guard panel.recognizers().isOpen(question, at: max(time(panel.id), panel.time)) else { continue }
            begin(panel.id, at: time(panel.id))
            panel.recognizers().answer(question, value, tree)
            finish(panel)
            return emit(into: &output)
        }
    }

    /// Receivers have nobody any more who answers: their touches are over, for everybody. Those that only an interceptor looked
    /// on at are over for the interceptor.
    ///
    /// - Parameter receivers: by id, the first of their touches that is concerned.
    public mutating func abandon(
        _ receivers: [String: TouchID], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        var since: [RegionID: TouchID] = [:]
        for (receiver, first) in receivers { if let index = tree.index(ofID: receiver) { since[index] = first } }
        func isGone(_ receiver: RegionID, _ touch: TouchID) -> Bool { since[receiver].map { touch >= $0 } ?? false }
        onPanels(at: time, into: &output) { pipeline, panel in
            var over: Set<TouchID> = []
            for slot in panel.touches.indices {
                guard let id = panel.touches[slot]?.id else { continue }
                if pipeline.isOver(panel.touches.recipients(inSlot: slot), without: { isGone($0, id) }) { over.insert(id) }
            }
            pipeline.cancel(pipeline.frame.panel, reason) { touch, _ in over.contains(touch.id) }
            // While nobody else hears of them; what has not begun yet may still do so for others.
            if panel.isRecognizing {
                panel.recognizers().cancel(&pipeline.gestureOutput, pipeline.tree) { $0.isActive && isGone($0.region, $0.first) }
            }
            pipeline.cancelEnded(panel, reason) { ended in ended.recipients.all.contains { isGone($0, ended.touch.id) } }
            pipeline.cancelForRemovedReceivers(panel, reason, where: isGone)
            panel.touches.changeAll { id, recipients in recipients.decline { isGone($0, id) } }
        }
    }

    /// Cancels touches for those of their receivers that are gone, while others go on.
    mutating func cancelForRemovedReceivers(_ panel: PanelState, _ reason: CancelReason, where isGone: (RegionID, TouchID) -> Bool) {
        for slot in panel.touches.indices {
            guard let touch = panel.touches[slot] else { continue }
            cancel(touch, reason, for: panel.touches.change(slot) { $0.drop { isGone($0, touch.id) } })
        }
        for index in panel.touches.ended.indices {
            let touch = panel.touches.ended[index].touch
            cancel(touch, reason, for: panel.touches.changeEnded(at: index) { $0.drop { isGone($0, touch.id) } })
        }
    }

    /// Whether a touch is over when some receivers are gone: who only looks on takes nothing with it.
    private func isOver(_ recipients: Recipients, without isGone: (RegionID) -> Bool) -> Bool {
        if recipients.first == nil { return false }
        let all = recipients.all
        let others = all.filter { !isInterceptor($0) }
        return (others.isEmpty ? all : others).contains(where: isGone)
    }

    func isInterceptor(_ index: RegionID) -> Bool { tree[index].kind == .interceptor }

    private func thief(_ id: String) throws(RoutingError) -> RegionID {
        guard let index = tree.index(ofID: id), isInterceptor(index) else {
            throw RoutingError("there is no interceptor \"\(id)\"")
        }
        return index
    }

    /// Whether a touch is there and the interceptor may have it.
    private func check(_ id: TouchID, _ thief: RegionID, _ name: String) throws(RoutingError) {
        for panel in panels {
            if let ended = panel.touches.ended.first(where: { $0.touch.id == id }) {
                if ended.recipients.delayed?.pendingInterceptors.contains(thief) == true { return }
                throw RoutingError("touch \(id.rawValue) is over, and \"\(name)\" has no say in it any more")
            }
            guard let slot = panel.touches.slot(of: id) else { continue }
            let recipients = panel.touches.recipients(inSlot: slot)
            if recipients.isPilfered && recipients.first == thief { return }
            guard recipients.told.contains(thief) else { throw RoutingError("\"\(name)\" does not see touch \(id.rawValue)", isMissing: false) }
            guard tree.responders.maySteal(thief) else {
                throw RoutingError("\"\(name)\" may not steal: it has no \"maySteal\"", isMissing: false)
            }
            return
        }
        throw RoutingError("there is no touch \(id.rawValue) down")
    }
}
