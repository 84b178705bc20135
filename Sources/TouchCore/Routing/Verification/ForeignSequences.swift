/// Touches, gestures, controls and scroll views in progress that a subscriber may see but whose begin it did not get. They stay hidden from it until
/// they end.
struct ForeignSequences: Sendable {
    private var touches: [(id: TouchID, receiver: RegionID?)] = []
    private var actions: [(panel: String, subject: RoutedAction.Subject)] = []

    var isEmpty: Bool { touches.isEmpty && actions.isEmpty }

    mutating func removeAll() {
        touches.removeAll(keepingCapacity: true)
        actions.removeAll(keepingCapacity: true)
    }

    mutating func insert(_ touch: RoutedTouch) { touches.append((touch.id, touch.receiver)) }

    mutating func insert(_ action: ActionState.InProgress) { actions.append((action.panel, action.action.subject)) }

    func contains(_ touch: RoutedTouch) -> Bool { touches.contains { $0.id == touch.id && $0.receiver == touch.receiver } }

    func contains(_ action: ActionState.InProgress) -> Bool {
        actions.contains { $0.subject == action.action.subject && $0.panel == action.panel }
    }

    /// Whether the next event of the stream belongs to a hidden touch. The end of the touch removes it.
    mutating func consume(_ event: RoutedTouch) -> Bool {
        guard let index = touches.firstIndex(where: { $0.id == event.id && $0.receiver == event.receiver }) else { return false }
        if event.phase.isTerminal { touches.remove(at: index) }
        return true
    }

    /// Whether the next action of the stream belongs to a hidden sequence. A new sequence of the same subject is visible, even if the subscriber
    /// missed the end of the last one.
    mutating func consume(_ action: RoutedAction.Head, panel: String) -> Bool {
        if actions.isEmpty { return false }
        let subject = action.subject
        guard let index = actions.firstIndex(where: { $0.subject == subject && $0.panel == panel }) else { return false }
        if action.step != .goesOn { actions.remove(at: index) }
        return action.step != .begins
    }
}
