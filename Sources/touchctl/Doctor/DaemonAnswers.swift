import Glibc
import JSON
import Sockets
import Wire

/// The daemon's answers to the doctor's questions.
struct DaemonAnswers {
    /// Why the daemon does not answer; nil if it does.
    var failure: Failure?
    /// The server's name and version from its `hello`.
    var server = ""
    /// The answer to `status`; nil if this user may not ask.
    var status: JSONValue?
    var devices: [JSONValue]?
    var clients: [JSONValue]?

    enum Failure: Equatable {
        /// The connection fails; with the text of errno.
        case absent(String)
        case denied
        /// The server accepts the connection, and does not answer.
        case hangs
        /// The answer comes from another program.
        case otherProgram(String)
    }
}

extension DaemonAnswers {
    /// Asks the daemon, on the admin socket if it answers there, otherwise on the events socket.
    init(events: String, admin: String) {
        let first = Self.ask(admin)
        self = first.failure == nil ? first : Self.ask(events)
    }

    /// The time limit for each answer, in ms, so that a daemon that hangs does not make the doctor hang.
    private static let patience: Int32 = 5000
    private static let questions = ["status", "devices", "clients"]

    private static func ask(_ path: String) -> DaemonAnswers {
        do throws(UnixSocket.Failure) {
            var conversation = Conversation(try UnixSocket(path: path))
            return conversation.answers()
        } catch {
            switch error.code {
            case EACCES, EPERM: return DaemonAnswers(failure: .denied)
            case EAGAIN: return DaemonAnswers(failure: .hangs)
            default: return DaemonAnswers(failure: .absent(String(cString: strerror(error.code))))
            }
        }
    }

    private struct Conversation: ~Copyable {
        let socket: UnixSocket
        var lines = LineBuffer()

        init(_ socket: consuming UnixSocket) { self.socket = socket }

        mutating func answers() -> DaemonAnswers {
            var answers = DaemonAnswers()
            guard let hello = next() else { return DaemonAnswers(failure: .hangs) }
            guard hello["type"]?.string == "hello", let server = hello["server"]?.string else {
                return DaemonAnswers(failure: .otherProgram(hello["message"]?.string ?? "it does not greet as touchd does"))
            }
            answers.server = server
            for question in DaemonAnswers.questions {
                guard let reply = ask(question) else { return DaemonAnswers(failure: .hangs) }
                if reply["ok"]?.bool != true { continue }
                switch question {
                case "status": answers.status = reply
                case "devices": answers.devices = reply["devices"]?.array
                default: answers.clients = reply["clients"]?.array
                }
            }
            return answers
        }

        private mutating func ask(_ question: String) -> JSONValue? {
            var line = Array("{\"type\":\"\(question)\"}\n".utf8)
            socket.send(&line)
            while let message = next() { if message["type"]?.string == "reply" { return message } }
            return nil
        }

        private mutating func next() -> JSONValue? {
            while true {
                if let line = lines.next() { return (try? JSONReader.parse(line)) ?? .null }
                var ready = pollfd(fd: socket.fd, events: Int16(POLLIN), revents: 0)
                guard poll(&ready, 1, DaemonAnswers.patience) > 0, let bytes = socket.read() else { return nil }
                lines.append(bytes)
            }
        }
    }
}
