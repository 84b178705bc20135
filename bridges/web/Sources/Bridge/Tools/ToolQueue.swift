import NIOCore

/// Runs tools one at a time. A few requests may wait for their turn.
final class ToolQueue {
    static let waitingMax = 4

    /// A request's place in the queue. The page may go away while it waits.
    final class Turn {
        /// The closure that starts the request, and that holds the request until then. Nil after the start, or if the request was cancelled.
        fileprivate var begin: ((Turn) -> ToolRun?)?
        fileprivate var run: ToolRun?
        fileprivate var isCancelled = false

        fileprivate init(_ begin: @escaping (Turn) -> ToolRun?) { self.begin = begin }

        func cancel() {
            isCancelled = true
            begin = nil
            run?.cancel()
        }

        func setReading(_ isOn: Bool) { run?.setReading(isOn) }
    }

    private var current: Turn?
    private var waiting: [Turn] = []
    private var isStopped = false

    /// Adds a request. Returns nil if too many wait, or if the bridge stops.
    ///
    /// - Parameter begin: starts the request when its turn has come. Returns nil if the request cannot be started.
    func add(_ begin: @escaping (Turn) -> ToolRun?) -> Turn? {
        if isStopped { return nil }
        waiting.removeAll(where: \.isCancelled)
        if current != nil, waiting.count >= Self.waitingMax { return nil }
        let turn = Turn(begin)
        waiting.append(turn)
        if current == nil { next() }
        return turn
    }

    /// Ends the current request, and starts the next one.
    func next() {
        current?.run = nil
        current = nil
        while current == nil, !waiting.isEmpty {
            let turn = waiting.removeFirst()
            if turn.isCancelled { continue }
            let begin = turn.begin
            turn.begin = nil
            turn.run = begin?(turn)
            if turn.run != nil { current = turn }
        }
    }

    func reap() { current?.run?.reap() }

    func stop() {
        isStopped = true
        waiting = []
        current?.run?.end()
    }
}
