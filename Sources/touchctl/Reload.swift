import ArgumentParser
import Wire

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Has touchd read its configuration again.",
        discussion: """
            Exits with 0 when the new one is in force, with 78 when it is refused and the old one stays; what is wrong with it is \
            said as by "touchctl check".
            """)

    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let connection = try Connection.admin(sockets)
        let answer = try connection.reply(to: #"{"type":"reload","id":1}"#, capability: "reload")
        if json.isOn {
            printJSON(answer.line)
        } else {
            for diagnostic in answer.message["diagnostics"]?.array ?? [] { complain(diagnostic.string ?? "") }
        }
        if answer.message["ok"]?.bool == true {
            if !json.isOn { printLine("the configuration is in force, generation \(answer.message.text("generation"))") }
            return
        }
        let error = answer.message["error"]
        guard error?["code"]?.string == "refused" else { throw Connection.refused(error) }
        complain("touchctl: the configuration is refused, and the old one stays")
        throw Exit.configuration
    }
}
