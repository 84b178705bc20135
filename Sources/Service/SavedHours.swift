import Files
import Glibc
import JSON
import TouchCore
import Wire

/// The file of hourly counts: `{"version":1,"hours":[…]}`. Its elements are those of the answer to `stats` with `hours`.
enum SavedHours {
    static func write(_ hours: [HourEntry]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("version")
        writer.integer(1)
        writer.key("hours")
        writer.beginArray()
        for hour in hours { hour.write(into: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [10]
    }

    /// Reads the contents of such a file. Returns nil if they are invalid.
    static func read(_ bytes: [UInt8]) -> [HourEntry]? {
        guard let root = try? JSONReader.parse(bytes), root["version"]?.number == 1, let hours = root["hours"]?.array else { return nil }
        return hours.compactMap(hour)
    }

    /// Loads the hours; nil if the file is missing or damaged. This is no error: only history is lost, and counting continues.
    static func load(from folder: StateFolder, _ waits: (Bool) -> Void) -> [HourEntry]? {
        (try? readFile(folder.hours, atMost: StateFolder.most, waits: waits)).flatMap(read)
    }

    private static func hour(_ node: JSONValue) -> HourEntry? {
        guard let time = node["time"]?.number, time > -0x1p52, time < 0x1p52 else { return nil }
        var totals = UseTotals()
        totals.touches = Int(whole(node, "touches"))
        totals.taps = Int(whole(node, "taps"))
        totals.dwell = whole(node, "dwell")
        totals.missed = Int(whole(node, "missed"))
        for reason in CancelReason.allCases {
            let count = node["cancels"].map { whole($0, reason.rawValue) } ?? 0
            if count > 0 { totals.cancels[reason] = Int(count) }
        }
        for panel in (node["panels"]?.array ?? []).prefix(HourTable.panelsMost) {
            guard let id = panel["panel"]?.string else { continue }
            var counts = PanelTotals()
            counts.touches = Int(whole(panel, "touches"))
            counts.reports = Int(whole(panel, "reports"))
            counts.ghosts = Int(whole(panel, "ghosts"))
            counts.drops = Int(whole(panel, "drops"))
            totals.panels[id] = counts
        }
        return HourEntry(time: Int64(time), totals: totals)
    }

    /// Returns a count, or 0 if it is missing, invalid or too large to be added to, because the file may be damaged.
    private static func whole(_ node: JSONValue, _ key: String) -> Int64 {
        guard let number = node[key]?.number, number >= 0, number < 0x1p52 else { return 0 }
        return Int64(number)
    }
}

extension StateKeeper<[HourEntry]>.Kind {
    /// Hourly counts. A crash may lose the last ten minutes of them.
    static var hours: Self {
        Self(noun: "the hourly statistics", key: "statistics", interval: 600_000_000, file: { $0.hours }, encode: SavedHours.write)
    }
}
