import Glibc
import NIOCore
import NIOPosix
import NIOWebSocket
import Sockets

/// A browser's WebSocket with its connection to touchd. Neither side is read while the other one is full.
final class Relay: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private enum State {
        /// touchd has not been greeted yet; the browser is not read.
        case greeting
        case open
        /// A close frame has been sent; the browser's frames are ignored.
        case closing
        case closed
    }

    /// The time limit for the browser's answer to a close frame.
    static let closeTimeout = TimeAmount.seconds(3)
    /// The most answers of the bridge that wait for a browser that does not read.
    static let answersMax = 16
    /// The time limit for touchd's greeting. It is long, because systemd may hold the socket while touchd starts.
    static let greetingTimeout = TimeAmount.seconds(30)

    let token: Token
    private let bridge: Bridge
    private let peer: String
    private var state = State.greeting
    private var context: ChannelHandlerContext?
    private var touchd: Channel?
    private var greeting: Greeting
    private var framer = LineFramer()
    private var batch = FrameBatch()
    /// The handler to which batches are written, past the encoder, because they are already encoded.
    private var encoder: ChannelHandlerContext?
    private var assembler: MessageAssembler
    /// The messages that came before touchd was greeted: at most those of one read.
    private var early: [ByteBuffer] = []
    private var hasPassedBye = false
    /// The steps of speech that follow the lines, for a page that has asked for them.
    private var speech: SpeechLines?
    /// The bridge's own lines that wait for the end of touchd's current line.
    private var ownLines: [ByteBuffer] = []
    private var outbox = Outbox()
    private var owedPong: ByteBuffer?
    private var owesPing = false
    private var awaitsPong = false
    private var pings: RepeatedTask?
    private var timeout: Scheduled<Void>?

    init(_ bridge: Bridge, token: Token, peer: String) {
        self.bridge = bridge
        self.token = token
        self.peer = peer
        greeting = Greeting(as: bridge.settings.isAdmin ? nil : token.name)
        assembler = MessageAssembler(messageMax: bridge.settings.limits.message)
    }

    // MARK: The browser

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
        bridge.add(self)
        setBrowserReading(false)
        limitWaiting(context.channel)
        schedule(Self.greetingTimeout) { $0.close(.tryAgainLater, "touchd does not answer") }
        connect(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state == .greeting || state == .open else {
            // The browser's answer to the close frame ends the connection.
            if state == .closing, unwrapInboundIn(data).opcode == .connectionClose { context.close(promise: nil) }
            return
        }
        switch assembler.process(unwrapInboundIn(data), at: MonotonicClock.now) {
        case .more: break
        case .message(let message):
            if state == .greeting { early.append(message) } else { handle(message) }
        case .ping(let payload):
            if context.channel.isWritable {
                write(.pong, payload)
                context.flush()
            } else {
                owedPong = payload  // only the latest must be answered (RFC 6455, 5.5.3)
            }
        case .pong: awaitsPong = false
        case .close(let code): answerClose(code)
        case .violation(let code, let reason):
            bridge.log(.violation, "\(name): closed with \(code.number): \(reason)", .peer(peer), .token(token.name), .reason(reason))
            close(code, reason)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        writeToTouchd()
        if writeToBrowser() { context.flush() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        if isWritable, state == .open {
            if let payload = owedPong { write(.pong, payload) }
            if owesPing { write(.ping, ByteBuffer()) }
            (owedPong, owesPing) = (nil, false)
            passOwnLines()
            writeToBrowser()
            context.flush()
        }
        // Data that the browser does not read stays in touchd, which merges moves and finally lets the client lag.
        setReading(touchd, isWritable)
    }

    func channelInactive(context: ChannelHandlerContext) { end() }

    func errorCaught(context: ChannelHandlerContext, error: Error) {
        guard let error = error as? NIOWebSocketError else { return context.close(promise: nil) }
        let code: WebSocketErrorCode = if case .invalidFrameLength = error { .messageTooLarge } else { .protocolError }
        let reason = code == .messageTooLarge ? "a frame that is too long" : "a broken control frame"
        if state == .greeting || state == .open {
            bridge.log(.violation, "\(name): closed with \(code.number): \(reason)", .peer(peer), .token(token.name), .reason(reason))
        }
        close(code, reason)
    }

    // MARK: touchd

    private func connect(_ context: ChannelHandlerContext) {
        let loop = context.eventLoop
        let me = NIOLoopBound(self, eventLoop: loop)
        ClientBootstrap(group: loop)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16384))
            .channelOption(.maxMessagesPerRead, value: 1)
            .connectTimeout(.seconds(5))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(TouchdEnd(me.value)) }
            }
            .connect(unixDomainSocketPath: bridge.settings.socket)
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success(let channel): self.connected(channel)
                case .failure(let error):
                    let (socket, why) = (self.bridge.settings.socket, reason(error))
                    self.bridge.log(
                        .unreachable, "\(self.name): \(socket): \(why)", .peer(self.peer), .token(self.token.name), .file(socket), .reason(why))
                    self.close(.tryAgainLater, "touchd is not running")
                }
            }
    }

    private func connected(_ channel: Channel) {
        guard state == .greeting else { return channel.close(promise: nil) }
        touchd = channel
        if let request = greeting.request { channel.writeAndFlush(ByteBuffer(bytes: request), promise: nil) }
    }

    /// Handles bytes from touchd.
    func received(_ bytes: ByteBuffer) {
        guard state == .greeting || state == .open else { return }
        framer.feed(bytes)
        while state == .greeting, let line = framer.nextLine() { greet(line) }
        if state == .greeting, framer.heldBytes > 1 << 16 { return closeRefused("touchd's first line does not end") }
        while state == .open, let frame = framer.nextFrame() { pass(frame) }
        writeToBrowser()
    }

    /// Writes what waits for the browser. Returns false if nothing does.
    @discardableResult private func writeToBrowser() -> Bool {
        guard let frames = batch.removeAll() else { return false }
        encoder?.write(NIOAny(frames), promise: nil)
        return true
    }

    private func greet(_ line: ByteBuffer) {
        switch greeting.process(line) {
        case .more: break
        case .refused(let reason): closeRefused(reason)
        case .done(let lines, let maxLine):
            state = .open
            timeout?.cancel()
            if let maxLine { assembler.messageMax = min(assembler.messageMax, maxLine) }
            for line in lines { pass(WebSocketFrame(fin: true, opcode: .text, data: line)) }
            early.forEach(handle)
            early = []
            writeToTouchd()
            setBrowserReading(!outbox.isFull)
            startPings()
        }
    }

    private func closeRefused(_ reason: String) {
        bridge.log(.refusedByTouchd, "\(name): touchd refuses: \(reason)", .peer(peer), .token(token.name), .reason(reason))
        close(.unexpectedServerError, reason)
    }

    private func pass(_ frame: WebSocketFrame) {
        if frame.opcode == .text { hasPassedBye = frame.data.readableBytesView.starts(with: #"{"type":"bye""#.utf8) }
        batch.append(frame)
        if speech != nil { ownLines += speech!.process(frame) }
        if !ownLines.isEmpty { passOwnLines() }
    }

    /// Passes the bridge's own lines on, unless a part of a line from touchd has gone out and the rest has not.
    private func passOwnLines() {
        if framer.isInside { return }
        for line in ownLines { batch.append(WebSocketFrame(fin: true, opcode: .text, data: line)) }
        ownLines = []
    }

    func receivedAll() { context?.flush() }

    func touchdEnded() {
        touchd = nil
        switch state {
        case .greeting: close(.tryAgainLater, "touchd closed the connection")
        case .open where hasPassedBye: close(.normalClosure, "")
        case .open: close(.goingAway, "touchd is gone")
        case .closing, .closed: break
        }
    }

    /// Handles a message of the browser: the bridge's own request, or one of touchd's.
    private func handle(_ message: ByteBuffer) {
        guard let request = SpeechRequest(message) else { return send(message) }
        ownLines.append(answer(request))
        if context?.channel.isWritable == true { passOwnLines() }
        if ownLines.count > Self.answersMax { close(.policyViolation, "too many requests whose answers are not read") }
    }

    private func answer(_ request: SpeechRequest) -> ByteBuffer {
        switch request {
        case .invalid(let message, let id):
            return .reply(id, SpeechSettings.Refusal(code: "badRequest", message: message, hint: "see docs/web.md for this request of the bridge"))
        case .speech(false, let id):
            speech = nil
            return .reply(id)
        case .speech(true, let id):
            do throws(SpeechSettings.Refusal) {
                if speech == nil { speech = SpeechLines(try bridge.speaker()) }
                return .reply(id)
            } catch { return .reply(id, error) }
        }
    }

    private func send(_ message: ByteBuffer) {
        outbox.append(message)
        if outbox.isFull { setBrowserReading(false) }
    }

    private func writeToTouchd() {
        guard let touchd else { return }
        let wasFull = outbox.isFull
        guard let lines = outbox.next() else { return }
        touchd.writeAndFlush(lines).assumeIsolated().whenComplete { _ in
            self.outbox.written()
            self.writeToTouchd()
        }
        if wasFull, state == .open { setBrowserReading(true) }
    }

    // MARK: Pings

    private func startPings() {
        let interval = TimeAmount.nanoseconds(Int64(bridge.settings.limits.ping * 1e9))
        let me = NIOLoopBound(self, eventLoop: context!.eventLoop)
        pings = context?.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in me.value.ping() }
    }

    private func ping() {
        guard state == .open, let context else { return }
        // While touchd reads nothing, the browser is not read either, and its pong may be among the unread bytes.
        if awaitsPong, outbox.isFull { return }
        if awaitsPong {
            bridge.log(.silent, "\(name): closed: no pong within \(bridge.settings.limits.ping) s", .peer(peer), .token(token.name))
            context.close(promise: nil)
            return
        }
        awaitsPong = true
        guard context.channel.isWritable else {
            owesPing = true
            return
        }
        write(.ping, ByteBuffer())
        context.flush()
    }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        context?.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
    }

    // MARK: The end

    /// Closes with a code, after everything passed on so far.
    func close(_ code: WebSocketErrorCode, _ reason: String) {
        guard state == .greeting || state == .open, let context else { return }
        state = .closing
        pings?.cancel()
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        data.writeString(String(decoding: reason.utf8.prefix(100), as: UTF8.self))
        write(.connectionClose, data)
        context.flush()
        closeTouchd()
        // The browser's answer or its end closes the connection. Its frames until then are read and dropped, because a reset could overtake the close
        // frame.
        setBrowserReading(true)
        schedule(Self.closeTimeout) { $0.context?.close(promise: nil) }
    }

    private func answerClose(_ code: WebSocketErrorCode?) {
        guard let context else { return }
        state = .closing
        pings?.cancel()
        var data = ByteBuffer()
        if let code { data.write(webSocketErrorCode: code) }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
            .whenComplete { _ in channel.close(promise: nil) }
        closeTouchd()
        schedule(Self.closeTimeout) { $0.context?.close(promise: nil) }
    }

    /// Closes the connection to touchd after sending it the browser's remaining lines.
    private func closeTouchd() {
        guard let channel = touchd else { return }
        touchd = nil
        setReading(channel, true)
        channel.writeAndFlush(outbox.removeAll()).whenComplete { _ in channel.close(promise: nil) }
        channel.eventLoop.scheduleTask(in: Self.closeTimeout) { channel.close(promise: nil) }
    }

    private func end() {
        state = .closed
        pings?.cancel()
        timeout?.cancel()
        closeTouchd()
        bridge.remove(self)
        (context, encoder) = (nil, nil)
    }

    // MARK: Helpers

    private var name: String { "\(peer) (\(token.name))" }

    private func schedule(_ delay: TimeAmount, _ body: @escaping (Relay) -> Void) {
        timeout?.cancel()
        timeout = context?.eventLoop.assumeIsolated().scheduleTask(in: delay) { body(self) }
    }

    /// Keeps the buffers on the way small, so that touchd notices early that a browser is behind, and the browser's data are fresh. The live view
    /// needs larger ones, because the bytes that the kernel has sent and the browser has not acknowledged exceed the small size.
    private func limitWaiting(_ channel: Channel) {
        let bytes = bridge.settings.isAdmin ? 65536 : 16384
        channel.setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(bytes)).whenComplete { _ in }
        channel.setOption(.writeBufferWaterMark, value: .init(low: bytes / 4, high: bytes)).whenComplete { _ in }
    }

    private func setBrowserReading(_ isOn: Bool) { setReading(context?.channel, isOn) }

    private func setReading(_ channel: Channel?, _ isOn: Bool) {
        channel?.setOption(.autoRead, value: isOn).whenComplete { _ in }
    }
}

/// An error of the connection as text for people.
private func reason(_ error: Error) -> String {
    if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
    return "\(error)"
}
