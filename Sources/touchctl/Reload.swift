import ArgumentParser
import Wire

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Has touchd read its configuration again.",
        discussion: """
            Exits with 0 when the new one is in force, with 78 when it is refused and the old one stays; what is wrong with it is \
            said as by "touchctl check".
            """)

    @Option(help: "The daemon's admin socket.") var adminSocket: String?
    @Option(help: "The daemon's events socket, beside which the admin socket is looked for.") var socket: String?
    @Flag(help: "The daemon's answer as it is.") var json = false

    func run() throws {
        var connection: Connection
        do { connection = try Connection.admin(adminSocket, socket) } catch let error as Connection.NotReachable {
            complain("touchctl: \(error)")
            throw Exit.unavailable
        }
        connection.send(#"{"type":"reload","id":1}"#)
        while let (line, message) = try connection.message() {
            guard message["type"]?.string == "reply" else { continue }
            if json { output(line + [UInt8(ascii: "\n")]) }
            for diagnostic in message["diagnostics"]?.array ?? [] where !json { complain(diagnostic.string ?? "") }
            if message["ok"]?.bool == true { return }
            let error = message["error"]
            if error?["code"]?.string == "refused" {
                complain("touchctl: the configuration is refused, and the old one stays")
                throw Exit.configuration
            }
            complain(refusal(error))
            throw error?["code"]?.string == "notAllowed" ? Exit.permission : Exit.protocol
        }
        complain("touchctl: touchd has closed the connection without an answer")
        throw Exit.unavailable
    }
}
