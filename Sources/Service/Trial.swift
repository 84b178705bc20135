import Configuration
import Logging
import Server
import TouchCore
import Wire

/// A trial: a configuration, or a panel's calibration, that is in force for a limited time instead of the file's. It ends on time, even if the
/// client that began it is gone.
final class Trial: TrialRunner {
    typealias Answer = (ReloadResult) -> Void

    private(set) var entry: TrialEntry?
    /// The text of the file when it was last read, and the text on trial.
    private(set) var fileText: [UInt8]
    private var triedText: [UInt8]?
    private let registry: PanelRegistry
    private let virtualPanels: VirtualPanels
    private unowned let publisher: Publisher
    private let loop: EventLoop
    private let log: ServiceLog
    private let reload: (ReloadOptions, @escaping Answer) -> Void
    private var timer: EventLoop.Timer!
    /// The time in µs between attempts to end the trial, if both the file and its last text are refused.
    private static let retryInterval: Int64 = 10_000_000

    /// - Parameters:
    ///   - text: the text of the file, as it was read.
    ///   - reload: puts a configuration in force. It calls `didUse` before it answers.
    init(
        _ text: [UInt8], _ registry: PanelRegistry, _ virtualPanels: VirtualPanels, _ publisher: Publisher, loop: EventLoop, log: ServiceLog,
        reload: @escaping (ReloadOptions, @escaping Answer) -> Void
    ) {
        fileText = text
        (self.registry, self.virtualPanels, self.publisher) = (registry, virtualPanels, publisher)
        (self.loop, self.log) = (loop, log)
        self.reload = reload
        timer = loop.timer { [unowned self] in revert { _ in } }
    }

    /// The text of the configuration in force.
    var text: [UInt8] { triedText ?? fileText }
    var isConfiguration: Bool { triedText != nil }

    // MARK: Requests of clients

    func begin(_ text: [UInt8], for duration: Int64, _ done: @escaping Answer) {
        reload(ReloadOptions(source: .trial(text, duration: duration)), done)
    }

    /// - Throws: `notFound` if the configuration has no such panel.
    func checkPanel(_ id: String) throws(RequestError) {
        let ids = registry.matcher.entries.map(\.settings.id)
        if ids.contains(id) { return }
        throw RequestError(
            "the configuration has no panel \"\(id)\"", code: .notFound,
            hint: ids.isEmpty ? "there are none" : "there are: \(ids.joined(separator: ", "))")
    }

    func begin(_ matrix: AffineTransform, of panel: String, for duration: Int64, _ done: @escaping Answer) {
        if isConfiguration {
            return revert { [unowned self] result in
                if !result.isDone { return done(result) }
                // The file's configuration may have other panels.
                do throws(RequestError) { try checkPanel(panel) } catch {
                    return done(ReloadResult(isDone: false, diagnostics: [error.message]))
                }
                begin(matrix, of: panel, for: duration, done)
            }
        }
        begin(.calibration(panel: panel), duration)
        calibrate(panel, matrix)
        log(.calibrationTried, "panel \(panel): another calibration is on trial for \(Self.seconds(duration)) s", .panel(panel))
        done(ReloadResult(isDone: true, diagnostics: []))
    }

    /// Ends the trial now.
    func revert(_ done: @escaping Answer) {
        if isConfiguration { return readFile(done) }
        if let panel {
            end()
            calibrate(panel, nil)
            log(.calibrationTrialOver, "panel \(panel): the calibration trial is over", .panel(panel))
        }
        done(ReloadResult(isDone: true, diagnostics: []))
    }

    // MARK: In force

    /// Ends the trial of a calibration, because a configuration is about to be put in force.
    func willUseConfiguration() { if let panel { registry.tryCalibration(nil, of: panel) } }

    /// Records that a configuration was put in force.
    ///
    /// - Parameter text: the text as it was read.
    func didUse(_ source: ReloadOptions.Source, _ text: [UInt8]) {
        switch source {
        case .file:
            fileText = text
            end()
        case .kept: end()
        case .trial(_, let duration):
            triedText = text
            begin(.configuration, duration)
        }
    }

    private func begin(_ subject: TrialEntry.Subject, _ duration: Int64) {
        entry = TrialEntry(subject, until: loop.now() &+ duration)
        timer.set(after: duration)
    }

    private func end() {
        (entry, triedText) = (nil, nil)
        timer.clear()
    }

    private var panel: String? { if case .calibration(let panel) = entry?.subject { panel } else { nil } }

    /// Applies a calibration, or the previous one if `matrix` is nil, once nothing is down on the panel, as after a reload.
    private func calibrate(_ panel: String, _ matrix: AffineTransform?) {
        registry.tryCalibration(matrix, of: panel)
        publisher.calibrated(trial: entry)
        virtualPanels.reloaded()
    }

    /// Puts the file's configuration in force, or its last text if the file cannot be used any more.
    private func readFile(_ done: @escaping Answer) {
        reload(ReloadOptions()) { [unowned self] read in
            // If no configuration is on trial any more, somebody else has ended the trial meanwhile.
            if read.isDone || !isConfiguration { return done(read) }
            log(.trialOverFileWrong, "the configuration trial is over, but the file cannot be used; its last valid text is in force")
            reload(ReloadOptions(source: .kept(fileText))) { [unowned self] kept in
                if !kept.isDone, isConfiguration { timer.set(after: Self.retryInterval) }
                done(ReloadResult(isDone: kept.isDone, diagnostics: read.diagnostics + kept.diagnostics, gaveWay: kept.gaveWay))
            }
        }
    }

    /// Returns a duration in seconds, for the log.
    static func seconds(_ duration: Int64) -> String {
        let seconds = Double(duration) / 1_000_000
        return Int64(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
}
