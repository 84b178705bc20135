import TouchCore

/// Counts of the use of a kiosk in one hour of the wall clock.
public struct HourEntry: Sendable, Equatable {
    public static let length: Int64 = 3_600

    /// The start of the hour, in seconds since 1970 (UTC).
    public var time: Int64
    public var totals: UseTotals

    public init(time: Int64, totals: UseTotals) { (self.time, self.totals) = (time, totals) }

    public func write(into writer: inout JSONWriter) {
        writer.beginObject()
        for (key, number) in [
            ("time", time), ("touches", Int64(totals.touches)), ("taps", Int64(totals.taps)), ("dwell", totals.dwell),
            ("missed", Int64(totals.missed)),
        ] {
            writer.key(name: key)
            writer.integer(number)
        }
        writer.key("cancels")
        writer.beginObject()
        for reason in CancelReason.allCases {
            guard let count = totals.cancels[reason] else { continue }
            writer.key(name: reason.rawValue)
            writer.integer(count)
        }
        writer.endObject()
        writer.key("panels")
        writer.beginArray()
        for (panel, counts) in totals.panels.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.key("panel")
            writer.string(panel)
            for (key, number) in [("touches", counts.touches), ("reports", counts.reports), ("ghosts", counts.ghosts), ("drops", counts.drops)] {
                writer.key(name: key)
                writer.integer(number)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
