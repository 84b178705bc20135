import ArgumentParser
import Wire

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes touchd read its configuration again.",
        usage: "touchctl reload [<options>]",
        discussion: """
            Exits with 0 if the new configuration is in force, or with 78 if it is refused and the old one stays. It prints errors as \
            "touchctl check" does. Changes that fingers and clients have made to the regions stay, except where the file has changed too; it lists \
            the changes that give way to the file.

              touchctl reload --dry-run  shows what would change
              touchctl reload            changes it
            """)

    @Flag(help: "Discard the changes that fingers and clients have made to the regions.")
    var reset = false

    @Flag(help: "Change nothing: show the errors in the configuration, and the changes that would give way to it.")
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
            if !dryRun { LastGoodText.update(from: sockets.events.chosen.configuration) }
            if !json.isOn { printResult(answer.message) }
            return
        }
        let error = answer.message["error"]
        guard error?["code"]?.string == "refused" else { throw Connection.refused(error) }
        complain("touchctl: the configuration was refused; the old one stays in force")
        throw Exit.configuration
    }

    private func printResult(_ message: JSONValue) {
        for entry in message["gaveWay"]?.array ?? [] {
            let client = entry["client"].map { _ in ", of client number \(entry.text("client"))" } ?? ""
            printLine("\(dryRun ? "would give" : "gave") way: \(entry.text("region")) \(entry["key"]?.string ?? "as a whole")\(client)")
        }
        printLine(
            dryRun ? "the configuration is valid; nothing was changed" : "the configuration is in force, generation \(message.text("generation"))")
    }
}
