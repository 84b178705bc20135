import Glibc
import Sockets
import Synchronization

/// The thread that talks to touchd. It reads only while a task waits for an item, so touchd can see that a program is slow, and no queue grows in the
/// program.
final class Session: Sendable {
    private struct State {
        var stream: LineStream
        var items: ArraySlice<Item> = []
        /// The tasks that wait for an item, in order.
        var waiting: [(id: Int, continuation: CheckedContinuation<Result<Item?, TouchdError>, Never>)] = []
        var lastWaiting = 0
        /// The tasks that were cancelled before they started to wait.
        var cancelled: Set<Int> = []
        var failure: TouchdError?
        var isClosed = false
        var hasStarted = false
    }

    private let state: Mutex<State>
    private let path: String
    private let retries: Int?
    private let helloWithin: Double
    /// The pipe that wakes the thread with a byte.
    private let wakeIn: Int32, wakeOut: Int32

    init(path: String, name: String?, retries: Int?, helloWithin: Int, treeChanges: Bool) {
        self.path = path
        self.retries = retries
        self.helloWithin = Double(helloWithin)
        state = Mutex(State(stream: LineStream(name: name, treeChanges: treeChanges)))
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair)
        (wakeIn, wakeOut) = (pair[0], pair[1])
    }

    deinit {
        Glibc.close(wakeIn)
        Glibc.close(wakeOut)
    }

    /// Makes a request while no item is being read. Replies that the library makes itself are queued after the waiting items.
    func request<Answer: Sendable>(_ body: (inout LineStream) -> Answer) -> Answer {
        let answer = state.withLock { state in
            let answer = body(&state.stream)
            state.items += state.stream.asked.takeSettled()
            // After the end nothing would send the request.
            if state.failure != nil { state.items += state.stream.giveUp() }
            return answer
        }
        wake()
        return answer
    }

    /// The next item; nil if the client was closed or the task was cancelled.
    func next() async throws(TouchdError) -> Item? {
        let id = state.withLock {
            $0.lastWaiting += 1
            return $0.lastWaiting
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, $0) }
        } onCancel: {
            giveUp(id)
        }
        return try result.get()
    }

    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            state.items = []
            state.stream.close()
            defer { state.waiting = [] }
            return state.waiting.map(\.continuation)
        }
        for one in waiting { one.resume(returning: .success(nil)) }
        wake()
    }

    private func wait(_ id: Int, _ continuation: CheckedContinuation<Result<Item?, TouchdError>, Never>) {
        let answer: Result<Item?, TouchdError>? = state.withLock { state in
            if state.isClosed || state.cancelled.remove(id) != nil { return .success(nil) }
            if state.waiting.isEmpty, let item = state.items.popFirst() { return .success(item) }
            if let failure = state.failure { return .failure(failure) }
            state.waiting.append((id, continuation))
            if !state.hasStarted {
                state.hasStarted = true
                start()
            }
            return nil
        }
        if let answer { return continuation.resume(returning: answer) }
        wake()
    }

    private func giveUp(_ id: Int) {
        let continuation = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil as CheckedContinuation<Result<Item?, TouchdError>, Never>?
            }
            return state.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: .success(nil))
    }

    private func wake() {
        var byte: UInt8 = 0
        _ = write(wakeOut, &byte, 1)
    }

    // MARK: The thread

    private func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Session>.fromOpaque($0!).takeRetainedValue().run()
                return nil
            }, context)
        pthread_detach(thread)
    }

    private func run() {
        var connection: UnixSocket?
        var attempts = Attempts(path: path, retries: retries, helloWithin: helloWithin)
        while true {
            let next = handOut()
            switch next {
            case .closed: return
            case .over where connection != nil:
                connection = nil
                continue
            case .over, .idle, .wanted: break
            }
            // A task that has begun to wait since then wakes this thread. It must get the lines that were read before the end of the connection is read.
            let isWanted = next == .wanted || next == .over
            let (wasGreeted, mismatch) = state.withLock { ($0.stream.isGreeted, $0.stream.mismatch) }
            // A connection cannot be copied, so it is taken out and put back.
            guard let open = connection.take() else {
                guard isWanted else {
                    sleep(on: nil, wanted: false, -1)
                    continue
                }
                if let mismatch { return fail(mismatch) }
                switch attempts.plan(wasGreeted: wasGreeted) {
                case .giveUp(let error): return fail(error)
                case .say(let why): state.withLock { $0.items.append(.waiting(why)) }
                case .wait: sleep(on: nil, wanted: false, attempts.patience)
                case .attempt:
                    state.withLock { $0.stream.reset() }
                    connection = attempts.connect()
                }
                continue
            }
            var patience: Int32 = -1
            if isWanted && !wasGreeted {
                guard let left = attempts.helloPatience() else {
                    state.withLock { $0.items += $0.stream.lost() }
                    continue
                }
                patience = left
            }
            transfer(open, wanted: isWanted, patience)
            connection = consume open
        }
    }

    private enum Next {
        /// The cases in order: no task waits; a task waits for an item that has not come; the connection must be closed; the client is closed.
        case idle, wanted, over, closed
    }

    /// Hands the items to the waiting tasks.
    private func handOut() -> Next {
        while true {
            var failure: TouchdError?
            var next = Next.idle
            let handed: (CheckedContinuation<Result<Item?, TouchdError>, Never>, Item)? = state.withLock { state in
                if state.isClosed {
                    next = .closed
                    return nil
                }
                guard !state.waiting.isEmpty else { return nil }
                if state.items.isEmpty {
                    do throws(TouchdError) { state.items = try state.stream.next()[...] } catch { failure = error }
                }
                guard let item = state.items.popFirst() else {
                    next = state.stream.isOver ? .over : .wanted
                    return nil
                }
                return (state.waiting.removeFirst().continuation, item)
            }
            if let failure {
                fail(failure)
                return .closed
            }
            guard let (continuation, item) = handed else { return next }
            continuation.resume(returning: .success(item))
        }
    }

    /// Waits until the connection can send or receive, and transfers the bytes.
    private func transfer(_ connection: borrowing UnixSocket, wanted isWanted: Bool, _ patience: Int32) {
        let hasOutgoing = state.withLock { !$0.stream.outgoing.isEmpty }
        let fd = connection.fd
        let ready = sleep(on: fd, wanted: isWanted, writes: hasOutgoing, patience)
        if hasOutgoing { state.withLock { connection.send(&$0.stream.outgoing) } }
        guard isWanted && ready else { return }
        let bytes = connection.read()
        state.withLock { state in
            if let bytes { state.stream.feed(bytes) } else { state.items += state.stream.lost() }
        }
    }

    /// Sleeps until another thread wakes this one, the socket is ready, or the time is over (ms, -1: without end). Returns whether the socket is
    /// ready.
    @discardableResult
    private func sleep(on fd: Int32?, wanted: Bool, writes: Bool = false, _ patience: Int32) -> Bool {
        var polled = [pollfd(fd: wakeIn, events: Int16(POLLIN), revents: 0)]
        let events = (wanted ? POLLIN : 0) | (writes ? POLLOUT : 0)
        // Without any requested event, poll would still report again and again that the peer has closed the connection.
        if let fd, events != 0 { polled.append(pollfd(fd: fd, events: Int16(events), revents: 0)) }
        poll(&polled, nfds_t(polled.count), patience)
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeIn, &bytes, bytes.count) == bytes.count {}
        return polled.count > 1 && polled[1].revents != 0
    }

    /// Ends the client with an error. The requests that still wait are refused, and the error comes after these refusals.
    private func fail(_ error: TouchdError) {
        state.withLock { state in
            state.failure = error
            state.items += state.stream.giveUp()
        }
        while let (continuation, result) = state.withLock({ state in
            state.waiting.isEmpty ? nil : (state.waiting.removeFirst().continuation, state.items.popFirst())
        }) {
            continuation.resume(returning: result.map { .success($0) } ?? .failure(error))
        }
    }
}
