import Glibc
import Logging
import Sockets
import Speech
import Text

/// The connection to speech-dispatcher: the socket around a session. It connects again by itself, with growing delays. Nothing here waits.
final class SpeechServer {
    private let settings: SpeechServerSettings
    private var connection: UnixSocket?
    private var session: SSIPSession?
    private var wasReady = false
    private var backOff = BackOff(retries: nil)
    private var connectAt: Int64 = 0
    private var connectedAt: Int64 = 0
    private var lastLogged: String?

    init(_ settings: SpeechServerSettings) { self.settings = settings }

    var fd: Int32 { connection?.fd ?? -1 }
    var events: Int32 { POLLIN | (session?.outgoing.isEmpty == false ? POLLOUT : 0) }
    /// The time at which `tick` has something to do.
    var deadline: Int64 { connection == nil ? connectAt : session?.deadline ?? .max }

    /// Performs the steps, and sends at once what the socket accepts. Before the server is usable they are dropped: old speech helps nobody, and the
    /// owner says the newest text when the server is there.
    func perform(_ actions: [SpeechAction], _ now: Int64) {
        if !wasReady || actions.isEmpty { return }
        for action in actions { session?.perform(action, now: now) }
        send()
    }

    /// Connects when it is time to, and closes the connection if the server is hung.
    func tick(_ prosody: Prosody, _ now: Int64) {
        if connection != nil {
            if let fault = session?.fault(at: now) { closeConnection(fault.rawValue, now) }
        } else if connectAt <= now {
            open(prosody, now)
        }
    }

    private func open(_ prosody: Prosody, _ now: Int64) {
        connectedAt = now
        do throws(UnixSocket.Failure) { connection = try UnixSocket(path: settings.socket) } catch {
            return handleLoss(String(cString: strerror(error.code)), now)
        }
        session = SSIPSession(settings, prosody, now: now)
        send()
    }

    /// Sends and receives when the socket is ready. Returns true if the server has become usable.
    func transfer(_ now: Int64) -> Bool {
        send()
        guard let open = connection.take() else { return false }
        let bytes = open.read()
        connection = consume open
        guard let bytes else {
            closeConnection("it closed the connection", now)
            return false
        }
        do throws(SSIPSession.Fault) { try session?.receive(bytes, now: now) } catch {
            closeConnection(error.rawValue, now)
            return false
        }
        send()
        logRefusals()
        guard let session, session.isReady, !wasReady else { return false }
        wasReady = true
        lastLogged = nil
        Log.write(.speechConnected, "connected to speech-dispatcher at \(settings.socket)", .peer(settings.socket))
        return true
    }

    private func send() {
        guard let open = connection.take() else { return }
        if session?.outgoing.isEmpty == false { open.send(&session!.outgoing) }
        connection = consume open
    }

    private func logRefusals() {
        guard let refusals = session?.refusals, !refusals.isEmpty else { return }
        session?.refusals = []
        for refusal in refusals {
            let (command, reason) = (printable(refusal.command, atMost: 100), printable(refusal.reason, atMost: 200))
            let text = "speech-dispatcher refuses \(command): \(reason)"
            Log.write(LogMessage(.speechRefuses, text, [.command(command), .reason(reason)], limits: [.few(command)]))
        }
    }

    private func closeConnection(_ reason: String, _ now: Int64) {
        connection = nil
        (session, wasReady) = (nil, false)
        handleLoss(reason, now)
    }

    private func handleLoss(_ reason: String, _ now: Int64) {
        connectAt = now + Int64((backOff.delay(lasted: Double(now - connectedAt) / 1000) ?? 5000) * 1000)
        if lastLogged == reason { return }
        lastLogged = reason
        let text = "no connection to speech-dispatcher at \(settings.socket): \(reason); trying again"
        // By reason: a server that keeps closing the connection does not hide that it also answers wrongly.
        Log.write(LogMessage(.speechLost, text, [.peer(settings.socket), .reason(reason)], limits: [.few(reason)]))
    }
}
