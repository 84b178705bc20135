import Speech

/// A conversation with speech-dispatcher in SSIP, without the socket. Pure: bytes and times come in, bytes come out.
///
/// The text of SPEAK is sent after the server has accepted the command, because a server that refuses SPEAK would execute the text as commands. An
/// interruption never waits: it ends the data of a SPEAK that is not answered yet with the line `.`, which is harmless if the server refuses SPEAK.
/// The end of speech is never awaited.
struct SSIPSession {
    /// The fault for which the connection must be closed.
    enum Fault: String, Error {
        case silent = "it does not answer"
        case full = "it does not read"
        case malformed = "it does not speak SSIP"
        case unexpected = "it answers what nobody asked"
    }

    /// A command that the server has refused.
    struct Refusal: Equatable {
        var command: String
        var reason: String
    }

    private enum Awaited {
        case command(String)
        case speak(isAborted: Bool)
        case text
    }

    private enum Wish {
        case utterance(Utterance)
        case sound(String)
        case prosody(Prosody)
        case pause, resume

        var isProsody: Bool { if case .prosody = self { true } else { false } }
    }

    /// The most commands without an answer. Further ones wait.
    static let awaitedMax = 32
    /// The most steps that wait. The oldest one is dropped for a new one.
    static let wishesMax = 16
    /// The most bytes that the server has not read.
    static let outgoingMax = 65_536
    /// The time for each answer, in µs.
    static let patience: Int64 = 3_000_000

    /// The bytes to send.
    var outgoing: [UInt8] = []
    /// The commands that the server has refused since the owner last looked.
    var refusals: [Refusal] = []
    /// True after the first good answer.
    private(set) var isReady = false
    private var replies = SSIPReplyReader()
    private var awaited: [(reply: Awaited, since: Int64)] = []
    /// The text of the last SPEAK, while the server has not accepted it.
    private var held: Utterance?
    private var wishes: [Wish] = []
    private var language: String?
    /// True if something was sent since the last CANCEL that makes a sound.
    private var hasSpeech = false
    private var isPaused = false

    init(_ settings: SpeechServerSettings, _ prosody: Prosody, now: Int64) {
        // SPEAK in priority MESSAGE is queued behind what is spoken, and this program interrupts by itself.
        send("SET SELF CLIENT_NAME touchd:touchd-speak:main", now)
        if let module = settings.module { send("SET SELF OUTPUT_MODULE \(module)", now) }
        if let voice = settings.voice { send("SET SELF SYNTHESIS_VOICE \(voice)", now) }
        send("SET SELF PRIORITY MESSAGE", now)
        send(prosody, now)
    }

    /// The time at which the server counts as hung; nil if no answer is missing.
    var deadline: Int64? { awaited.first.map { $0.since + Self.patience } }

    /// The fault of a server that is too slow; nil if there is none.
    func fault(at now: Int64) -> Fault? {
        if outgoing.count > Self.outgoingMax { return .full }
        return deadline.map { $0 <= now } == true ? .silent : nil
    }

    // MARK: Commands

    mutating func perform(_ action: SpeechAction, now: Int64) {
        switch action {
        case .interrupt: return interrupt(now)
        case .speak(let utterance): wishes.append(.utterance(utterance))
        case .sound(let sound): wishes.append(.sound(sound))
        case .setProsody(let prosody):
            wishes.removeAll(where: \.isProsody)
            wishes.append(.prosody(prosody))
        case .pause: wishes.append(.pause)
        case .resume: wishes.append(.resume)
        }
        if wishes.count > Self.wishesMax, let oldest = wishes.firstIndex(where: { !$0.isProsody }) { wishes.remove(at: oldest) }
        sendWishes(now)
    }

    private mutating func interrupt(_ now: Int64) {
        wishes.removeAll { !$0.isProsody }
        if held != nil {
            held = nil
            if let index = awaited.lastIndex(where: { if case .speak = $0.reply { true } else { false } }) {
                awaited[index].reply = .speak(isAborted: true)
            }
            outgoing += SSIPText.end
            awaited.append((.text, now))
        }
        // Without speech there is nothing to cancel; so a flood of touches is no flood of commands.
        if hasSpeech { send("CANCEL SELF", now) }
        if isPaused { send("RESUME SELF", now) }
        (hasSpeech, isPaused) = (false, false)
        sendWishes(now)
    }

    private mutating func sendWishes(_ now: Int64) {
        while held == nil, awaited.count < Self.awaitedMax, !wishes.isEmpty {
            switch wishes.removeFirst() {
            case .utterance(let utterance):
                if language != utterance.language {
                    send("SET SELF LANGUAGE \(utterance.language)", now)
                    language = utterance.language
                }
                outgoing += SSIPText.command("SPEAK")
                awaited.append((.speak(isAborted: false), now))
                (held, hasSpeech) = (utterance, true)
            case .sound(let sound):
                send("SOUND_ICON \(SSIPText.sound(sound))", now)
                hasSpeech = true
            case .prosody(let prosody): send(prosody, now)
            case .pause:
                send("PAUSE SELF", now)
                isPaused = true
            case .resume:
                send("RESUME SELF", now)
                isPaused = false
            }
        }
    }

    private mutating func send(_ prosody: Prosody, _ now: Int64) {
        send("SET SELF RATE \(prosody.rate)", now)
        send("SET SELF VOLUME \(prosody.volume)", now)
    }

    private mutating func send(_ command: String, _ now: Int64) {
        outgoing += SSIPText.command(command)
        awaited.append((.command(command), now))
    }

    // MARK: Answers

    /// Processes bytes of the server.
    mutating func receive(_ bytes: [UInt8], now: Int64) throws(Fault) {
        replies.append(bytes)
        while true {
            let reply: SSIPReplyReader.Reply?
            do { reply = try replies.next() } catch { throw .malformed }
            guard let reply else { break }
            if awaited.isEmpty { throw .unexpected }
            handle(reply, to: awaited.removeFirst().reply, now)
            if reply.isGood { isReady = true }
        }
        sendWishes(now)
    }

    private mutating func handle(_ reply: SSIPReplyReader.Reply, to awaitedReply: Awaited, _ now: Int64) {
        switch awaitedReply {
        case .speak(isAborted: false):
            guard let utterance = held else { return }
            held = nil
            // 230: the server waits for the text. After any other answer it waits for a command.
            guard reply.code == 230 else { return refuse("SPEAK", reply) }
            outgoing += SSIPText.data(utterance.text)
            awaited.append((.text, now))
        case .speak(isAborted: true): break
        case .command(let command): if !reply.isGood { refuse(command, reply) }
        case .text:
            // A SPEAK that was refused and interrupted gets an error for its last line, which says nothing new.
            if !reply.isGood && reply.code != 500 { refuse("a text", reply) }
        }
    }

    private mutating func refuse(_ command: String, _ reply: SSIPReplyReader.Reply) {
        if refusals.count < Self.wishesMax { refusals.append(Refusal(command: command, reason: "\(reply.code) \(reply.text)")) }
    }
}
