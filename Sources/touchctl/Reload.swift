import ArgumentParser
import Wire

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Has touchd read its configuration again.",
        usage: "touchctl reload [<options>]",
        discussion: """
            Exits with 0 when the new one is in force, with 78 when it is refused and the old one stays; what is wrong with it is \
            said as by "touchctl check". What fingers and clients have made of the regions stays, where the file has not changed it; what \
            gives way to the file is listed.

              touchctl reload --dry-run  says what would change
              touchctl reload            and changes it
            """)

    @Flag(help: "Forget what fingers and clients have made of the regions.")
    var reset = false

    @Flag(help: "Change nothing: say what is wrong with the configuration, and what would give way to it.")
    var dryRun = false

    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let connection = try Connection.admin(sockets)
        let options = (reset ? #","reset":true"# : "") + (dryRun ? #","dryRun":true"# : "")
        let answer = try connection.reply(to: #"{"type":"reload","id":1\#(options)}"#, capability: "reload")
        if json.isOn {
            printJSON(answer.line)
        } else {
            for diagnostic in answer.message["diagnostics"]?.array ?? [] { complain(diagnostic.string ?? "") }
        }
        if answer.message["ok"]?.bool == true {
            if !json.isOn { tell(answer.message) }
            return
        }
        let error = answer.message["error"]
        guard error?["code"]?.string == "refused" else { throw Connection.refused(error) }
        complain("touchctl: the configuration is refused, and the old one stays")
        throw Exit.configuration
    }

    private func tell(_ message: JSONValue) {
        for entry in message["gaveWay"]?.array ?? [] {
            let client = entry["client"].map { _ in ", of client number \(entry.text("client"))" } ?? ""
            printLine("\(dryRun ? "would give" : "gave") way: \(entry.text("region")) \(entry["key"]?.string ?? "as a whole")\(client)")
        }
        printLine(
            dryRun ? "the configuration is right; nothing was changed" : "the configuration is in force, generation \(message.text("generation"))")
    }
}
