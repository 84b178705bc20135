import Configuration
import Glibc
import Panels
import Server

/// The touchscreens that udev and evdev report.
///
/// If another process opens the nodes, a thread waits for its answers, one node after another, while the loop goes on.
final class SystemPanels: PanelSource {
    private typealias Job = BackgroundJob<Result<Int32, PanelError>>

    private let watcher = PanelWatcher()
    private let access: DeviceAccess
    private let loop: EventLoop
    private var handler: (PanelNotice) -> Void = { _ in }
    /// The nodes to ask for, in this order.
    private var queue: [String] = []
    /// The node being asked for; nil once its device is gone, because the answer is then useless.
    private var requestedNode: String?
    private var job: Job?
    /// An answer that has come but has not been used yet.
    private var answer: (node: String, result: Result<Int32, PanelError>)?

    init(_ access: DeviceAccess, loop: EventLoop) { (self.access, self.loop) = (access, loop) }

    func present() -> [PanelWatcher.Device] { watcher.present() }

    func watch(_ handler: @escaping (PanelNotice) -> Void) -> Bool {
        self.handler = handler
        for fd in watcher.fds {
            loop.add(fd) { [unowned self] _ in
                let changes = watcher.changes()
                for change in changes { forgetRequests(after: change) }
                if !changes.isEmpty { self.handler(.changed(changes)) }
            }
        }
        return !watcher.fds.isEmpty
    }

    func open(_ node: String, _ settings: PanelSettings) throws(PanelError) -> any PanelDevice {
        guard access.usesBroker else { return try LivePanel(node: node, quirks: settings.quirks, isOwned: true) }
        if let answer, answer.node == node {
            self.answer = nil
            return try LivePanel(answer.result.get(), node: node, quirks: settings.quirks, isOwned: true)
        }
        if requestedNode != node, !queue.contains(node) { queue.append(node) }
        requestNext()
        throw PanelError(awaiting: node)
    }

    func siblings(of node: String) -> [PanelWatcher.Device] { watcher.siblings(of: node) }

    func grabSibling(_ node: String, of panel: String, _ done: @escaping (Result<AnyObject, PanelError>) -> Void) {
        open(node, { access throws(PanelError) in try GrabbedNode(access.openSibling(node, of: panel), node: node) }) { result in
            done(result.map { $0 as AnyObject })
        }
    }

    func presentKeypads() -> [PanelWatcher.Device] { PanelWatcher.keypads() }

    func openKeypad(_ node: String, _ done: @escaping (Result<any KeypadDevice, PanelError>) -> Void) {
        open(node, { access throws(PanelError) in try access.openKeypad(node) }) { (result: Result<Int32, PanelError>) in
            do throws(PanelError) { done(.success(try LiveKeypad(result.get(), node: node, isOwned: true))) } catch { done(.failure(error)) }
        }
    }

    /// Opens a node in a separate thread, because the process that opens it may take some time.
    private func open<Value: Sendable>(
        _ node: String, _ body: @escaping @Sendable (DeviceAccess) throws(PanelError) -> Value,
        _ done: @escaping (Result<Value, PanelError>) -> Void
    ) {
        let job = BackgroundJob<Result<Value, PanelError>> { [access] waits in
            // This job never counts as hanging, because `DeviceAccess` itself stops waiting after a while.
            waits(false)
            do throws(PanelError) { return .success(try body(access)) } catch { return .failure(error) }
        }
        func finish() {
            done(job.value ?? .failure(PanelError(node, "it cannot be opened: \(job.failure ?? "no answer")", code: EAGAIN)))
        }
        if job.failure != nil { return loop.later { finish() } }
        loop.add(job.fd) { [unowned self] _ in
            loop.remove(job.fd)
            finish()
        }
    }

    func awaitAnswers() {
        while let job {
            // Wait for the value even if the thread is slow, because it may still deliver a descriptor, which must then be closed.
            if job.wait(unlessReadable: -1) != nil || job.failure != nil { finish(job) }
        }
    }

    private func requestNext() {
        guard job == nil, !queue.isEmpty else { return }
        let node = queue.removeFirst()
        let job = Job { [access] waits in
            // This job never counts as hanging, because `openNode` itself stops waiting after a while.
            waits(false)
            do throws(PanelError) { return .success(try access.openNode(node)) } catch { return .failure(error) }
        }
        (requestedNode, self.job) = (node, job)
        if job.failure == nil { loop.add(job.fd) { [unowned self] _ in finish(job) } } else { loop.later { [unowned self] in finish(job) } }
    }

    private func finish(_ job: Job) {
        guard job === self.job else { return }
        loop.remove(job.fd)
        self.job = nil
        if let node = requestedNode {
            answer = (node, job.value ?? .failure(PanelError(node, "it cannot be opened: \(job.failure ?? "no answer")", code: EAGAIN)))
            requestedNode = nil
            handler(.answered(node))
        } else if case .success(let fd)? = job.value {
            close(fd)
        }
        // Close the descriptor if the handler did not open the node, for example because the configuration has changed.
        if case .success(let fd)? = answer?.result { close(fd) }
        answer = nil
        requestNext()
    }

    /// Forgets the requests for devices that have gone, or may have gone.
    private func forgetRequests(after change: PanelWatcher.Change) {
        switch change {
        case .removed(let node):
            queue.removeAll { $0 == node }
            if requestedNode == node { requestedNode = nil }
        case .missed: (queue, requestedNode) = ([], nil)
        case .added, .other: break
        }
    }
}
