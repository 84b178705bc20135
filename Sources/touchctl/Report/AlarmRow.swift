/// A row of the table of alarms: the alarms of one kind.
struct AlarmRow: Equatable {
    let kind: String
    let hasID: Bool
    var isError: Bool
    var count = 0
    var first: Int64
    var last: Int64
    /// The text of the latest alarm.
    var text: String
    var subjects: Set<String> = []

    /// The rows of all kinds: errors first, then the most frequent.
    static func all(_ alarms: [JournalAlarm]) -> [AlarmRow] {
        var rows: [String: AlarmRow] = [:]
        for alarm in alarms {
            var row =
                rows[alarm.kind]
                ?? AlarmRow(kind: alarm.kind, hasID: alarm.hasID, isError: alarm.isError, first: alarm.time, last: alarm.time, text: alarm.text)
            row.count += alarm.times
            row.isError = row.isError || alarm.isError
            row.first = min(row.first, alarm.time)
            if alarm.time >= row.last { (row.last, row.text) = (alarm.time, alarm.text) }
            row.subjects.formUnion(alarm.subjects)
            rows[alarm.kind] = row
        }
        return rows.values.sorted { ($0.isError ? 0 : 1, -$0.count, $0.kind) < ($1.isError ? 0 : 1, -$1.count, $1.kind) }
    }
}
