import Server
import Wire

/// What is in force for a time instead of what the file says: a whole configuration, or the calibration of a panel. It ends at its time, whether
/// or not who has asked for it is still there.
final class Trial {
    private(set) var entry: TrialEntry?
    /// The text of the file when it was read last, and the one that is tried.
    private(set) var fileText: [UInt8]
    private var triedText: [UInt8]?
    private let loop: EventLoop
    private var timer: EventLoop.Timer!
    /// µs after which it is tried again to end it, where the file and its last text are refused.
    private static let retryInterval: Int64 = 10_000_000

    /// - Parameter isOver: its time has come.
    init(_ text: [UInt8], loop: EventLoop, isOver: @escaping () -> Void) {
        fileText = text
        self.loop = loop
        timer = loop.timer(isOver)
    }

    /// The text of the configuration in force.
    var text: [UInt8] { triedText ?? fileText }
    var isConfiguration: Bool { triedText != nil }
    var panel: String? { if case .calibration(let panel) = entry?.subject { panel } else { nil } }

    func begin(_ text: [UInt8], for duration: Int64) {
        triedText = text
        begin(.configuration, duration)
    }

    func begin(calibrationOf panel: String, for duration: Int64) { begin(.calibration(panel: panel), duration) }

    private func begin(_ subject: TrialEntry.Subject, _ duration: Int64) {
        entry = TrialEntry(subject, until: loop.now() &+ duration)
        timer.set(after: duration)
    }

    /// Nothing is tried any more.
    ///
    /// - Parameter text: of the file, as it was read now; nil: as before.
    func end(fileText text: [UInt8]? = nil) {
        if let text { fileText = text }
        (entry, triedText) = (nil, nil)
        timer.clear()
    }

    /// It could not be ended.
    func endLater() { timer.set(after: Self.retryInterval) }
}
