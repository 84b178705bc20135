import ArgumentParser
import Files
import Glibc
import Report
import Sockets
import Wire

/// The report about the kiosk's stored counts and its journal.
extension Report {
    /// The most journal entries read: the newest.
    private static let entriesMost = 50_000
    /// The units of the bridges. They have no instances.
    private static let bridges = ["touchd-web", "touchd-web-admin", "touchd-mqtt", "touchd-tuio", "touchd-speak"]

    func writeUse(since text: String) throws {
        let now = Int64(time(nil))
        guard let since = SinceTime.read(text, now: now), since <= now else {
            complain("touchctl: \"\(text)\" is not a time in the past; --since takes \(SinceTime.forms)")
            throw Exit.usage
        }
        var missing: [String] = []
        let hours = hours(&missing)
        let alarms = try alarms(since: since, &missing)
        if hours == nil && alarms == nil {
            for one in missing { complain("touchctl: \(one)") }
            throw Exit.unavailable
        }
        let report = UseReport(since: since, until: now, hours: hours, alarms: alarms, missing: missing)
        try OutputFile.write(report.bytes, to: file)
    }

    /// The counts by the hour; nil, with the reason in `missing`, if touchd does not give them.
    private func hours(_ missing: inout [String]) -> [UseHour]? {
        do {
            let answer = try Connection.trusted(sockets).reply(to: #"{"type":"stats","hours":true}"#, capability: "stats").message
            if let hours = answer["statistics"]?["hours"]?.array { return hours.compactMap { UseHour($0) } }
            missing.append(
                answer["error"]?["message"]?.string.map { "No counts: touchd refused them: \($0)" }
                    ?? "No counts: this touchd keeps no hourly counts.")
        } catch let error as Connection.NotReachable {
            missing.append("No counts: \(error)")
        } catch {
            missing.append("No counts: touchd does not answer.")
        }
        return nil
    }

    /// The alarms; nil, with the reason in `missing`, if there is no journal.
    private func alarms(since: Int64, _ missing: inout [String]) throws -> [JournalAlarm]? {
        if let journal = journal.map(InputFile.path) {
            let bytes: [UInt8]
            do { bytes = try readFile(journal, atMost: 256 << 20, others: anyFile(journal)) } catch {
                complain("touchctl: cannot read \(journal): \(error)")
                throw Exit.noInput
            }
            guard JournalAlarm.areEntries(bytes) else {
                complain("touchctl: \(journal) has no entries of \"journalctl -o json\"")
                throw Exit.noInput
            }
            return JournalAlarm.all(bytes)
        }
        let service = Instance(ofSocket: Connection.path(sockets.events.path))?.unit ?? "touchd.service"
        var system = LiveSystem()
        (system.patience, system.sizeMax) = (30_000, 128 << 20)
        let output = system.run(
            [
                "journalctl", "-o", "json", "--no-pager", "-q", "-r", "-p", "warning", "-n", "\(Self.entriesMost + 1)", "--since", "@\(since)",
                "--output-fields=MESSAGE,MESSAGE_ID,PRIORITY,PANEL,SCREEN,CLIENT_NAME",
            ] + ([service] + Self.bridges).flatMap { ["-u", $0] })
        if let output, output.status == 0 {
            // The newest come first: without -r, journalctl of systemd 252 gives the oldest.
            let alarms = JournalAlarm.all(output.text.utf8)
            if alarms.count > Self.entriesMost {
                missing.append("The log has more than \(Self.entriesMost) warnings and errors of this time. Alarms count only the newest.")
            }
            return alarms.prefix(Self.entriesMost).reversed()
        }
        missing.append(
            output == nil
                ? "No alarms: there is no journalctl here, or it did not end in time."
                : "No alarms: journalctl cannot read the log of \(service); run touchctl as root.")
        return nil
    }
}
