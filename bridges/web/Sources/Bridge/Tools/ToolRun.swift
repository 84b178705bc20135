import NIOCore
import NIOPosix

/// A run of touchctl for a page, from its start to its end.
final class ToolRun {
    enum Event {
        case output(ByteBuffer)
        /// Ended with an exit status, and its output on standard error.
        case ended(Int32, String)
        /// The program was killed, or could not run.
        case failed(String)
    }

    static let outputMax = 256 << 20

    /// The run's files, until it is over.
    private var folder: ScratchFolder?
    private let child: ChildProcess
    private let loop: EventLoop
    private var onEvent: ((Event) -> Void)?
    private var pipe: Channel?
    private var isReading = true
    private var status: Int32?
    private var isOutputOver = false
    private var bytes = 0
    private var deadline: Scheduled<Void>?
    private let whenOver: () -> Void

    /// Starts the program.
    ///
    /// - Parameter whenOver: called once, when the process has ended.
    init(
        _ request: ToolRequest, _ program: String, seconds: Double, on loop: EventLoop, whenOver: @escaping () -> Void,
        tell: @escaping (Event) -> Void
    ) throws(ChildProcess.Failure) {
        guard let folder = ScratchFolder() else { throw ChildProcess.Failure(message: "cannot create a temporary folder") }
        for file in request.files where !folder.write(file.name, file.bytes) {
            throw ChildProcess.Failure(message: "cannot write \(file.name)")
        }
        child = try ChildProcess(program, request.arguments, in: folder.path, input: request.input)
        self.folder = folder
        self.loop = loop
        self.onEvent = tell
        self.whenOver = whenOver
        deadline = loop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) { self.stop("touchctl ran longer than \(seconds) s") }
        readOutput()
    }

    private func readOutput() {
        let me = NIOLoopBound(self, eventLoop: loop)
        NIOPipeBootstrap(group: loop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 65536))
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(ToolOutput(me.value)) }
            }
            .takingOwnershipOfDescriptor(input: child.output)
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success(let channel):
                    self.pipe = channel
                    self.setReading(self.isReading)
                case .failure: self.stop("cannot read the output of touchctl")
                }
            }
    }

    /// Pauses or resumes reading the output, depending on whether the browser reads it.
    func setReading(_ isOn: Bool) {
        isReading = isOn
        pipe?.setOption(.autoRead, value: isOn).whenComplete { _ in }
    }

    /// Cancels the run, because nobody waits for it.
    func cancel() {
        onEvent = nil
        // The number of a process that has ended may be another's.
        if status == nil { child.kill() }
        setReading(true)
    }

    /// Ends the run at once, and removes its files, because the bridge stops.
    func end() {
        cancel()
        deadline?.cancel()
        if status == nil { status = child.waitBriefly() }
        folder = nil
    }

    /// Checks whether this run's process is the child that has exited.
    func reap() {
        guard status == nil, let ended = child.status() else { return }
        status = ended
        // Processes that the program has started must not keep its output open.
        child.kill()
        finishIfOver()
    }

    fileprivate func received(_ data: ByteBuffer) {
        bytes += data.readableBytes
        if bytes > Self.outputMax { return stop("touchctl printed more than \(Self.outputMax >> 20) MiB") }
        onEvent?(.output(data))
    }

    fileprivate func outputEnded() {
        isOutputOver = true
        if status == nil { reap() } else { finishIfOver() }
    }

    private func stop(_ reason: String) {
        let told = onEvent
        cancel()
        told?(.failed(reason))
    }

    private func finishIfOver() {
        guard isOutputOver, let status else { return }
        deadline?.cancel()
        onEvent?(.ended(status, folder?.text(ChildProcess.errors) ?? ""))
        (onEvent, folder) = (nil, nil)
        whenOver()
    }
}

private final class ToolOutput: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let run: ToolRun

    init(_ run: ToolRun) { self.run = run }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { run.received(unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { run.outputEnded() }
    func errorCaught(context: ChannelHandlerContext, error: Error) { context.close(promise: nil) }
}
